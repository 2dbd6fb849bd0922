import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeBeforeMigration } from '#test/database.ts'
import { makeBooking, makeProperty } from '#test/factories.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'
import { bookings, ledger, occupancies } from './schema.server.ts'

describeBeforeMigration('0096_kept_by_hand.sql', 'A stay that was canceled before', (database) => {
  test('keeps what was paid by hand without what is promised back, and a later return changes nothing before', async () => {
    const { db } = database()
    const home = await makeProperty(db, { slug: 'cabin' })
    const nights = { from: '2027-07-01', to: '2027-07-05' }
    const bookingId = await makeBooking(db, home, nights, { status: 'confirmed', totalAmount: '1000.00' })
    const paid = { bookingId, kind: 'paid-elsewhere' as const, happenedAt: new Date(Date.now() - 86_400_000) }
    await db.insert(ledger).values({ ...paid, amount: '1000.00' })
    const own = eq(bookings.id, bookingId)
    await db.transaction(async (tx) => {
      await tx.delete(occupancies)
      await tx.update(bookings).set({ status: 'cancelled', refundAmount: '600.00', returnDue: '600.00' }).where(own)
      await tx.execute(`insert into booking_changes (booking_id, number, from_status, to_status, cause, changed_at)
        select booking_id, max(number) + 1, 'confirmed', 'cancelled', 'guest', now() from booking_changes group by booking_id`)
    })
    await db.transaction(async (tx) => {
      await tx.insert(ledger).values({ ...paid, happenedAt: new Date(), amount: '-600.00' })
      await tx.update(bookings).set({ returnDue: '0' }).where(own)
    })
    await migrate(database(), migrationsFolder)
    const { rows } = await db.execute('select number, status, kept_by_hand from booking_versions order by number')
    expect(rows).toEqual([
      { number: 1, status: 'confirmed', kept_by_hand: 0 },
      { number: 2, status: 'cancelled', kept_by_hand: 40_000 },
      { number: 3, status: 'cancelled', kept_by_hand: 40_000 },
    ])
  })
})
