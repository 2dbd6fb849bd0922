import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'

/** A promo code as the back office shows it. */
export type ShownCode = {
  code: string
  /** `10% off the nights`, and the same as it is typed: `10%`. */
  off: string
  typedOff: string
  /** Of a prize: it covers everything. */
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
  /** The confirmed bookings, and what they cost in all. */
  bookings: number
  revenue: Cents
  version: string
}

export const CODE_STATES = { valid: 'Valid', waiting: 'Not yet valid', 'used-up': 'Used up', ended: 'Ended' }

const dayOf = (date: IsoDate) => `${formatDate(date).slice(5)}, ${date.slice(0, 4)}`

function period(what: string, from: IsoDate | null, until: IsoDate | null): string[] {
  const words = [from && `from ${dayOf(from)}`, until && `to ${dayOf(until)}`].filter(Boolean)
  return words.length > 0 ? [`${what} ${words.join(' ')}`] : []
}

/** What a code is good for, a part each. */
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
