import { sql } from 'drizzle-orm'

/** `moneyOf(...).paid` of a row of `bookings`, in dollars. */
export const PAID = sql<string>`(bookings.paid_by_card + greatest(0, bookings.paid_elsewhere - bookings.return_due))`

/** `moneyOf(...).toReturn` of a row of `bookings`, in dollars: promised outside the site, or refused by the card. */
export const TO_RETURN = sql<string>`(bookings.return_due + coalesce((
  select sum(greatest(0, least(refund_due, received) - refunded - refunded_elsewhere - charged_back))
    from payments where booking_id = bookings.id and refund_failed and disputed = 0), 0))`

/** `moneyOf(...).isRecorded` of a row of `bookings`. */
export const IS_RECORDED = sql<boolean>`(bookings.paid_elsewhere <> 0
  or exists (select from payments where booking_id = bookings.id and (status = 'authorized' or received > 0)))`

/**
 * A booking of which somebody has to pay something themselves: not only a balance that a card is charged. In the words of
 * the index `bookings_unpaid`, like the next one in those of `bookings_overpaid`.
 */
export const IS_UNPAID = sql<boolean>`(bookings.status = 'confirmed' and bookings.total_amount >
  bookings.paid_by_card + bookings.scheduled_by_card + greatest(0, bookings.paid_elsewhere - bookings.return_due))`

/** A confirmed booking of which more is paid than it costs. */
export const IS_OVERPAID = sql<boolean>`(bookings.status = 'confirmed' and ${PAID} > bookings.total_amount)`

/** Bookings of which `TO_RETURN` can be above 0. */
export const RETURN_IDS = sql`(select id from bookings where return_due > 0
  union select booking_id from payments where refund_failed)`
