import { type SQL, sql } from 'drizzle-orm'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addMonths, dateInZone, type IsoDate, isIsoDate, nightsBetween } from '#app/shared/dates.ts'
import { type CountedStay, rentWithin } from '../counted-stay.ts'
import { endedWithin, listCountedStays, retainedAmount } from '../counted-stays.server.ts'
import { isWithin, lastPeriods, type Period, periodFromQuery, periodOf } from '../periods.ts'
import { addSales, NO_SALES, nightsSince, type Sales } from './business.ts'
import {
  listBlocked,
  listBySourceAndCode,
  listCanceled,
  listEnded,
  listNights,
  listReportProperties,
  type OfProperty,
  UNDONE,
} from './sales.server.ts'

const MONTHS = 12
const DAY_MS = 86_400_000

export const lastYear = ({ from, to }: Period): Period => ({
  from: addMonths(from, -MONTHS),
  to: addMonths(to, -MONTHS),
})

/** The months of `[from, to)`, which begins and ends with a month. */
export function monthsOf({ from, to }: Period): Period[] {
  const months: Period[] = []
  for (let first = from; first < to; first = addMonths(first, 1)) months.push(periodOf(first, 'month'))
  return months
}

/** A year ago at this time of the day. For February 29, it is the last day of that month. */
function yearBefore(now: Date, today: IsoDate): Date {
  const year = Number(today.slice(0, 4)) - 1
  const sameDay = `${year}${today.slice(4)}`
  const day = isIsoDate(sameDay) ? sameDay : `${year}-02-28`
  return new Date(now.getTime() - nightsBetween(day, today) * DAY_MS)
}

/**
 * A year beside the year before, by month and home, as the address names them. By default it is this year of all homes.
 * A fixed number of statements, however many homes and stays there are.
 */
export async function getBusiness(services: Services, query: URLSearchParams) {
  const { db, clock } = services
  const now = clock.now()
  const today = dateInZone(now, await getOperatorTimeZone(services))
  const properties = await listReportProperties(db)
  const property = properties.find(({ slug }) => slug === query.get('property')) ?? null
  const year = periodFromQuery(query.get('year'), 'year') ?? periodOf(today, 'year')
  const before = lastYear(year)
  const shown = properties.filter(({ id }) => property === null || id === property.id)
  const both = { from: before.from, to: year.to }
  const canceled = await listCanceled(db, both, property?.id ?? null)
  const ended = await listEnded(db, both, property?.id ?? null)
  const sales = salesOf(both, {
    properties: shown,
    nights: await listNights(db, both, { property: property?.id ?? null }),
    blocked: await listBlocked(db, both, shown),
    ended,
    canceled,
  })
  const pace = await listNights(db, before, { property: property?.id ?? null, at: yearBefore(now, today) })
  const ofProperty = Map.groupBy(sales, ({ propertyId }) => propertyId)
  const of = (period: Period, some = sales) => addSales(some.filter(({ month }) => isWithin(month, period)))
  const months = monthsOf(year)
  return {
    today,
    period: year,
    property: property?.slug ?? '',
    properties: properties.map(({ slug, name }) => ({ slug, name })),
    periods: lastPeriods(addMonths(today, MONTHS), 'year', 5),
    months: months.map((month) => ({
      month: month.from,
      now: of(month),
      before: of(lastYear(month)),
      /** The bookings of a year ago for the month of the year before. */
      pace: sumOf(pace.filter((one) => one.month === addMonths(month.from, -MONTHS))),
    })),
    total: { now: of(year), before: of(before) },
    byProperty: shown.map(({ id, slug, name }) => {
      const own = ofProperty.get(id) ?? []
      return { slug, name, now: of(year, own), before: of(before, own) }
    }),
    ...(await listBySourceAndCode(db, year, property?.id ?? null)),
    canceled: sumCanceled(canceled.filter(({ month }) => isWithin(month, year))),
    opened: await getOpened(db, query, { year, property: property?.id ?? null }),
  }
}

const sumOf = (all: readonly { nights: number; rent: number }[]) => ({
  nights: all.reduce((sum, { nights }) => sum + nights, 0),
  rent: all.reduce((sum, { rent }) => sum + rent, 0),
})

const sumCanceled = (all: readonly { stays: number; retained: number }[]) => ({
  stays: all.reduce((sum, { stays }) => sum + stays, 0),
  retained: all.reduce((sum, { retained }) => sum + retained, 0),
})

type Property = Awaited<ReturnType<typeof listReportProperties>>[number]
type MonthSales = Sales & { propertyId: string; month: IsoDate }

type Read = {
  properties: readonly Property[]
  nights: Awaited<ReturnType<typeof listNights>>
  blocked: Awaited<ReturnType<typeof listBlocked>>
  ended: Awaited<ReturnType<typeof listEnded>>
  canceled: Awaited<ReturnType<typeof listCanceled>>
}

/**
 * The sales of each home in each month of the period. A home that is not published counts in months in which somebody
 * stays.
 */
export function salesOf(period: Period, { properties, nights, blocked, ended, canceled }: Read): MonthSales[] {
  const byKey = new Map<string, MonthSales>()
  const at = ({ propertyId, month }: { propertyId: string; month: IsoDate }) => {
    const key = `${propertyId} ${month}`
    const sales = byKey.get(key) ?? { ...NO_SALES, propertyId, month }
    if (!byKey.has(key)) byKey.set(key, sales)
    return sales
  }
  for (const one of nights) Object.assign(at(one), { nights: one.nights, rent: one.rent })
  for (const one of ended) {
    const { stays, nights: stayedNights, leadStays, leadDays, revenue } = one
    Object.assign(at(one), { stays, stayedNights, leadStays, leadDays, revenue })
  }
  for (const one of canceled) at(one).revenue += one.revenue
  for (const one of blocked) at(one)[one.kind === 'owner' ? 'ownerNights' : 'closedNights'] += one.nights
  const months = monthsOf(period)
  for (const { id: propertyId, first, isPublished } of properties) {
    for (const month of months) {
      const sales = at({ propertyId, month: month.from })
      if (!isPublished && sales.nights === 0) continue
      sales.open = nightsSince(first, month) - sales.ownerNights - sales.closedNights
    }
  }
  return [...byKey.values()]
}

/** The stays behind a figure: of a month, a source, or a code, or those that were canceled. Null if none is opened. */
async function getOpened(db: Tx, query: URLSearchParams, { year, property }: { year: Period; property: OfProperty }) {
  const where = whereOf(query, year)
  if (!where) return null
  const stays = await listCountedStays(db, {
    where: property === null ? where : sql`${where} and version.property_id = ${property}`,
  })
  const month = monthOf(query)
  return stays.map((stay) => {
    const { reference, property: name, checkIn, checkOut, source, rent, cleaning, fees, isConfirmed, retained } = stay
    return {
      reference,
      property: name,
      checkIn,
      checkOut,
      source,
      rent,
      part: month && isConfirmed ? partIn(month, stay) : null,
      revenue: isConfirmed ? rent + cleaning + fees : retained,
    }
  })
}

/** The rent of a stay in a month of which it has only some nights. */
function partIn(month: Period, stay: CountedStay) {
  if (stay.checkIn >= month.from && stay.checkOut <= month.to) return null
  return { month: month.from, rent: rentWithin(stay, month), isEven: stay.nightSums === null }
}

/** The month whose stays are opened; null if others are. */
const monthOf = (query: URLSearchParams): Period | null =>
  query.get('source') || query.get('code') || query.has('canceled')
    ? null
    : periodFromQuery(query.get('month'), 'month')

function whereOf(query: URLSearchParams, year: Period): SQL | null {
  const { source, code } = Object.fromEntries(query)
  const ended = ({ from, to }: Period) =>
    sql`version.status = 'confirmed' and version.check_out_date >= ${from}::date and version.check_out_date < ${to}::date`
  if (source) return sql`${ended(year)} and version.source = ${source}`
  if (code) return sql`${ended(year)} and version.promo_code = ${code}`
  if (query.has('canceled')) return sql`${endedWithin(year)} and not ${UNDONE}`
  const month = monthOf(query)
  if (!month) return null
  const { from, to } = month
  // By night for the rent, and by check-out or cancellation for the revenue.
  return sql`(version.status = 'confirmed' and version.check_out_date >= ${from}::date and version.check_in_date < ${to}::date
    or ${endedWithin(month)} and (not ${UNDONE} or ${retainedAmount(null)} <> 0))`
}
