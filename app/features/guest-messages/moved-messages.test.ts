import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { getToday } from '#app/features/back-office/today.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { priceOf, storeMove } from '#app/features/bookings/manage/by-hand/store-move.server.ts'
import { MOMENTS } from '#app/features/bookings/moments.ts'
import { changeStatus } from '#app/features/bookings/status/change-status.server.ts'
import { anonymizeBookings } from '#app/features/privacy/anonymize-bookings.server.ts'
import { erasePerson } from '#app/features/privacy/erase-person.server.ts'
import { stayReviews } from '#app/features/reviews/reviews.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, testClock, testServices } from '#test/factories.ts'
import { playMessages } from '#test/mails/play-messages.ts'
import { messageTexts, stayMessages } from './guest-messages.tables.server.ts'
import { stayMessageChanges } from './manage/stay-messages.changes.server.ts'
import { listStayMessages } from './manage/stay-messages-list.server.ts'

const JULY = { from: '2027-07-02', to: '2027-07-06' }
const ADA = { guestName: 'Ada Lovelace', guestEmail: 'ada@guests.example', status: 'confirmed' as const }

describeWithDatabase('messages of a stay that changes', (database) => {
  const clock = testClock()
  const services = () => testServices(database(), { clock })
  const { play, told } = playMessages(database, clock)

  async function makeStay() {
    clock.set(new Date('2027-05-01T18:00:00Z'))
    const { db } = services()
    const property = await makePricedProperty(db, { slug: 'cabin', name: 'Cabin', timeZone: 'America/Denver' })
    return makeBooking(db, property, JULY, ADA)
  }
  async function bookingOf(id: string) {
    const [booking] = await services().db.select().from(bookings).where(eq(bookings.id, id))
    if (!booking) throw new Error('no such booking')
    return booking
  }
  async function move(id: string, checkIn: string, checkOut: string) {
    const booking = await bookingOf(id)
    const { propertyId, adults, children, infants, pets } = booking
    const stay = { checkIn, checkOut, adults, children, infants, pets }
    await services().db.transaction((tx) => storeMove(tx, { booking, propertyId, stay, price: priceOf(booking) }))
  }
  const cancel = (id: string) =>
    services().db.transaction(async (tx) => {
      await changeStatus(tx, { ids: [id], from: 'confirmed', to: 'cancelled', cause: 'operator', at: clock.now() })
      await tx.delete(occupancies).where(eq(occupancies.bookingId, id))
    })
  async function post(id: string, intent: keyof typeof stayMessageChanges, fields: Record<string, string>) {
    const { reference } = await bookingOf(id)
    const change = stayMessageChanges[intent] as (typeof stayMessageChanges)['send-message']
    return postChange(change, { services: services(), by: UNNAMED, params: { reference } }, fields)
  }

  test('what was skipped or changed for the guest goes along with the stay, there and back', async () => {
    const id = await makeStay()
    await post(id, 'skip-message', { moment: 'thanks' })
    const words = { subject: 'Back door', body: 'The front door is stuck.' }
    const version = versionOf(MOMENTS['day-before'].text)
    await post(id, 'change-message', { moment: 'day-before', version, ...words })
    await move(id, '2027-07-20', '2027-07-24')
    await move(id, '2027-07-02', '2027-07-06')
    await move(id, '2027-07-03', '2027-07-07')
    await play('2027-07-02T18:00', '2027-07-09T00:00')
    expect(await told()).toEqual(['Back door', 'Is everything as you hoped?', 'Checking out of Cabin tomorrow'])
  })

  test('the booking lists what was sent as it left: after another text, a review, a move, and a cancellation', async () => {
    const id = await makeStay()
    const { reference, propertyId, token } = await bookingOf(id)
    const { db } = services()
    await play('2027-07-01T22:00', '2027-07-01T22:00')
    await play('2027-07-07T17:00', '2027-07-08T17:00')
    await database().pool.query(`delete from pgboss.job where name = 'mail'`)
    const sent = async () => (await listStayMessages(services(), reference)).filter(({ state }) => state === 'sent')
    const first = await sent()
    expect(first.map(({ label, filled }) => [label, filled?.subject])).toEqual([
      ['The day before', 'See you tomorrow at Cabin'],
      ['Thank you', 'Thank you for staying at Cabin'],
      ['Review', 'How was Cabin?'],
    ])
    expect(JSON.stringify(first)).toContain('[Write a review]')
    expect(JSON.stringify(await db.select().from(stayMessages))).not.toContain(token)
    await db.insert(messageTexts).values({ moment: 'day-before', isOn: true, subject: 'Bring boots', body: 'Snow.' })
    const review = { author: 'Ada', stars: 4, body: 'Quiet mornings.', stayedIn: '2027-07-01', createdAt: clock.now() }
    await db.insert(stayReviews).values({ bookingId: id, propertyId, ...review })
    expect(await sent()).toEqual(first)
    await move(id, '2027-08-20', '2027-08-24')
    expect(await sent()).toEqual(first)
    await cancel(id)
    expect(await sent()).toEqual(first)
    await db.transaction((tx) => anonymizeBookings(tx, [id]))
    expect((await sent()).map(({ filled }) => filled)).toEqual([null, null, null])
  })

  test('a canceled stay gets nothing that still waits for the mail host; other stays do', async () => {
    const id = await makeStay()
    const { propertyId } = await bookingOf(id)
    const other = { ...ADA, guestName: 'Bo Guest' }
    await makeBooking(services().db, propertyId, { from: '2027-06-28', to: '2027-07-02' }, other)
    await play('2027-07-01T22:00', '2027-07-01T23:00')
    expect(await told()).toEqual(['See you tomorrow at Cabin', 'Checking out of Cabin tomorrow'])
    await cancel(id)
    expect(await told()).toEqual(['Checking out of Cabin tomorrow'])
  })

  test('a canceled stay gets nothing that a process has claimed and that waits for the mail host', async () => {
    const id = await makeStay()
    await play('2027-07-01T22:00', '2027-07-01T22:00')
    await database().jobs.fetch('mail')
    await cancel(id)
    expect(await told()).toEqual([])
  })

  test('an erased guest gets nothing that a process has claimed and that waits for the mail host', async () => {
    const id = await makeStay()
    await play('2027-07-01T22:00', '2027-07-01T22:00')
    await database().jobs.fetch('mail')
    clock.set(new Date('2027-09-08T22:00:00Z'))
    const { guestEmail } = await bookingOf(id)
    expect(await erasePerson(services(), guestEmail)).toMatchObject({ ok: true })
    expect(await told()).toEqual([])
  })

  test('a stay that moves gets what waited at its new time, and at once what is still due', async () => {
    const id = await makeStay()
    await play('2027-07-01T22:00', '2027-07-01T22:00')
    expect(await told()).toEqual(['See you tomorrow at Cabin'])
    await move(id, '2027-07-20', '2027-07-24')
    expect(await told()).toEqual([])
    await play('2027-07-19T22:00', '2027-07-19T22:00')
    expect(await told()).toEqual(['See you tomorrow at Cabin'])
    await move(id, '2027-07-20', '2027-07-25')
    expect(await told()).toEqual([])
    await play('2027-07-19T23:00', '2027-07-19T23:00')
    expect(await told()).toEqual(['See you tomorrow at Cabin'])
  })

  test('a message that waits for a placeholder is no task anymore once the stay moves far ahead', async () => {
    const id = await makeStay()
    const version = versionOf(MOMENTS['day-before'].text)
    await post(id, 'change-message', { moment: 'day-before', version, subject: 'Soon', body: 'Pay by {due date}.' })
    await play('2027-06-30T18:00', '2027-06-30T18:00')
    const tasks = async () =>
      (await getToday(services())).tasks.filter(({ detail }) => detail?.startsWith('A placeholder'))
    expect(await tasks()).toHaveLength(1)
    await move(id, '2027-10-20', '2027-10-24')
    expect(await tasks()).toEqual([])
    await play('2027-10-18T18:00', '2027-10-18T18:00')
    expect(await tasks()).toHaveLength(1)
  })
})
