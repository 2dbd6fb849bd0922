import type { BookingSource } from '#app/features/bookings/booking-sources.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'

/** A stay as reports count it: one that was ever confirmed. Amounts are in cents, days are those at the home. */
export type CountedStay = {
  reference: string
  propertyId: string
  home: string
  isConfirmed: boolean
  source: BookingSource
  checkIn: IsoDate
  checkOut: IsoDate
  rent: Cents
  cleaning: Cents
  fees: Cents
  /** What was refunded of a stay that goes on. The rent is lower by it. */
  refunds: Cents
  taxes: Cents
  taxLines: PriceLine[]
  /** What was kept of a canceled stay, and the day of that; 0 and null of others. */
  kept: Cents
  endedOn: IsoDate | null
  /** What was paid and returned until then, in order. Only read where it is asked for. */
  movements: { on: IsoDate; amount: Cents }[]
}
