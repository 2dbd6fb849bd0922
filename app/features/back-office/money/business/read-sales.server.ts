import { type SQL, sql } from 'drizzle-orm'
import type { BookingSource } from '#app/features/bookings/booking-sources.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { ENDED_ON, keptAt, versionsAt } from '../report/counted-stays.server.ts'
import type { Period } from '../report/periods.ts'

/** A figure of a home in a month, whose first day is `month`. */
type OfMonth = { propertyId: string; month: IsoDate }

/** Of a property, or of all. */
export type OfHome = string | null
const ofHome = (home: OfHome, column: SQL = sql`version.property_id`) =>
  home === null ? sql`` : sql`and ${column} = ${home}`

/** The part of an amount that the nights of a month have. The parts of all months add up to it. */
const partOf = (amount: SQL) => {
  const until = (day: SQL) =>
    sql`round(${amount}::numeric * (${day} - check_in_date) / (check_out_date - check_in_date))`
  return sql`${until(sql`least(check_out_date, month + interval '1 month')::date`)}
    - ${until(sql`greatest(check_in_date, month)::date`)}`
}

/** Nights that guests stay, and their rent, by home and month, as they were booked at a moment. */
export async function readNights(
  db: Tx,
  { from, to }: Period,
  { home, at = null }: { home: OfHome; at?: Date | null },
): Promise<(OfMonth & { nights: number; rent: Cents })[]> {
  const { rows } = await db.execute<OfMonth & { nights: number; rent: Cents }>(sql`
    select property_id as "propertyId", month::date::text as month,
        sum(least(check_out_date, month + interval '1 month')::date - greatest(check_in_date, month)::date)::int as nights,
        sum(${partOf(sql`rent`)})::int as rent
      from ${versionsAt(at)} version
      cross join lateral generate_series(greatest(date_trunc('month', check_in_date::timestamp), ${from}::timestamp),
        least(check_out_date - 1, ${to}::date - 1)::timestamp, interval '1 month') month
      where status = 'confirmed' and check_out_date > ${from}::date and check_in_date < ${to}::date ${ofHome(home)}
      group by 1, 2`)
  return rows
}

type Ended = OfMonth & { stays: number; nights: number; leadDays: number; revenue: Cents }

const EARNED = sql`(rent + cleaning + fees)`

/** Stays by the month of their check-out: how many, their nights and days from booking to check-in, and their revenue. */
export async function readEnded(db: Tx, { from, to }: Period, home: OfHome): Promise<Ended[]> {
  const { rows } = await db.execute<Ended>(sql`
    select version.property_id as "propertyId", date_trunc('month', version.check_out_date::timestamp)::date::text as month,
        count(*)::int as stays, sum(version.check_out_date - version.check_in_date)::int as nights,
        sum(greatest(0, version.check_in_date - (booking.created_at at time zone home.time_zone)::date))::int as "leadDays",
        sum(${EARNED})::int as revenue
      from ${versionsAt(null)} version
      join bookings booking on booking.id = version.booking_id
      join properties home on home.id = version.property_id
      where version.status = 'confirmed' and version.check_out_date >= ${from}::date and version.check_out_date < ${to}::date
        ${ofHome(home)}
      group by 1, 2`)
  return rows
}

/** Where stays come from, or with which code, by the year of their check-out. */
type SalesBy<Key> = { key: Key; stays: number; nights: number; revenue: Cents }

async function readBy<Key extends string>(db: Tx, column: SQL, period: Period, home: OfHome): Promise<SalesBy<Key>[]> {
  const { from, to } = period
  const { rows } = await db.execute<SalesBy<Key>>(sql`
    select ${column} as key, count(*)::int as stays, sum(check_out_date - check_in_date)::int as nights,
        sum(${EARNED})::int as revenue
      from ${versionsAt(null)} version
      where status = 'confirmed' and check_out_date >= ${from}::date and check_out_date < ${to}::date ${ofHome(home)}
        and ${column} is not null
      group by 1 order by 4 desc, 1`)
  return rows
}

export const readBySource = (db: Tx, period: Period, home: OfHome) =>
  readBy<BookingSource>(db, sql`source`, period, home)
export const readByCode = (db: Tx, period: Period, home: OfHome) => readBy<string>(db, sql`promo_code`, period, home)

/** Stays that were canceled, by home and month of the cancellation, with what was kept. */
export async function readCanceled(
  db: Tx,
  { from, to }: Period,
  home: OfHome,
): Promise<(OfMonth & { stays: number; kept: Cents })[]> {
  const { rows } = await db.execute<OfMonth & { stays: number; kept: Cents }>(sql`
    select "propertyId", date_trunc('month', ended_on::timestamp)::date::text as month, count(*)::int as stays,
        sum(kept)::int as kept
      from (select version.property_id as "propertyId", ${ENDED_ON} as ended_on, ${keptAt(null)} as kept
        from ${versionsAt(null)} version join properties home on home.id = version.property_id
        where version.status <> 'confirmed' ${ofHome(home)}) ended
      where ended_on >= ${from}::date and ended_on < ${to}::date
      group by 1, 2`)
  return rows
}

/** Nights that could not be sold, by home and month. */
export async function readBlocked(
  db: Tx,
  { from, to }: Period,
  home: OfHome,
): Promise<(OfMonth & { kind: 'owner' | 'closed'; nights: number })[]> {
  const { rows } = await db.execute<OfMonth & { kind: 'owner' | 'closed'; nights: number }>(sql`
    select property_id as "propertyId", month::date::text as month, kind,
        sum(least(upper(nights), month + interval '1 month')::date - greatest(lower(nights), month)::date)::int as nights
      from blocks
      cross join lateral generate_series(greatest(date_trunc('month', lower(nights)::timestamp), ${from}::timestamp),
        least(upper(nights) - 1, ${to}::date - 1)::timestamp, interval '1 month') month
      where kind <> 'visit' and nights && daterange(${from}::date, ${to}::date) ${ofHome(home, sql`property_id`)}
      group by 1, 2, 3`)
  return rows
}

/** The homes that a report is about, each with its first day: that it was added, or that somebody stayed. */
export async function readHomes(
  db: Tx,
): Promise<{ id: string; slug: string; name: string; first: IsoDate; isPublished: boolean }[]> {
  const { rows } = await db.execute<{
    id: string
    slug: string
    name: string
    first: IsoDate
    isPublished: boolean
  }>(sql`
    select id, slug, name, published as "isPublished",
        least((created_at at time zone time_zone)::date, first_stay)::text as first
      from properties
      left join (select property_id, min(check_in_date) as first_stay from booking_versions where replaced_at is null
        group by 1) stayed on property_id = properties.id
      order by display_order, name`)
  return rows
}
