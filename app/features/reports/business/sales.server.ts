import { type SQL, sql } from 'drizzle-orm'
import type { BookingSource } from '#app/features/bookings/booking-sources.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { retainedAmount, versionsAt } from '../counted-stays.server.ts'
import type { Period } from '../periods.ts'

/** A figure of a home in a month, whose first day is `month`. */
type OfMonth = { propertyId: string; month: IsoDate }

/** Of a property, or of all. */
export type OfProperty = string | null
const ofProperty = (property: OfProperty) => (property === null ? sql`` : sql`and version.property_id = ${property}`)

/** The price of the first nights of a stay, or their number where they have no prices. */
const costOf = (nights: SQL) => sql`coalesce(night_sums[${nights}], ${nights})`

/** The part of an amount that the nights of a month have, in whole cents. The parts of all months add up to it. */
const partOf = (amount: SQL) => {
  const until = (day: SQL) =>
    sql`floor(${amount}::numeric * ${costOf(sql`${day} - check_in_date`)} / ${costOf(sql`check_out_date - check_in_date`)} + 0.5)`
  return sql`${until(sql`least(check_out_date, month + interval '1 month')::date`)}
    - ${until(sql`greatest(check_in_date, month)::date`)}`
}

/** The first day of the month of a night. */
const monthOf = (night: SQL) => sql`date_trunc('month', ${night}::timestamp)::date`

/**
 * Nights that guests stay, and their rent, by home and month, as they were booked at a moment. Most stays lie within one
 * month: only others are divided.
 */
export async function listNights(
  db: Tx,
  { from, to }: Period,
  { property, at = null }: { property: OfProperty; at?: Date | null },
): Promise<(OfMonth & { nights: number; rent: Cents })[]> {
  const { rows } = await db.execute<OfMonth & { nights: number; rent: Cents }>(sql`
    with stay as materialized (
      select property_id, check_in_date, check_out_date, rent, ${monthOf(sql`check_in_date`)} as first,
          ${monthOf(sql`(check_out_date - 1)`)} as last,
          case when ${monthOf(sql`check_in_date`)} <> ${monthOf(sql`(check_out_date - 1)`)} then night_sums end as night_sums
        from ${versionsAt(at)} version
        where status = 'confirmed' and check_out_date > ${from}::date and check_in_date < ${to}::date ${ofProperty(property)})
    select property_id as "propertyId", month::date::text as month, sum(nights)::int as nights, sum(rent)::float8 as rent
      from (select property_id, first as month, check_out_date - check_in_date as nights, rent::numeric
          from stay where first = last
        union all
        select property_id, month::date,
            least(check_out_date, month + interval '1 month')::date - greatest(check_in_date, month)::date,
            ${partOf(sql`rent`)}
          from stay
          cross join lateral generate_series(greatest(first, ${from}::date)::timestamp,
            least(last, ${to}::date - 1)::timestamp, interval '1 month') month
          where first <> last) parts
      group by 1, 2`)
  return rows
}

type Ended = OfMonth & { stays: number; nights: number; leadStays: number; leadDays: number; revenue: Cents }

/** A sum of it is more than an integer holds from 21 million dollars on. */
const EARNED = sql`(rent + cleaning + fees)`

/**
 * Stays by the month of their check-out: how many, their nights and days from booking to check-in, and their revenue.
 * When an imported stay was booked is not known.
 */
export async function listEnded(db: Tx, { from, to }: Period, property: OfProperty): Promise<Ended[]> {
  const { rows } = await db.execute<Ended>(sql`
    select version.property_id as "propertyId", date_trunc('month', version.check_out_date::timestamp)::date::text as month,
        count(*)::int as stays, sum(version.check_out_date - version.check_in_date)::int as nights,
        (count(*) filter (where imported.booking_id is null))::int as "leadStays",
        coalesce(sum(greatest(0, version.check_in_date - (booking.created_at at time zone property.time_zone)::date))
          filter (where imported.booking_id is null), 0)::int as "leadDays",
        sum(${EARNED})::float8 as revenue
      from ${versionsAt(null)} version
      join bookings booking on booking.id = version.booking_id
      left join imported_bookings imported on imported.booking_id = version.booking_id
      join properties property on property.id = version.property_id
      where version.status = 'confirmed' and version.check_out_date >= ${from}::date and version.check_out_date < ${to}::date
        ${ofProperty(property)}
      group by version.property_id, date_trunc('month', version.check_out_date::timestamp)`)
  return rows
}

/** The revenue of stays of all homes by the month of their check-out. */
export async function listRevenue(db: Tx, { from, to }: Period): Promise<{ month: IsoDate; revenue: Cents }[]> {
  const { rows } = await db.execute<{ month: IsoDate; revenue: Cents }>(sql`
    select date_trunc('month', check_out_date::timestamp)::date::text as month, sum(${EARNED})::float8 as revenue
      from ${versionsAt(null)} version
      where status = 'confirmed' and check_out_date >= ${from}::date and check_out_date < ${to}::date
      group by 1`)
  return rows
}

type SalesBy = {
  source: BookingSource | null
  code: string | null
  stays: number
  nights: number
  revenue: Cents
  /** The part of the revenue that platforms keep. */
  commission: Cents
}

/** Stays by where they come from, and by their code, of the year of their check-out. The most revenue comes first. */
export async function listBySourceAndCode(db: Tx, { from, to }: Period, property: OfProperty) {
  const { rows } = await db.execute<SalesBy>(sql`
    select source, promo_code as code, count(*)::int as stays, sum(check_out_date - check_in_date)::int as nights,
        sum(${EARNED})::float8 as revenue, sum(platform_commission)::float8 as commission
      from ${versionsAt(null)} version
      where status = 'confirmed' and check_out_date >= ${from}::date and check_out_date < ${to}::date ${ofProperty(property)}
      group by grouping sets (source, promo_code) order by revenue desc, 1, 2`)
  return {
    bySource: rows.flatMap(({ source, ...sales }) => (source === null ? [] : [{ ...sales, key: source }])),
    byCode: rows.flatMap(({ code, ...sales }) => (code === null ? [] : [{ ...sales, key: code }])),
  }
}

/** Bookings that nobody canceled: Undo reverted them or their import. Money may still come for them. */
export const UNDONE = sql`version.booking_id in (
  select subject_id::uuid from audit where undoes is not null and action = 'booking.added'
  union all select booking_id from imported_bookings
    join audit on subject_id = import_id::text and undoes is not null and action = 'bookings.imported')`

type Canceled = OfMonth & { stays: number; retained: Cents; revenue: Cents }

/**
 * Canceled stays, by home and month of the cancellation, with retained amounts. The revenue also has those that Undo
 * reverted. A confirmed stay can only be canceled, so that its day is that of `ENDED_ON`.
 */
export async function listCanceled(db: Tx, { from, to }: Period, property: OfProperty): Promise<Canceled[]> {
  const { rows } = await db.execute<Canceled>(sql`
    select "propertyId", date_trunc('month', ended_on::timestamp)::date::text as month,
        (count(*) filter (where not undone))::int as stays,
        coalesce(sum(retained) filter (where not undone), 0)::float8 as retained, sum(retained)::float8 as revenue
      from (select version.property_id as "propertyId", (ended.at at time zone property.time_zone)::date as ended_on,
          ${retainedAmount(null)} as retained, ${UNDONE} as undone
        from ${versionsAt(null)} version join properties property on property.id = version.property_id
        join (select booking_id, max(changed_at) as at from booking_changes where from_status = 'confirmed' group by 1) ended
          on ended.booking_id = version.booking_id
        where version.status <> 'confirmed' ${ofProperty(property)}
        -- Else each part would be computed wherever it is named.
        offset 0) known
      where ended_on >= ${from}::date and ended_on < ${to}::date
      group by 1, 2`)
  return rows
}

/**
 * Nights from the first day of these homes on that could not be sold, by home and month. A night that was sold could.
 */
export async function listBlocked(
  db: Tx,
  { from, to }: Period,
  properties: readonly Pick<ReportProperty, 'id' | 'first'>[],
): Promise<(OfMonth & { kind: 'owner' | 'closed'; nights: number })[]> {
  const firsts = JSON.stringify(properties.map(({ id, first }) => ({ id, first })))
  const { rows } = await db.execute<OfMonth & { kind: 'owner' | 'closed'; nights: number }>(sql`
    select property_id as "propertyId", month::date::text as month, kind,
        sum(least(upper(span), month + interval '1 month')::date - greatest(lower(span), month)::date)::int as nights
      from (select blocks.property_id, kind, datemultirange(nights * daterange(property.first, null)) - coalesce((
            select range_agg(occupancies.nights) from occupancies join bookings on bookings.id = booking_id
              where occupancies.property_id = blocks.property_id and occupancies.nights && blocks.nights
                and occupancies.kind = 'booking' and status = 'confirmed'), '{}') as spans
        from blocks
        join jsonb_to_recordset(${firsts}::jsonb) property (id uuid, first date) on property.id = blocks.property_id
        where kind <> 'visit' and nights && daterange(${from}::date, ${to}::date)) blocked
      cross join lateral unnest(spans) span
      cross join lateral generate_series(greatest(date_trunc('month', lower(span)::timestamp), ${from}::timestamp),
        least(upper(span) - 1, ${to}::date - 1)::timestamp, interval '1 month') month
      group by 1, 2, 3`)
  return rows
}

type ReportProperty = { id: string; slug: string; name: string; first: IsoDate; isPublished: boolean }

/** The homes that a report is about, each with its first day: that it was added, or that somebody stayed. */
export async function listReportProperties(db: Tx): Promise<ReportProperty[]> {
  const { rows } = await db.execute<ReportProperty>(sql`
    select id, slug, name, published as "isPublished",
        least((created_at at time zone time_zone)::date, (select min(check_in_date) from booking_versions
          where property_id = properties.id and replaced_at is null and status = 'confirmed'))::text as first
      from properties order by display_order, name`)
  return rows
}
