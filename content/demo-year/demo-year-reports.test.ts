import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listHistory } from '#app/features/back-office/history.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { listPostings } from '#app/features/bookkeeping/bookkeeping.server.ts'
import { getLodgingTax } from '#app/features/lodging-tax/lodging-tax.server.ts'
import { owners } from '#app/features/owners/owners.tables.server.ts'
import { listStatements } from '#app/features/owners/statements.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { getBusiness } from '#app/features/reports/business/business.server.ts'
import { periodOf } from '#app/features/reports/periods.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { addMonths, startOfMonth } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { goLive } from '#server/commands/go-live.ts'
import { describeWithDatabase } from '#test/database.ts'
import { DAY, useDemoYear } from '#test/demo-year.ts'

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const taxesOf = (lines: unknown, authority?: string) =>
  (lines as PriceLine[])
    .filter(({ kind, jurisdiction }) => kind === 'tax' && (!authority || jurisdiction === authority))
    .map(({ amount }) => amount)
const FROM_HISTORY = { property: '', booking: '', operator: '', thing: '', day: '', page: 1 }
/** The months of stays that are over. */
const MONTHS = Array.from({ length: 11 }, (_, ago) => addMonths(startOfMonth(DAY), -1 - ago))

describeWithDatabase('the reports of the demo', (database) => {
  const { fill, servicesOn } = useDemoYear(database)

  test('have the same income of each month in Business, in the journal, and in the bookings themselves', async () => {
    await fill()
    const { db } = database()
    const confirmed = await db.select().from(bookings).where(eq(bookings.status, 'confirmed'))
    const { rows: retained } = await db.execute<{ month: string; cents: number }>(sql`
      select to_char(max(changed_at), 'YYYY-MM') as month, round(100 * (
          select sum(case when kind = 'refunded' then -amount when kind = 'retained' then 0 else amount end)
          from ledger where ledger.booking_id = bookings.id) - 100 * return_due)::int as cents
        from bookings join booking_changes on booking_changes.booking_id = bookings.id and to_status = 'cancelled'
        where status = 'cancelled' group by bookings.id`)
    for (const month of MONTHS) {
      const [year = '', number] = month.split('-')
      const stays = confirmed.filter(({ checkOutDate }) => startOfMonth(checkOutDate) === month)
      const income =
        sumOf(stays.map(({ totalAmount, lines }) => centsFromNumeric(totalAmount) - sumOf(taxesOf(lines)))) +
        sumOf(retained.filter((one) => month.startsWith(one.month)).map(({ cents }) => cents))
      const business = await getBusiness(servicesOn(DAY), new URLSearchParams({ year }))
      const postings = await listPostings(db, periodOf(month, 'month'))
      const posted = postings.filter(({ account }) => ['rent', 'cleaning', 'fees', 'retained'].includes(account))
      expect([month, business.months[Number(number) - 1]?.now.revenue]).toEqual([month, income])
      expect([month, -sumOf(posted.map(({ amount }) => amount))]).toEqual([month, income])
    }
  })

  test('have three filed months of a lodging tax, and one that is due, each with the taxes of its stays', async () => {
    await fill()
    const authority = 'Steamboat Springs'
    const confirmed = await database().db.select().from(bookings).where(eq(bookings.status, 'confirmed'))
    const states: boolean[] = []
    for (const month of MONTHS.slice(0, 4)) {
      const query = new URLSearchParams({ authority, period: month.slice(0, 7) })
      const tax = await getLodgingTax(servicesOn(DAY), query)
      if (!tax) throw new Error('there is no tax')
      const stays = confirmed.filter(({ checkOutDate }) => startOfMonth(checkOutDate) === month)
      const rows = tax.figures.rows.filter(({ kind }) => kind === 'rate')
      const later = await changedTax(month, authority)
      expect(sumOf(rows.map((row) => row.tax)) + later).toBe(
        sumOf(stays.flatMap(({ lines }) => taxesOf(lines, authority))),
      )
      states.push(tax.filed !== null)
    }
    expect(states).toEqual([false, true, true, true])
  })

  /** The tax of what later filings have of a month, and of what the open one will have. */
  async function changedTax(month: string, authority: string): Promise<number> {
    const taxes: number[] = []
    for (const later of MONTHS.filter((one) => one > month)) {
      const query = new URLSearchParams({ authority, period: later.slice(0, 7) })
      const { adjustments = [] } = (await getLodgingTax(servicesOn(DAY), query))?.figures ?? {}
      taxes.push(...adjustments.filter(({ period }) => period.from === month).map(({ tax }) => tax))
    }
    return sumOf(taxes)
  }

  test('have an owner with three statements that were paid, each with the stays of its month', async () => {
    await fill()
    const { db } = database()
    const [owner] = await db.select().from(owners)
    const sent = await listStatements(db, owner?.id ?? '')
    expect(sent.map(({ month }) => month)).toEqual(['2026-12-01', '2026-11-01', '2026-10-01'])
    const listed = await db.select().from(bookings).where(eq(bookings.status, 'confirmed'))
    for (const { month, figures, paidOn } of sent) {
      const owned = new Set(figures.properties.map(({ id }) => id))
      const stays = listed.filter(
        ({ propertyId, checkOutDate }) => owned.has(propertyId) && startOfMonth(checkOutDate) === month,
      )
      const stated = figures.stays.filter(({ canceledOn }) => canceledOn === null)
      expect(stated.map(({ reference }) => reference).sort()).toEqual(stays.map(({ reference }) => reference).sort())
      expect(paidOn).not.toBeNull()
      expect(figures.sums.payout).toBe(
        figures.sums.revenue -
          figures.sums.notPassedOn -
          figures.sums.commission -
          figures.sums.platformCommission -
          figures.sums.turnover -
          figures.sums.costs,
      )
    }
    expect(sent.some(({ figures }) => figures.sums.platformCommission > 0)).toBe(true)
    expect(sent.flatMap(({ figures }) => figures.costs).length).toBeGreaterThan(0)
  })

  test('have a History that is read with its words and facts', async () => {
    await fill()
    const { entries } = await listHistory(servicesOn(DAY), FROM_HISTORY, UNNAMED, 1000)
    expect(entries.length).toBeGreaterThan(100)
    for (const { words, by, facts } of entries) {
      expect(`${words} ${JSON.stringify(facts)}`).not.toMatch(/undefined|NaN/)
      expect(by).toBe('by Sample: Robin')
    }
  })

  test('are gone after going live, with everything that says it is a sample', async () => {
    await fill()
    const outcome = await goLive(servicesOn(DAY, { SITE_URL: 'https://stay.example' }))
    expect(outcome.ok).toBe(true)
    const { rows } = await database().db.execute<{ name: string }>(
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    // Images stay until the clean-up finds that nothing names them.
    for (const { name } of rows.filter((table) => table.name !== 'media_objects')) {
      const left = await database().db.execute(
        sql`select * from ${sql.identifier(name)} t where to_jsonb(t)::text ~ 'Sample|@example[.]com|DEMO-|PRIZE-'`,
      )
      expect([name, left.rows]).toEqual([name, []])
    }
  })
})
