import { z } from 'zod'
import { isIsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { ChannelPlatform } from './channel-revision.server.ts'

/**
 * Cents of an amount as Channex writes it, such as `249.60`. They are read and rounded half up from its text, never
 * through a floating point number. Null for anything else.
 */
export function centsOf(amount: string | number): Cents | null {
  const match = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(String(amount).trim())
  if (!match) return null
  const [, minus, whole = '', decimals = ''] = match
  const cents = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0')) + (/^..[5-9]/.test(decimals) ? 1 : 0)
  return minus && cents > 0 ? -cents : cents
}

/** All but line breaks and tabs: no text of a booking needs them, and the database takes no NUL. */
const CONTROLS = /[^\P{Cc}\n\t]/gu

/** The greatest length of a text that is read. */
const LONGEST = [20_000, { abort: true }] as const

/** A text that may be absent, without control characters; null also for an empty one or another type. */
export const text = z
  .string()
  .max(...LONGEST)
  .nullish()
  .transform((value) => value?.replace(CONTROLS, '').trim() || null)
  .catch(null)

/** A date that may be absent; null also for what is none. */
export const date = z
  .string()
  .max(...LONGEST)
  .nullish()
  .transform((value) => (value && isIsoDate(value) ? value : null))
  .catch(null)

/** An amount that may be absent, in cents; null also for what is none. */
export const cents = z
  .union([z.string().max(...LONGEST), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : centsOf(value)))
  .catch(null)

/** A number of guests, rooms or nights that may be absent; null also for one that no home has. */
export const count = z
  .number()
  .int()
  .min(0)
  .max(1000)
  .nullish()
  .transform((value) => value ?? null)
  .catch(null)

/** Each element that fits the schema, of a list that may be absent. */
export const fitting = <T>(element: z.ZodType<T>) =>
  z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((list) => (list ?? []).flatMap((one) => element.safeParse(one).data ?? []))

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(Z|[+-]\d\d:?\d\d)?$/

/** An instant as `2027-06-01T09:30:00.123456Z`, which sorts as text. Channex writes UTC without a zone. */
export const sortableInstant = z
  .string()
  .max(...LONGEST)
  .transform((written, context) => {
    const [, seconds = '', fraction = '', zone = 'Z'] = INSTANT.exec(written) ?? []
    const at = Date.parse(`${seconds}${zone}`)
    if (!Number.isNaN(at)) return `${new Date(at).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`
    context.addIssue({ code: 'custom', message: 'not an instant' })
    return z.NEVER
  })

/** An instant. */
export const instant = sortableInstant.transform((at) => new Date(at))

/** The same where it may be absent; null also for what is none. */
export const maybeInstant = instant
  .nullish()
  .transform((at) => at ?? null)
  .catch(null)

/** The id in `relationships.<name>.data`, or null. */
export const related = z
  .object({ data: z.object({ id: z.string().max(...LONGEST) }).nullish() })
  .nullish()
  .transform((relation) => relation?.data?.id ?? null)
  .catch(null)

/** The platform by one of the names that Channex has for it, such as `BookingCom` or `A-Expedia`. */
export function platformOf(name: string | null): ChannelPlatform {
  const letters = (name ?? '').toLowerCase().replace(/[^a-z]/g, '')
  if (letters.includes('airbnb')) return 'airbnb'
  if (letters.includes('bookingcom')) return 'booking-com'
  if (letters.includes('vrbo') || letters.includes('homeaway')) return 'vrbo'
  return letters.includes('expedia') ? 'expedia' : 'other'
}
