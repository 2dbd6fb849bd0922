import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMonth, startOfMonth } from '#app/shared/dates.ts'
import { type Cents, formatAmount, formatMoney } from '#app/shared/money.ts'
import { getOwed } from '../owed/owed.server.ts'
import { getBusiness } from './business.server.ts'
import { adr } from './business.ts'

const wholeDollars = (cents: Cents) => formatAmount(Math.round(cents / 100) * 100)

/** This month beside the same month of last year, what guests owe, and the year by month. */
export async function getMonthFigures(services: Services, by: Operator) {
  const { today, months } = await getBusiness(services, new URLSearchParams())
  const current = months.find(({ month }) => month === startOfMonth(today))
  if (!current) return null
  const { now, before } = current
  const { owed } = await getOwed(services, by)
  const sumOf = (all: typeof owed) => all.reduce((sum, { amount }) => sum + amount, 0)
  const late = sumOf(owed.filter(({ isLate }) => isLate))
  const rate = (sales: typeof now) => wholeDollars(adr(sales) ?? 0)
  const lastYear = (words: string) => `${words} last year`
  return {
    title: formatMonth(today),
    figures: [
      { label: 'Revenue', value: wholeDollars(now.revenue), note: lastYear(wholeDollars(before.revenue)) },
      { label: 'Nights sold', value: `${now.nights} of ${now.open}`, note: lastYear(String(before.nights)) },
      { label: 'Average daily rate', value: rate(now), note: lastYear(rate(before)) },
      {
        label: 'Payments due',
        value: wholeDollars(sumOf(owed)),
        ...(late > 0 && { note: `${formatMoney(late)} late`, tone: 'bad' as const }),
      },
    ],
    bars: months.map((one) => ({
      label: formatMonth(one.month).slice(0, 3),
      now: one.now.revenue,
      before: one.before.revenue,
      isCurrent: one === current,
    })),
  }
}

export type MonthFigures = NonNullable<Awaited<ReturnType<typeof getMonthFigures>>>
