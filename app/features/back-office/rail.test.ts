import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { conversations } from '#app/features/inbox/inbox.tables.server.ts'
import { properties as propertiesTable } from '#app/features/properties/properties.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { ROLES } from '#app/shared/roles.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, testClock, testServices } from '#test/factories.ts'
import { getRail } from './rail.server.ts'

/** Still the evening before in Denver. */
const NIGHT = new Date('2027-06-04T05:30:00Z')

describeWithDatabase('the rail', (database) => {
  const servicesAt = (now: Date) => testServices(database(), { clock: { now: () => now } })
  const makeHome = (slug: string, change: Partial<typeof propertiesTable.$inferInsert> = {}) =>
    makePricedProperty(database().db, { slug, name: slug, timeZone: 'America/Denver', status: 'published', ...change })

  test('a home is vacant if nobody has the night that has begun there', async () => {
    const { db } = database()
    await makeHome('free', { displayOrder: 1 })
    const booked = await makeHome('booked', { displayOrder: 2 })
    const leaving = await makeHome('leaving', { displayOrder: 3 })
    const east = await makeHome('east', { displayOrder: 4, timeZone: 'America/New_York' })
    const blocked = await makeHome('blocked', { displayOrder: 5 })
    await makeHome('draft', { displayOrder: 6, status: 'draft' })
    await makeHome('gone', { displayOrder: 7, status: 'retired' })
    await makeBooking(db, booked, { from: '2027-06-03', to: '2027-06-04' }, { status: 'confirmed' })
    await makeBooking(db, leaving, { from: '2027-05-30', to: '2027-06-03' }, { status: 'confirmed' })
    await makeBooking(db, east, { from: '2027-06-03', to: '2027-06-04' }, { status: 'confirmed' })
    await db
      .insert(blocks)
      .values({ propertyId: blocked, nights: { from: '2027-06-01', to: '2027-06-09' }, kind: 'owner' })
    const { properties } = await getRail(servicesAt(NIGHT), UNNAMED)
    expect(properties.map(({ slug, isVacant }) => `${slug} ${isVacant}`)).toEqual([
      'free true',
      'booked false',
      'leaving true',
      'east true',
      'blocked false',
      'draft false',
    ])
  })

  test('the homes are read again after a change and on a new day, else not', async () => {
    const { db, pool } = database()
    const clock = testClock(NIGHT)
    let sent = 0
    const counted = {
      ...testServices(database(), { clock }),
      db: drizzle(pool, { logger: { logQuery: () => (sent += 1) } }),
    }
    const see = async () => {
      sent = 0
      const { properties } = await getRail(counted, UNNAMED)
      return [sent, ...properties.map(({ slug, isVacant }) => `${slug} ${isVacant}`)]
    }
    const cabin = await makeHome('cabin')
    expect(await see()).toEqual([3, 'cabin true'])
    expect(await see()).toEqual([1, 'cabin true'])
    await makeBooking(db, cabin, { from: '2027-06-03', to: '2027-06-04' }, { status: 'confirmed' })
    expect(await see()).toEqual([3, 'cabin false'])
    await db.update(propertiesTable).set({ slug: 'lodge' })
    expect(await see()).toEqual([3, 'lodge false'])
    clock.set(new Date('2027-06-04T05:59:00Z'))
    expect((await see()).slice(1)).toEqual(['lodge false'])
    // It is June 4 there now.
    clock.set(new Date('2027-06-04T06:00:00Z'))
    expect((await see()).slice(1)).toEqual(['lodge true'])
    expect(await see()).toEqual([1, 'lodge true'])
  })

  test('with more than eight homes their list is enough, and who sees no home gets none', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await makeHome(`home-${n}`)
    expect((await getRail(servicesAt(NIGHT), UNNAMED)).properties).toHaveLength(8)
    const { scopes } = ROLES.bookkeeper
    expect((await getRail(servicesAt(NIGHT), { ...UNNAMED, scopes })).properties).toEqual([])
    await makeHome('home-9')
    expect((await getRail(servicesAt(NIGHT), UNNAMED)).properties).toEqual([])
  })

  test('requests and messages that wait are counted for whoever sees all of them', async () => {
    const { db } = database()
    expect((await getRail(servicesAt(NIGHT), UNNAMED)).waiting).toEqual({})
    const home = await makeHome('cabin')
    await makeBooking(db, home, { from: '2027-07-03', to: '2027-07-06' }, { status: 'pending' })
    await makeBooking(db, home, { from: '2027-08-03', to: '2027-08-06' }, { status: 'confirmed' })
    const of = (name: string) => ({ name, email: `${name}@guests.example`, lastAt: NIGHT })
    await db.insert(conversations).values([{ ...of('ada'), waitingSince: NIGHT }, of('bob')])
    const waitingFor = async (by: Partial<typeof UNNAMED>) =>
      (await getRail(servicesAt(NIGHT), { ...UNNAMED, ...by })).waiting
    expect(await waitingFor({})).toEqual({ '/admin/bookings': 1, '/admin/inbox': 1 })
    expect(await waitingFor({ scopes: ROLES.bookkeeper.scopes })).toEqual({ '/admin/bookings': 1 })
    expect(await waitingFor({ scopes: ROLES.homeowner.scopes, properties: [home] })).toEqual({})
  })
})
