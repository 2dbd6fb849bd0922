import type { Problem } from './problem.ts'
import type { Stay } from './stay.ts'

export type RefusalReason =
  | 'dates-missing'
  | 'checkout-before-checkin'
  | 'in-the-past'
  | 'too-long'
  | 'too-far'
  | 'too-soon'
  | 'adult-needed'
  | 'too-many-guests'
  | 'too-many-infants'
  | 'too-many-pets'
  | 'arrival-day'
  | 'departure-day'
  | 'no-rates'
  | 'below-minimum'
  | 'dates-taken'
  | 'not-found'
  | 'not-available'
  | PromoRefusalReason

export type PromoRefusalReason =
  | 'promo-unknown'
  | 'promo-other-home'
  | 'promo-not-yet'
  | 'promo-ended'
  | 'promo-used-up'
  | 'promo-other-dates'
  | 'promo-too-few-nights'

/** What a refusal can be about. */
type Field = keyof Stay | 'promoCode'

export type Refusal = {
  ok: false
  reason: RefusalReason
  message: string
  /** The words by the field they belong to. */
  fields: Partial<Record<Field, string>>
}

export function refuse(reason: RefusalReason, message: string, ...fields: Field[]): Refusal {
  return { ok: false, reason, message, fields: Object.fromEntries(fields.map((field) => [field, message])) }
}

export function notFound(): Refusal {
  return refuse('not-found', 'There is no such home.')
}

/** What calls name the dates of a stay in their bodies. */
export const BODY_NAMES = { checkIn: 'checkInDate', checkOut: 'checkOutDate' } as const

/** A refusal as a call answers it, its fields under the names that the call knows. */
export function problemOf(refusal: Refusal, names: Partial<Record<string, string>>): Problem {
  const { reason, message, fields } = refusal
  const named = Object.entries(fields).map(([field, words]) => [names[field] ?? field, words])
  return { code: reason, message, fields: Object.fromEntries(named) }
}

const SAYS_NO: RefusalReason[] = ['dates-taken', 'no-rates', 'not-available', 'promo-ended', 'promo-used-up']

/** Whether it is the code that stands in the way, and not the stay. */
export const isAboutPromo = ({ reason }: Refusal) => reason.startsWith('promo-')

/** How a call answers a refused stay: the guest can mend it (400), there is no such home (404), or the home says no (409). */
export function refusalStatus(reason: RefusalReason): 400 | 404 | 409 {
  if (reason === 'not-found') return 404
  return SAYS_NO.includes(reason) ? 409 : 400
}
