import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readJournal } from '#app/features/bookkeeping/bookkeeping.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { describeBeforeMigration } from '#test/database.ts'
import { makeBooking, makeProperty } from '#test/factories.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

const AMOUNTS = 'select rent, cleaning, fees from booking_versions order by check_in_date'

describeBeforeMigration('0098_rent_not_below_zero.sql', 'A stay whose price was taken off', (database) => {
  const LINES: PriceLine[] = [
    { kind: 'nights', label: 'Nights', amount: 200_00 },
    { kind: 'cleaning', label: 'Cleaning fee', amount: 300_00 },
    { kind: 'fee', label: 'Linen', amount: 50_00 },
  ]
  const book = (home: string, month: string, { off, tax = 0 }: { off: number; tax?: number }) => {
    const lines: PriceLine[] = [
      ...LINES,
      { kind: 'tax', label: 'Bed tax ($10.00 a night)', amount: tax * 100 },
      { kind: 'discount', label: 'Refund', amount: -off * 100 },
    ]
    const row = { status: 'confirmed' as const, lines, totalAmount: String(550 + tax - off) }
    return makeBooking(database().db, home, { from: `2027-${month}-01`, to: `2027-${month}-03` }, row)
  }

  test('has no rent below zero from now on: what is beyond the nights lowers cleaning and fees', async () => {
    const { db } = database()
    const home = await makeProperty(db, { slug: 'cabin' })
    await migrate(database(), migrationsFolder)
    await book(home, '04', { off: 120 })
    await book(home, '05', { off: 240 })
    await book(home, '06', { off: 550 })
    await book(home, '07', { off: 570, tax: 20 })
    expect((await db.execute(AMOUNTS)).rows).toEqual([
      { rent: 80_00, cleaning: 300_00, fees: 50_00 },
      { rent: 0, cleaning: 260_00, fees: 50_00 },
      { rent: 0, cleaning: 0, fees: 0 },
      { rent: 0, cleaning: 0, fees: -20_00 },
    ])
    await db.execute("update booking_versions set recorded_at = '2026-01-01'")
    const postings = await readJournal(db, { from: '2027-01-01', to: '2028-01-01' })
    expect(postings).not.toEqual([])
    expect(postings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  })

  test('stays as it was if it was booked before, and so does the journal of its month, until it changes', async () => {
    const { db } = database()
    const home = await makeProperty(db, { slug: 'cabin' })
    const id = await book(home, '01', { off: 240 })
    await db.execute("update booking_versions set recorded_at = '2026-01-01'")
    const period = { from: '2027-01-01', to: '2027-02-01' }
    const before = await readJournal(db, period)
    await migrate(database(), migrationsFolder)
    expect((await db.execute(AMOUNTS)).rows).toEqual([{ rent: -40_00, cleaning: 300_00, fees: 50_00 }])
    expect(await readJournal(db, period)).toEqual(before)
    await db.execute(sql`update bookings set total_amount = total_amount where id = ${id}`)
    await db.execute("update booking_versions set recorded_at = '2027-02-10T18:00:00Z' where number = 2")
    await db.execute("update booking_versions set replaced_at = '2027-02-10T18:00:00Z' where number = 1")
    expect(await readJournal(db, period)).toEqual(before)
    const posted = await readJournal(db, { from: '2027-02-01', to: '2027-03-01' })
    const income = posted.filter(({ account }) => account !== 'deposits')
    expect(income).toMatchObject([
      { on: '2027-02-10', account: 'rent', amount: -40_00 },
      { on: '2027-02-10', account: 'cleaning', amount: 40_00 },
    ])
  })
})
