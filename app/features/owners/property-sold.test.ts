import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { storeCancellation } from '#app/features/bookings/status/store-cancellation.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { undoLast } from '#test/changes/undo-last.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, makeSite, testClock, testServices } from '#test/factories.ts'
import { ownerPages } from '#test/owner-pages.ts'
import { ownerProperties } from './owners.tables.server.ts'

describeWithDatabase('a home that was sold', (database) => {
  const clock = testClock()
  const services = () => testServices(database(), { clock })
  const { add, draft, find, send, setProperties } = ownerPages(services)
  const at = (day: string) => {
    const moment = new Date(`${day}T18:00:00Z`)
    clock.set(moment)
    return moment
  }
  async function makeProperties() {
    const { db } = database()
    await makeSite(db)
    const property = (slug: string) => makePricedProperty(db, { slug, name: slug })
    return { cabin: await property('cabin'), lodge: await property('lodge') }
  }
  const ownedBy = async (name: string) =>
    database().db.$count(ownerProperties, eq(ownerProperties.ownerId, (await find(name)).id))

  /** Versions are recorded by the clock of the database. The present ones get the moment of the test. */
  const recordedAt = (moment: Date) => {
    const then = sql`${moment.toISOString()}::timestamptz`
    return database().db.execute(sql`update booking_versions version
      set recorded_at = case when replaced_at is null then ${then} else recorded_at end,
        replaced_at = case when exists (select from booking_versions present where present.booking_id = version.booking_id
          and present.number = version.number + 1 and present.replaced_at is null) then ${then} else replaced_at end`)
  }

  /** A stay of July 1 to 10, paid with 1,000 dollars. */
  async function book(propertyId: string, day: string) {
    const { db } = database()
    const now = at(day)
    const id = await makeBooking(db, propertyId, { from: '2027-07-01', to: '2027-07-10' }, { status: 'confirmed' })
    const paid = { bookingId: id, amount: 1000_00, note: 'check', by: UNNAMED, now }
    await db.transaction((tx) => recordPaidElsewhere(tx, paid))
    await recordedAt(now)
    return id
  }
  /** 400 dollars are kept. */
  async function cancel(id: string, day: string) {
    const { db } = database()
    const now = at(day)
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
    if (!booking) throw new Error('the booking is gone')
    const ends = { booking, refund: 600_00, now, cause: 'operator' as const, by: UNNAMED, reason: null }
    await db.transaction((tx) => storeCancellation(tx, ends))
    await recordedAt(now)
  }
  const revenues = async (month: string) =>
    Promise.all(['Ann', 'Bo'].map(async (name) => (await draft(name, month)).sums.revenue))
  const payouts = async (month: string) =>
    Promise.all(['Ann', 'Bo'].map(async (name) => (await draft(name, month)).sums.payout))

  test('leaves what is kept of a canceled stay to the owner whose statement had the stay', async () => {
    const { cabin, lodge } = await makeProperties()
    const id = await book(cabin, '2027-06-20')
    at('2027-08-03')
    await add('Ann', [cabin, lodge])
    await send('Ann', '2027-07')
    await setProperties('Ann', [lodge])
    await add('Bo', [cabin])
    await cancel(id, '2027-08-20')
    at('2027-09-03')
    expect(await revenues('2027-08')).toEqual([-600_00, 0])
    // Ann had $800 of $1,000, and has $320 of $400.
    expect(await payouts('2027-08')).toEqual([-480_00, 0])
    for (const name of ['Ann', 'Bo']) await send(name, '2027-08')
    at('2027-10-03')
    expect(await revenues('2027-09')).toEqual([0, 0])
  })

  test('leaves it to the owner whose statement had the stay as a change', async () => {
    const { cabin, lodge } = await makeProperties()
    at('2027-08-03')
    await add('Ann', [cabin, lodge])
    await send('Ann', '2027-07')
    const id = await book(cabin, '2027-08-10')
    at('2027-09-03')
    expect(await draft('Ann', '2027-08')).toMatchObject({ stays: [], changes: [{ revenue: 1000_00 }] })
    await send('Ann', '2027-08')
    await setProperties('Ann', [lodge])
    await add('Bo', [cabin])
    await cancel(id, '2027-09-20')
    at('2027-10-03')
    expect(await revenues('2027-09')).toEqual([-600_00, 0])
  })

  test('leaves it to the owner to whose home the stay moved, although the other one’s statement takes it back later', async () => {
    const { db } = database()
    const { cabin, lodge } = await makeProperties()
    const id = await book(cabin, '2027-06-20')
    at('2027-08-03')
    await add('Ann', [cabin])
    await add('Bo', [lodge])
    for (const name of ['Ann', 'Bo']) await send(name, '2027-07')
    const moved = at('2027-08-05')
    await db.transaction(async (tx) => {
      await tx.execute(sql`update bookings set property_id = ${lodge} where id = ${id}`)
      await tx.execute(sql`update occupancies set property_id = ${lodge} where booking_id = ${id}`)
    })
    await recordedAt(moved)
    at('2027-09-03')
    expect(await revenues('2027-08')).toEqual([-1000_00, 1000_00])
    // Ann’s manager gets 20%, and Bo’s 12.5% and $15 for the stay.
    expect(await payouts('2027-08')).toEqual([-800_00, 860_00])
    await send('Bo', '2027-08')
    at('2027-09-04')
    await send('Ann', '2027-08')
    await cancel(id, '2027-09-20')
    at('2027-10-03')
    expect(await revenues('2027-09')).toEqual([0, -600_00])
    // Bo has $350 of $400, as nobody stayed.
    expect(await payouts('2027-09')).toEqual([0, -510_00])
  })

  test('is free again once the owner that was added by mistake is taken back, with its months', async () => {
    const { cabin, lodge } = await makeProperties()
    at('2027-06-02')
    await add('Bo', [lodge])
    at('2027-06-03')
    await add('Ann', [cabin])
    await book(cabin, '2027-06-20')
    at('2027-08-05')
    expect(await undoLast(services(), 'owner.added')).toMatchObject({ ok: true })
    await setProperties('Bo', [cabin, lodge])
    expect((await draft('Bo', '2027-07')).sums.revenue).toBe(1000_00)
  })

  test('is not taken from an owner without a statement while a stay since then is in none', async () => {
    const { db } = database()
    const { cabin, lodge } = await makeProperties()
    at('2027-06-03')
    await makeBooking(db, cabin, { from: '2027-05-01', to: '2027-05-10' }, { status: 'confirmed' })
    await add('Ann', [cabin, lodge])
    // Stays from before are in no statement of theirs.
    await setProperties('Ann', [])
    expect(await ownedBy('Ann')).toBe(0)
    await setProperties('Ann', [cabin, lodge])
    await book(cabin, '2027-06-10')
    await cancel(await book(lodge, '2027-06-10'), '2027-07-20')
    await setProperties('Ann', [])
    expect(await ownedBy('Ann')).toBe(0)
    expect(await undoLast(services(), 'owner.changed')).toMatchObject({ ok: true })
    at('2027-08-05')
    for (const properties of [[], [cabin], [lodge]]) {
      const answer = await setProperties('Ann', properties)
      expect(JSON.stringify(answer)).toContain('Send the statement for July 2027 before you take a home away.')
    }
    expect(await ownedBy('Ann')).toBe(2)
    await send('Ann', '2027-07')
    await setProperties('Ann', [])
    expect(await ownedBy('Ann')).toBe(0)
  })
})
