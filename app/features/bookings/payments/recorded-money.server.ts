import { sql } from 'drizzle-orm'

/** `moneyOf(...).paid` of a row of `bookings`, in dollars. */
export const PAID = sql<string>`(coalesce((
    select sum(case when status = 'authorized' then amount else received end - refund_due)
      from payments where booking_id = bookings.id and (status = 'authorized' or received > 0)), 0)
  + greatest(0, coalesce((select sum(amount) from ledger where booking_id = bookings.id and kind = 'paid-elsewhere'), 0)
    - bookings.return_due))`

/** `moneyOf(...).toReturn` of a row of `bookings`, in dollars: promised outside the site, or refused by the card. */
export const TO_RETURN = sql<string>`(bookings.return_due + coalesce((
  select sum(greatest(0, least(refund_due, received) - refunded - returned_by_hand))
    from payments where booking_id = bookings.id and refund_failed), 0))`

/** `moneyOf(...).isRecorded` of a row of `bookings`. */
export const IS_RECORDED = sql<boolean>`(
  exists (select from payments where booking_id = bookings.id and (status = 'authorized' or received > 0))
  or coalesce((select sum(amount) from ledger where booking_id = bookings.id and kind = 'paid-elsewhere'), 0) <> 0)`
