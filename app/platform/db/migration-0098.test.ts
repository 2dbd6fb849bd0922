import { expect, test } from 'vitest'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { describeBeforeMigration } from '#test/database.ts'
import { makeBooking, makeProperty } from '#test/factories.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

const AMOUNTS = 'select rent, cleaning, fees from booking_versions order by check_in_date'

describeBeforeMigration('0098_rent_not_below_zero.sql', 'A stay whose price was taken off', (database) => {
  test('has no rent below zero, now and later: what is beyond the nights lowers cleaning and fees', async () => {
    const { db } = database()
    const home = await makeProperty(db, { slug: 'cabin' })
    const book = (month: string, refund: number) => {
      const lines: PriceLine[] = [
        { kind: 'nights', label: 'Nights', amount: 200_00 },
        { kind: 'cleaning', label: 'Cleaning fee', amount: 300_00 },
        { kind: 'fee', label: 'Linen', amount: 50_00 },
        { kind: 'discount', label: 'Refund', amount: -refund * 100 },
      ]
      const row = { status: 'confirmed' as const, lines, totalAmount: String(550 - refund) }
      return makeBooking(db, home, { from: `2027-${month}-01`, to: `2027-${month}-03` }, row)
    }
    await book('01', 120)
    await book('02', 240)
    await book('03', 550)
    expect((await db.execute(AMOUNTS)).rows.map(({ rent }) => rent)).toEqual([80_00, -40_00, -350_00])
    await migrate(database(), migrationsFolder)
    await book('04', 120)
    await book('05', 240)
    await book('06', 550)
    const shown = [
      { rent: 80_00, cleaning: 300_00, fees: 50_00 },
      { rent: 0, cleaning: 260_00, fees: 50_00 },
      { rent: 0, cleaning: 0, fees: 0 },
    ]
    expect((await db.execute(AMOUNTS)).rows).toEqual([...shown, ...shown])
  })
})
