import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { nightOverrides } from '#app/features/pricing/pricing.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeHold, makeImport, makePricedProperty, NOON, testServices } from '#test/factories.ts'
import { fillBoard } from '#test/full-board.ts'
import { getBoard } from './board.server.ts'
import { listSoldLastYear } from './last-year.server.ts'
import { getShownStay } from './shown-stay.server.ts'

const JUNE = { from: '2027-06-01', to: '2027-07-01' }

describeWithDatabase('the board', (database) => {
  const services = () => testServices(database())

  test('has stays, live holds, imported nights and blocks of every home, published or not', async () => {
    const { db } = database()
    const cove = await makePricedProperty(db, { name: 'Cove' })
    await makePricedProperty(db, { name: 'Ridge', status: 'draft' })
    await makeBooking(
      db,
      cove,
      { from: '2027-05-30', to: '2027-06-03' },
      { status: 'confirmed', numberOfGuests: 3, children: 1 },
    )
    await makeBooking(db, cove, { from: '2027-06-03', to: '2027-06-05' }, { source: 'phone' })
    await makeHold(db, cove, { from: '2027-06-06', to: '2027-06-08' }, new Date(NOON.getTime() + 600_000))
    await makeHold(db, cove, { from: '2027-06-12', to: '2027-06-14' }, new Date(NOON.getTime() - 1000))
    await makeImport(db, cove, { from: '2027-06-09', to: '2027-06-10' }, { eventKind: 'reserved' })
    await db.insert(blocks).values([
      { propertyId: cove, nights: { from: '2027-06-15', to: '2027-06-18' }, kind: 'owner', note: 'The Millers' },
      { propertyId: cove, nights: { from: '2027-06-16', to: '2027-06-17' }, kind: 'visit' },
    ])
    await db
      .insert(nightOverrides)
      .values({ propertyId: cove, date: '2027-06-20', priceOverride: '999.00', minimumStay: 2, reason: 'Regatta' })
    const { properties } = await getBoard(services(), JUNE, UNNAMED)
    expect(properties.map(({ name }) => name)).toEqual(['Cove', 'Ridge'])
    const [board] = properties
    expect(board?.bars.map(({ kind, title, detail, status }) => [kind, title, detail, status])).toEqual([
      ['stay', 'Ada Guest', '2 adults, 1 child, website', 'confirmed'],
      ['stay', 'Ada Guest', '2 adults, phone', 'pending'],
      ['hold', 'Ada Guest', '2 adults', null],
      ['import', 'Another calendar', 'booked there', null],
      ['owner', 'Owner stay', 'The Millers', null],
      ['visit', 'Visit', '', null],
    ])
    expect(board?.pricing.overrides).toEqual({
      '2027-06-20': { price: 99_900, minimumStay: 2, reason: 'Regatta' },
    })
    expect(board?.pricing.rates).toHaveLength(3)
    expect(board?.today).toBe('2027-06-01')
  })

  test('leaves out a retired home, unless it has something on the days', async () => {
    const { db } = database()
    await makePricedProperty(db, { name: 'Cove', status: 'retired' })
    const ridge = await makePricedProperty(db, { name: 'Ridge', status: 'retired' })
    await makeBooking(db, ridge, { from: '2027-06-28', to: '2027-07-03' }, { status: 'confirmed' })
    expect((await getBoard(services(), JUNE, UNNAMED)).properties.map(({ name }) => name)).toEqual(['Ridge'])
    expect((await getBoard(services(), { from: '2027-08-01', to: '2027-09-01' }, UNNAMED)).properties).toEqual([])
  })

  test('says in words what two claim at once', async () => {
    const { db } = database()
    const cove = await makePricedProperty(db)
    await makeBooking(db, cove, { from: '2027-06-03', to: '2027-06-08' }, { status: 'confirmed' })
    await makeImport(db, cove, { from: '2027-06-05', to: '2027-06-06' }, { eventKind: 'reserved' })
    await db
      .insert(blocks)
      .values({ propertyId: cove, nights: { from: '2027-06-07', to: '2027-06-09' }, kind: 'closed' })
    const { properties } = await getBoard(services(), JUNE, UNNAMED)
    const [stay, ...others] = properties[0]?.bars.map(({ conflict }) => conflict) ?? []
    expect(stay).toBe('conflict with your own block, Jun 7–8; “Another calendar”, Jun 5–6')
    expect(others).toEqual([null, null])
  })

  test('the panel has what one asks next about a stay', async () => {
    const { db } = database()
    const cove = await makePricedProperty(db)
    const nights = { from: '2027-06-03', to: '2027-06-08' }
    const answerBy = new Date(NOON.getTime() + 3_600_000)
    await makeBooking(db, cove, nights, { reference: '7K3-M9Q', guestPhone: '555', privateNote: 'Two dogs', answerBy })
    expect(await getShownStay(services(), '7K3-M9Q', UNNAMED)).toMatchObject({
      contact: { phone: '555', email: 'ada@example.com', note: 'Two dogs' },
      total: 100_000,
      source: 'website',
      answerBy: 'Tuesday, June 1, 2027, 3:00 PM EDT',
    })
    expect(await getShownStay(services(), 'XXX-XXX', UNNAMED)).toBeNull()
  })

  test('knows what the nights of the same weeks of last year sold at, and counts no request', async () => {
    const { db } = database()
    const cove = await makePricedProperty(db)
    const nightOf = (date: string, amount: number) => ({ kind: 'nights' as const, label: '', amount, dates: [date] })
    const lines = [nightOf('2026-06-01', 40_000), nightOf('2026-06-02', 60_000)]
    const stay = { status: 'confirmed' as const, totalAmount: '1000.00', lines }
    await makeBooking(db, cove, { from: '2026-06-01', to: '2026-06-03' }, stay)
    await makeBooking(db, cove, { from: '2026-06-10', to: '2026-06-12' })
    expect(await listSoldLastYear(services(), JUNE)).toEqual([{ propertyId: cove, on: '2026-06-02', prices: [60_000] }])
    expect(await listSoldLastYear(services(), { from: '2027-08-01', to: '2027-09-01' })).toEqual([])
  })

  test('is three statements with 20 homes and 2,000 bookings, and two more for its conflicts', async () => {
    await fillBoard(database().pool, '2027-06-01')
    expect(await database().db.$count(bookings)).toBeGreaterThan(2000)
    let sent = 0
    const pool = new Proxy(database().pool, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        if (name === 'query') sent += 1
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const counted = { ...services(), db: drizzle(pool) }
    const { properties } = await getBoard(counted, { from: '2028-01-01', to: '2028-02-12' }, UNNAMED)
    expect([properties.length, sent]).toEqual([20, 3])
    sent = 0
    const now = await getBoard(counted, { from: '2027-06-01', to: '2027-07-13' }, UNNAMED)
    expect(now.properties.flatMap(({ bars }) => bars).filter(({ conflict }) => conflict)).toHaveLength(1)
    expect(sent).toBe(5)
  })
})
