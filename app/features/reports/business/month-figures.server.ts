import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, formatMonth } from '#app/shared/dates.ts'
import { formatDollars, formatMoney } from '#app/shared/money.ts'
import { getOwed } from '../owed/owed.server.ts'
import { isWithin, type Period, periodOf } from '../periods.ts'
import { getSales, lastYear, monthsOf } from './business.server.ts'
import { addSales, adr } from './business.ts'
import { listCanceled, listEnded, listReportProperties } from './sales.server.ts'

/**
 * This month beside the same month of last year, what guests owe, and the revenue of the year by month. Ten statements:
 * nights are counted in two months only, which is much less than the report on the year reads.
 */
export async function getMonthFigures(services: Services, by: Operator) {
  const { db, clock } = services
  const today = dateInZone(clock.now(), await getOperatorTimeZone(services))
  const properties = await listReportProperties(db)
  const month = periodOf(today, 'month')
  const year = periodOf(today, 'year')
  const both = { from: lastYear(year).from, to: year.to }
  const canceled = await listCanceled(db, both, null)
  const salesOf = async (period: Period) => {
    const ofPeriod = canceled.filter((one) => isWithin(one.month, period))
    return addSales(await getSales(db, period, { properties, of: null, canceled: ofPeriod }))
  }
  const now = await salesOf(month)
  const before = await salesOf(lastYear(month))
  const earned = [...(await listEnded(db, both, null)), ...canceled]
  const revenueOf = (period: Period) =>
    earned.reduce((sum, one) => sum + (isWithin(one.month, period) ? one.revenue : 0), 0)
  const { owed } = await getOwed(services, by)
  const sumOf = (all: typeof owed) => all.reduce((sum, { amount }) => sum + amount, 0)
  const late = sumOf(owed.filter(({ isLate }) => isLate))
  const rate = (sales: typeof now) => formatDollars(adr(sales) ?? 0)
  const beside = (words: string) => `${words} last year`
  return {
    title: formatMonth(today),
    figures: [
      { label: 'Revenue', value: formatDollars(now.revenue), note: beside(formatDollars(before.revenue)) },
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
