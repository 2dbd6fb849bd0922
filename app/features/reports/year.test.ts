import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { listPostings } from '#app/features/bookkeeping/bookkeeping.server.ts'
import { getLodgingTax } from '#app/features/lodging-tax/lodging-tax.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { centsFromNumeric, formatDollars } from '#app/shared/money.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testClock, testServices } from '#test/factories.ts'
import { makeYear } from '#test/money-year.ts'
import { getBusiness } from './business/business.server.ts'
import { adr } from './business/business.ts'
import { getMonthFigures } from './business/month-figures.server.ts'
import { periodOf } from './periods.ts'

type Row = {
  id: string
  property: string
  status: string
  source: string
  in: string
  out: string
  total: string
  lines: PriceLine[]
  net: string
  moved: string | null
}

/** Every booking with the ledger's payments for it in the end. No table is read that is only for reports. */
async function readRows({ db }: Services): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select bookings.id, properties.name as property, bookings.status, source, check_in_date::text as in, check_out_date::text as out,
        total_amount as total, lines,
        (select sum(case when kind in ('refunded', 'refunded-elsewhere') then -amount when kind = 'retained' then 0 else amount end)
          from ledger where booking_id = bookings.id) as net,
        (select max((changed_at at time zone properties.time_zone)::date)::text from booking_changes
          where booking_id = bookings.id and to_status = 'cancelled') as moved
      from bookings join properties on properties.id = property_id`)
  return rows
}

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const taxesOf = (lines: PriceLine[], name?: string) =>
  sumOf(
    lines
      .filter(({ kind, jurisdiction }) => kind === 'tax' && (!name || jurisdiction === name))
      .map((line) => line.amount),
  )

describeWithDatabase('a year of 12 homes', (database) => {
  const clock = testClock(new Date('2028-02-01T18:00:00Z'))
  const services = () => testServices(database(), { clock })
  let rows: Row[] = []
  const months = Array.from({ length: 12 }, (_, month) => `2027-${String(month + 1).padStart(2, '0')}`)

  beforeEach(async () => {
    await makeYear(services(), 7)
    rows = await readRows(services())
  }, 120_000)

  test('has the same figures in every report as the ledger alone', async () => {
    const confirmed = rows.filter(({ status }) => status === 'confirmed')
    const canceled = rows.filter(({ status, moved }) => status === 'cancelled' && moved?.startsWith('2027'))
    const moved = confirmed.filter(({ property }) => property === 'Cabin 11')
    expect([confirmed.length > 250, canceled.length > 20, moved.length > 10]).toEqual([true, true, true])
    // One was canceled on the last evening of a month in the mountains: elsewhere, the next month had begun.
    const lastEvenings = canceled.filter(
      ({ in: day, moved: on }) => on && on.slice(0, 7) < addDays(day, -7).slice(0, 7),
    )
    expect(lastEvenings.length).toBeGreaterThan(0)
    // Everything is paid, so that the ledger alone has the revenue of each stay.
    for (const { net, total } of confirmed) expect(net).toBe(total)

    const business = await getBusiness(services(), new URLSearchParams({ year: '2027' }))
    for (const [at, month] of months.entries()) {
      const revenue =
        sumOf(
          confirmed
            .filter(({ out }) => out.startsWith(month))
            .map((row) => centsFromNumeric(row.net) - taxesOf(row.lines)),
        ) + sumOf(canceled.filter(({ moved }) => moved?.startsWith(month)).map(({ net }) => centsFromNumeric(net)))
      expect(business.months[at]?.now.revenue, month).toBe(revenue)
    }
    expect(sumOf(business.byProperty.map(({ now }) => now.revenue))).toBe(business.total.now.revenue)
    expect(business.canceled.retained).toBe(sumOf(canceled.map(({ net }) => centsFromNumeric(net))))

    for (const authority of ['Colorado', 'Routt County', 'Steamboat Springs']) {
      for (const period of months) {
        const report = await getLodgingTax(services(), new URLSearchParams({ authority, period }))
        const here = confirmed.filter(({ out }) => out.startsWith(period))
        expect(report?.figures.due, `${authority} ${period}`).toBe(
          sumOf(here.map(({ lines }) => taxesOf(lines, authority))),
        )
      }
    }

    const all = (
      await Promise.all(months.map((month) => listPostings(services().db, periodOf(`${month}-01`, 'month'))))
    ).flat()
    const byDay = Map.groupBy(all, ({ on }) => on)
    for (const [day, postings] of byDay) expect(sumOf(postings.map(({ amount }) => amount)), day).toBe(0)
    const inAccount = (account: string) =>
      -sumOf(all.filter((one) => one.account === account).map(({ amount }) => amount))
    expect(inAccount('retained')).toBe(sumOf(canceled.map(({ net }) => centsFromNumeric(net))))
    expect(inAccount('rent') + inAccount('cleaning') + inAccount('fees') + inAccount('retained')).toBe(
      business.total.now.revenue,
    )
    const ended = confirmed.filter(({ out }) => out < '2028-01-01')
    expect(inAccount('taxes')).toBe(sumOf(ended.map(({ lines }) => taxesOf(lines))))
  }, 120_000)

  test('has the same month on Today and in Business, also as last year’s', async () => {
    for (const month of [...months, '2028-01', '2028-06', '2028-12']) {
      const then = testServices(database(), { clock: testClock(new Date(`${month}-15T18:00:00Z`)) })
      const today = await getMonthFigures(then, UNNAMED)
      const business = await getBusiness(then, new URLSearchParams())
      const { now, before } = business.months[Number(month.slice(5)) - 1] ?? business.total
      expect(today.figures.slice(0, 3).map(({ value, note }) => [value, note?.replace(' last year', '')])).toEqual([
        [formatDollars(now.revenue), formatDollars(before.revenue)],
        [`${now.nights} of ${now.open}`, `${before.nights}`],
        [formatDollars(adr(now) ?? 0), formatDollars(adr(before) ?? 0)],
      ])
      expect(today.bars.map((bar) => [bar.now, bar.before])).toEqual(
        business.months.map((one) => [one.now.revenue, one.before.revenue]),
      )
    }
  }, 120_000)
})
