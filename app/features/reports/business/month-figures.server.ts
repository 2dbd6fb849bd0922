import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, formatMonth } from '#app/shared/dates.ts'
import { formatDollars, formatMoney } from '#app/shared/money.ts'
import { getOwed } from '../owed/owed.server.ts'
import { type Period, periodOf } from '../periods.ts'
import { lastYear, monthsOf, salesOf } from './business.server.ts'
import { addSales, adr } from './business.ts'
import { listBlocked, listCanceled, listNights, listReportProperties, listRevenue } from './sales.server.ts'

/**
 * This month beside the same month of last year, what guests owe, and the revenue of the year by month. Eight statements:
 * nights are counted in two months only, which is much less than the report on the year reads.
 */
export async function getMonthFigures(services: Services, by: Operator) {
  const { db, clock } = services
  const today = dateInZone(clock.now(), await getOperatorTimeZone(services))
  const properties = await listReportProperties(db)
  const month = periodOf(today, 'month')
  const year = periodOf(today, 'year')
  const both = { from: lastYear(year).from, to: year.to }
  const soldIn = async (period: Period) => {
    const nights = await listNights(db, period, { property: null })
    const blocked = await listBlocked(db, period, properties)
    return addSales(salesOf(period, { properties, nights, blocked, ended: [], canceled: [] }))
  }
  const now = await soldIn(month)
  const before = await soldIn(lastYear(month))
  const earned = Map.groupBy(
    [...(await listRevenue(db, both)), ...(await listCanceled(db, both, null))],
    (one) => one.month,
  )
  const revenueOf = ({ from }: Period) => (earned.get(from) ?? []).reduce((sum, { revenue }) => sum + revenue, 0)
  const { owed } = await getOwed(services, by)
  const sumOf = (all: typeof owed) => all.reduce((sum, { amount }) => sum + amount, 0)
  const late = sumOf(owed.filter(({ isLate }) => isLate))
  const rate = (sales: typeof now) => formatDollars(adr(sales) ?? 0)
  const beside = (words: string) => `${words} last year`
  return {
    title: formatMonth(today),
    figures: [
      {
        label: 'Revenue',
        value: formatDollars(revenueOf(month)),
        note: beside(formatDollars(revenueOf(lastYear(month)))),
      },
      { label: 'Nights sold', value: `${now.nights} of ${now.open}`, note: beside(String(before.nights)) },
      { label: 'Average daily rate', value: rate(now), note: beside(rate(before)) },
      {
        label: 'Payments due',
        value: formatDollars(sumOf(owed)),
        ...(late > 0 && { note: `${formatMoney(late)} late`, tone: 'bad' as const }),
      },
    ],
    bars: monthsOf(year).map((one) => ({
      label: formatMonth(one.from).slice(0, 3),
      now: revenueOf(one),
      before: revenueOf(lastYear(one)),
      isCurrent: one.from === month.from,
    })),
  }
}

export type MonthFigures = Awaited<ReturnType<typeof getMonthFigures>>
