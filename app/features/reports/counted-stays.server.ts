import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { CountedStay } from './counted-stay.ts'
import type { Period } from './periods.ts'

/** The versions of bookings at a moment; without one, the present ones. To be used as `version`. */
export const versionsAt = (at: Date | null): SQL =>
  at === null
    ? sql`(select * from booking_versions where replaced_at is null)`
    : sql`(select * from booking_versions where recorded_at <= ${at.toISOString()}::timestamptz
        and (replaced_at is null or replaced_at > ${at.toISOString()}::timestamptz))`

/** The retained amount of an ended booking, in cents, of a row of `versionsAt`. */
export const retainedAmount = (at: Date | null) => sql`(version.retained_elsewhere + (
  select coalesce(round(100 * sum(amount)), 0) from ledger where ledger.booking_id = version.booking_id and kind = 'retained'
    ${at === null ? sql`` : sql`and happened_at <= ${at.toISOString()}::timestamptz`})::int)`

/** The home of a booking when something about it happened: it may have moved since. To be used as `then`. */
export const propertyThen = (bookingId: SQL, moment: SQL): SQL => sql`lateral (
  select property_id, property.name as property, property.time_zone from (
    select property_id, case when recorded_at <= ${moment} then -number else number end as place, recorded_at > ${moment} as is_later
      from booking_versions where booking_id = ${bookingId}
    union all select property_id, 0, null from bookings where id = ${bookingId}) known
  join properties property on property.id = property_id order by is_later, place limit 1) "then"`

/**
 * The sign of a movement, of a row of `ledger`: a retained amount moved before. A disputed amount is not with the
 * operator.
 */
export const MOVED = sql`case kind when 'retained' then 0 when 'charged' then amount when 'paid-elsewhere' then amount else -amount end`

/** The day at its home on which a stay ended before it began or was over. */
export const ENDED_ON = sql`(select (max(changed_at) at time zone property.time_zone)::date from booking_changes
  where booking_changes.booking_id = version.booking_id and to_status = version.status)`

/** Stays that ended within these days. */
export const endedWithin = ({ from, to }: Period): SQL =>
  sql`(version.status <> 'confirmed' and ${ENDED_ON} >= ${from}::date and ${ENDED_ON} < ${to}::date)`

/** Stays of which something that reports count changed after one moment and until another. */
export const changedBetween = (after: Date, until: Date): SQL => {
  const within = (moment: SQL) =>
    sql`${moment} > ${after.toISOString()}::timestamptz and ${moment} <= ${until.toISOString()}::timestamptz`
  return sql`version.booking_id in (
    select booking_id from booking_versions where ${within(sql`recorded_at`)}
    union select booking_id from ledger where ${within(sql`happened_at`)})`
}

type Input = { where: SQL; at?: Date | null; withMovements?: boolean }

/**
 * The stays for which `where` holds, of `version` and `property`, as they were at a moment. In the order of check-in.
 */
export async function listCountedStays(
  db: Tx,
  { where, at = null, withMovements = false }: Input,
): Promise<CountedStay[]> {
  const movements = sql`(select coalesce(jsonb_agg(jsonb_build_object('on', (happened_at at time zone property.time_zone)::date,
      'amount', round(100 * (${MOVED}))::int) order by happened_at), '[]')
    from ledger where ledger.booking_id = version.booking_id and kind <> 'retained'
      ${at === null ? sql`` : sql`and happened_at <= ${at.toISOString()}::timestamptz`})`
  const { rows } = await db.execute<CountedStay>(sql`
    select booking.reference, version.property_id as "propertyId", property.name as property, version.status = 'confirmed' as "isConfirmed",
        version.source, version.check_in_date::text as "checkIn", version.check_out_date::text as "checkOut", rent, cleaning, fees,
        refunds, night_sums as "nightSums", taxes, version.platform_commission as "platformCommission", tax_lines as "taxLines",
        case when version.status = 'confirmed' then 0 else ${retainedAmount(at)} end as retained,
        case when version.status = 'confirmed' then null else ${ENDED_ON}::text end as "endedOn",
        ${withMovements ? movements : sql`'[]'::jsonb`} as movements
      from ${versionsAt(at)} version
      join bookings booking on booking.id = version.booking_id
      join properties property on property.id = version.property_id
      where ${where}
      order by version.check_in_date, booking.reference`)
  return rows
}
