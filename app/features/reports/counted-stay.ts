import type { BookingSource } from '#app/features/bookings/booking-sources.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Period } from './periods.ts'

/** A stay as reports count it: one that was ever confirmed. Amounts are in cents, days are those at the home. */
export type CountedStay = {
  reference: string
  propertyId: string
  property: string
  isConfirmed: boolean
  source: BookingSource
  checkIn: IsoDate
  checkOut: IsoDate
  rent: Cents
  cleaning: Cents
  fees: Cents
  /** What was refunded of a stay that goes on. The rent is lower by it. */
  refunds: Cents
  /** What the first night cost, the first two, and so on: the rent is spread so. Null: evenly. */
  nightSums: Cents[] | null
  taxes: Cents
  taxLines: PriceLine[]
  /** What was kept of a canceled stay, and the day of that; 0 and null of others. */
  kept: Cents
  endedOn: IsoDate | null
  /** What was paid and returned until then, in order. Only read where it is asked for. */
  movements: { on: IsoDate; amount: Cents }[]
}

/** So much of a stay: `part` of `all`. */
export type Fraction = { part: number; all: number }

/** How much of a stay its nights before a day are. Nights without prices count alike. */
export function nightsBefore(
  { checkIn, checkOut, nightSums }: Pick<CountedStay, 'checkIn' | 'checkOut' | 'nightSums'>,
  day: IsoDate,
): Fraction {
  const all = nightsBetween(checkIn, checkOut)
  const costOf = (nights: number) => nightSums?.[nights - 1] ?? (nightSums && nights === 0 ? 0 : nights)
  return { part: costOf(Math.min(all, Math.max(0, nightsBetween(checkIn, day)))), all: costOf(all) }
}

/** A part of an amount. The parts of all periods add up to it. */
export const partOf = (amount: Cents, [before, until]: [Fraction, Fraction]): Cents =>
  Math.round((amount * until.part) / until.all) - Math.round((amount * before.part) / before.all)

/** The rent of the nights of a period. */
export const rentWithin = (stay: CountedStay, { from, to }: Period): Cents =>
  partOf(stay.rent, [nightsBefore(stay, from), nightsBefore(stay, to)])
