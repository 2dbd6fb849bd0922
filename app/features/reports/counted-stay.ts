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
  /** Refunds of a stay that goes on. The rent is lower by them. */
  refunds: Cents
  /** The price of the first night, of the first two, and so on: the rent is spread so. Null: evenly. */
  nightSums: Cents[] | null
  taxes: Cents
  /** The part of a confirmed stay that the platform keeps which sold it. */
  platformCommission: Cents
  taxLines: PriceLine[]
  /** The retained amount of a canceled stay, and its day; 0 and null of others. */
  retained: Cents
  endedOn: IsoDate | null
  /** Payments and returns until then, in order. Only loaded on request. */
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
