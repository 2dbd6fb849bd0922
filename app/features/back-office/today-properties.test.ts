import { expect, test } from 'vitest'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { getMonthFigures } from '#app/features/reports/business/month-figures.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, testServices } from '#test/factories.ts'
import { getToday } from './today.server.ts'
import { movementsOf } from './today.ts'

/** Still the evening of June 3 in Denver. */
const NIGHT = new Date('2027-06-04T05:30:00Z')

describeWithDatabase('the homes on Today', (database) => {
  const services = () => testServices(database(), { clock: { now: () => NIGHT } })
  const makeHome = (slug: string, displayOrder: number, timeZone = 'America/Denver') =>
    makePricedProperty(database().db, { slug, name: slug, timeZone, status: 'published', displayOrder })
  const confirmed = (propertyId: string, from: string, to: string, guestName: string) =>
    makeBooking(database().db, propertyId, { from, to }, { status: 'confirmed', guestName })

  test('say who is there by the day at the home, and who has the next fourteen nights', async () => {
    const { db } = database()
    const [staying, leaving, requested, closed, east] = [
      await makeHome('staying', 1),
      await makeHome('leaving', 2),
      await makeHome('requested', 3),
      await makeHome('closed', 4),
      await makeHome('east', 5, 'America/New_York'),
    ]
    await confirmed(staying, '2027-06-01', '2027-06-05', 'Ada')
    await confirmed(leaving, '2027-06-01', '2027-06-03', 'Bob')
    await makeBooking(db, requested, { from: '2027-06-03', to: '2027-06-05' }, { status: 'pending', guestName: 'Cy' })
    await db
      .insert(blocks)
      .values({ propertyId: closed, nights: { from: '2027-06-01', to: '2027-07-01' }, kind: 'owner' })
    await confirmed(east, '2027-06-01', '2027-06-04', 'Dee')
    const { properties } = await getToday(services())
    expect(properties.map(({ slug, guest, words }) => [slug, guest?.name, words])).toEqual([
      ['staying', 'Ada', '2, until Sat, Jun 5'],
      ['leaving', undefined, 'Check-out today, vacant tonight'],
      ['requested', undefined, 'Cy requests tonight'],
      ['closed', undefined, 'Blocked for the owner'],
      // It is June 4 there.
      ['east', undefined, 'Check-out today, vacant tonight'],
    ])
    expect(properties.map(({ uses }) => uses.slice(0, 3))).toEqual([
      ['booking', 'booking', 'vacant'],
      ['vacant', 'vacant', 'vacant'],
      ['request', 'request', 'vacant'],
      ['owner', 'owner', 'owner'],
      ['vacant', 'vacant', 'vacant'],
    ])
    expect(properties.map(({ vacancy, last }) => [vacancy, last]).slice(2, 5)).toEqual([
      ['Vacant Jun 5–17', '2027-06-16'],
      ['No vacant night in the next 14', '2027-06-16'],
      ['Vacant Jun 4–18', '2027-06-17'],
    ])
  })

  test('a home that is no longer rented is shown while guests are there, and a draft without guests is not', async () => {
    const { db } = database()
    const home = (slug: string, status: 'draft' | 'retired') =>
      makePricedProperty(db, { slug, name: slug, timeZone: 'America/Denver', status })
    await home('empty-draft', 'draft')
    await confirmed(await home('draft', 'draft'), '2027-06-01', '2027-06-05', 'Ada')
    await confirmed(await home('retired', 'retired'), '2027-06-01', '2027-06-05', 'Bob')
    await confirmed(await home('left', 'retired'), '2027-06-01', '2027-06-03', 'Cy')
    const { properties } = await getToday(services())
    expect(properties.map(({ slug, guest }) => `${slug} ${guest?.name}`)).toEqual(['draft Ada', 'retired Bob'])
  })

  test('a request whose time is up is not confirmed by one press', async () => {
    const home = await makeHome('home', 1)
    const request = (from: string, to: string, hours: number) =>
      makeBooking(
        database().db,
        home,
        { from, to },
        { status: 'pending', guestName: `In ${hours}`, answerBy: new Date(NIGHT.getTime() + hours * 3_600_000) },
      )
    await request('2027-07-01', '2027-07-03', 20)
    await request('2027-07-05', '2027-07-07', -1)
    const { tasks } = await getToday(services())
    const requests = tasks.filter(({ title }) => title.startsWith('In '))
    expect(requests.map(({ due, confirm }) => [due?.words, due?.isUrgent, confirm !== undefined])).toEqual([
      ['time is up', true, false],
      ['20 hours left', false, true],
    ])
  })

  test('check-outs come before check-ins of the same day, and nothing is shown after a week', async () => {
    const home = await makeHome('home', 1)
    await confirmed(home, '2027-06-01', '2027-06-05', 'Ada')
    await confirmed(home, '2027-06-05', '2027-06-09', 'Bob')
    await confirmed(home, '2027-06-09', '2027-06-14', 'Cy')
    const { stays } = await getToday(services())
    const shown = movementsOf(stays, 7).map(({ date, movements }) => [
      date,
      ...movements.map(({ kind, stay }) => `${kind} ${stay.guestName}`),
    ])
    expect(shown).toEqual([
      ['2027-06-05', 'check-out Ada', 'check-in Bob'],
      ['2027-06-09', 'check-out Bob', 'check-in Cy'],
    ])
  })

  test('the month has its nights by night, its revenue by check-out, and what is owed in all', async () => {
    const home = await makeHome('home', 1)
    const stay = { status: 'confirmed', totalAmount: '400.00' } as const
    await makeBooking(database().db, home, { from: '2027-05-30', to: '2027-06-03' }, stay)
    await makeBooking(database().db, home, { from: '2026-06-10', to: '2026-06-12' }, stay)
    const month = await getMonthFigures(services(), UNNAMED)
    expect(month?.title).toBe('June 2027')
    expect(month?.figures.map(({ label, value, note }) => [label, value, note])).toEqual([
      ['Revenue', '$400', '$400 last year'],
      // Two of the four nights are in June.
      ['Nights sold', '2 of 30', '2 last year'],
      ['Average daily rate', '$100', '$200 last year'],
      ['Payments due', '$800', '$800.00 late'],
    ])
    expect(month?.bars.filter(({ isCurrent }) => isCurrent).map(({ label }) => label)).toEqual(['Jun'])
  })
})
