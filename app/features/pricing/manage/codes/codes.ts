import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import type { RecordColumn } from '#app/shared/record-columns.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { countOf } from '#app/shared/words.ts'

/** A promo code as the back office shows it. */
export type ShownCode = {
  code: string
  /** `10% off the nights`, and the same as typed: `10%`. */
  off: string
  typedOff: string
  /** For prizes: it covers everything. */
  coversAll: boolean
  state: 'valid' | 'waiting' | 'used-up' | 'ended'
  /** The only home that it is for; null: every one. */
  property: string | null
  propertySlug: string | null
  bookFrom: IsoDate | null
  bookUntil: IsoDate | null
  stayFrom: IsoDate | null
  stayUntil: IsoDate | null
  minimumNights: number
  maximumNights: number | null
  useLimit: number | null
  uses: number
  /** The confirmed bookings, and their total price. */
  bookings: number
  revenue: Cents
  version: string
}

/** The terms of a code as they are typed. What is empty sets no limit. */
type TypedTerms = Partial<Record<'property' | 'from' | 'until' | 'stayFrom' | 'stayUntil', string | null>> & {
  off: string
  nights?: number | null
  uses?: number | null
}

/** The fields of a code's terms; `properties` are those that one can be for. */
export const termFields = (properties: readonly { slug: string; name: string }[]): RecordFields<TypedTerms> => ({
  off: { kind: 'line', label: 'Discount on the nights', hint: 'Such as 10%, or 50 for dollars.', max: 200 },
  property: {
    kind: 'choice',
    label: 'Home',
    options: Object.fromEntries(properties.map(({ slug, name }) => [slug, name])),
    none: 'Every home',
    optional: true,
  },
  from: { kind: 'date', label: 'Booked from', optional: true },
  until: { kind: 'date', label: 'Booked until', optional: true },
  stayFrom: { kind: 'date', label: 'First night', optional: true },
  stayUntil: { kind: 'date', label: 'Last night', optional: true },
  nights: { kind: 'number', label: 'Minimum nights', min: 1, max: 999_999, optional: true },
  uses: {
    kind: 'number',
    label: 'How many bookings may use it',
    hint: 'An empty field sets no limit. Declined, canceled, and expired bookings don’t count.',
    min: 1,
    max: 999_999,
    optional: true,
  },
})

/** The same with the name of a new code. */
export const newCodeFields = (
  properties: Parameters<typeof termFields>[0],
): RecordFields<TypedTerms & { code: string }> => ({
  code: {
    kind: 'line',
    label: 'Code',
    hint: 'What guests type, such as SNOW10. A name can’t be used again.',
    max: 200,
  },
  ...termFields(properties),
})

/** The terms of a code as its form shows them. */
export const typedTerms = (code: ShownCode): TypedTerms => ({
  off: code.typedOff,
  property: code.propertySlug,
  from: code.bookFrom,
  until: code.bookUntil,
  stayFrom: code.stayFrom,
  stayUntil: code.stayUntil,
  nights: code.minimumNights > 1 ? code.minimumNights : null,
  uses: code.useLimit,
})

const CODE_STATES = { valid: 'Valid', waiting: 'Not yet valid', 'used-up': 'Used up', ended: 'Ended' }

const dayOf = (date: IsoDate) => `${formatDate(date).slice(5)}, ${date.slice(0, 4)}`

function period(what: string, from: IsoDate | null, until: IsoDate | null): string[] {
  const words = [from && `from ${dayOf(from)}`, until && `to ${dayOf(until)}`].filter(Boolean)
  return words.length > 0 ? [`${what} ${words.join(' ')}`] : []
}

export function codeTerms(code: ShownCode): string[] {
  const { property, bookFrom, bookUntil, stayFrom, stayUntil, minimumNights, maximumNights } = code
  return [
    property ?? 'every home',
    ...period('booked', bookFrom, bookUntil),
    ...period('nights', stayFrom, stayUntil),
    ...(minimumNights > 1 ? [`${countOf(minimumNights, 'night')} or more`] : []),
    ...(maximumNights === null ? [] : [`up to ${countOf(maximumNights, 'night')}`]),
  ]
}

const usesOf = ({ uses, useLimit }: ShownCode) =>
  useLimit === null ? countOf(uses, 'use') : `${uses} of ${countOf(useLimit, 'use')}`

/** The columns of the list of codes. */
export const CODE_COLUMNS: Exclude<RecordColumn<ShownCode>, string>[] = [
  { heading: 'Code', words: ({ code }) => code },
  { heading: 'Discount', words: ({ off }) => off },
  { heading: 'For', words: (code) => codeTerms(code).join(', ') },
  { heading: 'State', words: ({ state }) => CODE_STATES[state] },
  { heading: 'Uses', isFigure: true, words: usesOf },
  {
    heading: 'Booked',
    isFigure: true,
    words: ({ bookings, revenue }) =>
      bookings === 0 ? 'none' : `${countOf(bookings, 'booking')}, ${formatMoney(revenue)}`,
  },
]
