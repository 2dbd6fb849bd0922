import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { MOMENTS } from '#app/features/bookings/moments.ts'
import { changeStatus } from '#app/features/bookings/status/change-status.server.ts'
import { arrivalGuides } from '#app/features/properties/properties.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makePricedProperty, testClock, testServices } from '#test/factories.ts'
import { playMessages } from '#test/mails/play-messages.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { stayMessages } from './guest-messages.tables.server.ts'
import { messageTextsChanges } from './manage/message-texts.changes.server.ts'
import { stayMessageChanges } from './manage/stay-messages.changes.server.ts'
import { listStayMessages } from './manage/stay-messages-list.server.ts'
import { sendDueMessages } from './send-messages.server.ts'

const JULY = { from: '2027-07-02', to: '2027-07-06' }
const ADA = { guestName: 'Ada Lovelace', guestEmail: 'ada@guests.example', status: 'confirmed' as const }

describeWithDatabase('messages of a stay', (database) => {
  const clock = testClock()
  const services = () => testServices(database(), { clock })
  const never = new AbortController().signal
  const send = () => sendDueMessages(services(), never)
  const { play, told } = playMessages(database, clock)

  async function makeStay(change: object = {}) {
    clock.set(new Date('2027-05-01T18:00:00Z'))
    const { db } = services()
    const property = await makePricedProperty(db, { slug: 'cabin', name: 'Cabin', timeZone: 'America/Denver' })
    const id = await makeBooking(db, property, JULY, { ...ADA, ...change })
    const [stay] = await db.select().from(bookings).where(eq(bookings.id, id))
    return { property, id, reference: stay?.reference ?? '' }
  }
  const post = (reference: string, intent: keyof typeof stayMessageChanges, fields: Record<string, string>) =>
    postChange(
      stayMessageChanges[intent] as (typeof stayMessageChanges)['send-message'],
      { services: services(), by: UNNAMED, params: { reference } },
      fields,
    )
  const say = (fields: Record<string, string>, slug?: string) =>
    postChange(
      messageTextsChanges.text,
      { services: services(), by: UNNAMED, ...(slug && { params: { slug } }) },
      { version: versionOf(null), ...fields },
    )

  testOnBoth('leave at their moments, each once, however many processes send', async () => {
    const { property } = await makeStay()
    await services()
      .db.insert(arrivalGuides)
      .values({ propertyId: property, directions: 'Left at the dam.', shownDays: 7 })
    await play('2027-06-20T00:00', '2027-06-25T15:00')
    expect(await told()).toEqual([])
    clock.set(new Date('2027-06-25T16:00:00Z'))
    await Promise.all([send(), send(), send()])
    expect(await told()).toEqual(['Your arrival guide for Cabin'])
    const [guide] = await queuedMail(database())
    expect(guide?.text).toContain('Your arrival guide is ready: directions.')
    expect(guide?.leaves).toEqual({ from: 8, to: 21, timeZone: 'America/Denver', until: '2027-07-03T00:00:00.000Z' })
    await play('2027-06-25T17:00', '2027-07-12T00:00')
    expect(await told()).toEqual([
      ...['Your arrival guide for Cabin', 'See you tomorrow at Cabin', 'Is everything as you hoped?'],
      ...['Checking out of Cabin tomorrow', 'Thank you for staying at Cabin', 'How was Cabin?'],
    ])
  })

  test('announce no guide that has nothing, or only a code, and promise nothing of it the day before', async () => {
    const { property } = await makeStay()
    await services().db.insert(arrivalGuides).values({ propertyId: property, doorCode: '2468#', shownDays: 7 })
    await play('2027-06-24T00:00', '2027-07-02T00:00')
    expect(await told()).toEqual(['See you tomorrow at Cabin'])
    expect((await queuedMail(database()))[0]?.text).not.toMatch(/everything you need|guide/i)
  })

  test('leave at the hour of each home, two hours earlier at the lake than in the mountains', async () => {
    await makeStay()
    const { db } = services()
    const lake = await makePricedProperty(db, { slug: 'cove', name: 'Cove', timeZone: 'America/New_York' })
    await makeBooking(db, lake, JULY, ADA)
    const toldAt = async (moment: string) => {
      clock.set(new Date(moment))
      await send()
      return told()
    }
    expect(await toldAt('2027-07-01T19:59:00Z')).toEqual([])
    expect(await toldAt('2027-07-01T20:00:00Z')).toEqual(['See you tomorrow at Cove'])
    expect(await toldAt('2027-07-01T21:59:00Z')).toEqual(['See you tomorrow at Cove'])
    expect(await toldAt('2027-07-01T22:00:00Z')).toEqual(['See you tomorrow at Cove', 'See you tomorrow at Cabin'])
    expect((await queuedMail(database())).map(({ leaves }) => leaves)).toEqual([
      { from: 8, to: 21, timeZone: 'America/New_York', until: '2027-07-02T04:00:00.000Z' },
      { from: 8, to: 21, timeZone: 'America/Denver', until: '2027-07-02T06:00:00.000Z' },
    ])
  })

  test('a stay that moves takes its messages along; a canceled one has none left', async () => {
    const { id, reference } = await makeStay()
    const { db } = services()
    await play('2027-07-01T21:00', '2027-07-01T23:00')
    expect(await told()).toEqual(['See you tomorrow at Cabin'])
    await db.transaction(async (tx) => {
      await tx
        .update(bookings)
        .set({ checkInDate: '2027-08-02', checkOutDate: '2027-08-06' })
        .where(eq(bookings.id, id))
      const nights = { from: '2027-08-02', to: '2027-08-06' }
      await tx.update(occupancies).set({ nights }).where(eq(occupancies.bookingId, id))
    })
    await play('2027-07-02T00:00', '2027-07-10T00:00')
    expect(await told()).toHaveLength(1)
    await play('2027-08-01T20:00', '2027-08-01T23:00')
    expect(await told()).toEqual(['See you tomorrow at Cabin', 'See you tomorrow at Cabin'])
    await db.transaction(async (tx) => {
      await changeStatus(tx, { ids: [id], from: 'confirmed', to: 'cancelled', cause: 'operator', at: clock.now() })
      await tx.delete(occupancies).where(eq(occupancies.bookingId, id))
    })
    await play('2027-08-02T00:00', '2027-08-10T00:00')
    expect(await told(), 'what had not left is taken back').toEqual([])
    expect(await listStayMessages(services(), reference)).toEqual([])
  })

  test('are skipped, changed for one guest, or sent now; what was sent is not changed anymore', async () => {
    const { reference, id } = await makeStay()
    await post(reference, 'skip-message', { moment: 'day-before' })
    const words = { moment: 'thanks', subject: 'Bye, {guest}', body: 'See {home} again.\n\n{stay link}' }
    await post(reference, 'change-message', { ...words, version: versionOf(MOMENTS.thanks.text) })
    expect(await post(reference, 'change-message', { ...words, subject: 'Hi {gust}' })).toMatchObject({
      ok: false,
      fields: { subject: 'There’s no placeholder {gust}. Use one of those below.' },
    })
    expect(await post(reference, 'change-message', { ...words, subject: '{stay link}' })).toMatchObject({
      fields: { subject: 'The link can’t be in the subject.' },
    })
    expect(await post(reference, 'send-message', { moment: 'first-morning' })).toMatchObject({ ok: true })
    expect(await post(reference, 'send-message', { moment: 'first-morning' })).toMatchObject({ ok: false, status: 409 })
    await play('2027-07-01T00:00', '2027-07-12T00:00')
    expect(await told()).toEqual([
      ...['Is everything as you hoped?', 'Checking out of Cabin tomorrow', 'Bye, Ada', 'How was Cabin?'],
    ])
    const [last] = (await queuedMail(database())).filter(({ subject }) => subject.startsWith('Bye, Ada'))
    const [stay] = await services().db.select().from(bookings).where(eq(bookings.id, id))
    expect(last?.html).toContain('See Cabin again.')
    expect(last?.html).toContain(`/stay/${stay?.token}`)
    expect(await services().db.$count(stayMessages)).toBe(5)
  })

  test('a second operator who changes one reads what the first wrote, and replaces it only then', async () => {
    const { reference } = await makeStay()
    const shown = async () => {
      const thanks = (await listStayMessages(services(), reference)).find(({ moment }) => moment === 'thanks')
      if (!thanks || thanks.state === 'sent') throw new Error('the message has left')
      return { version: thanks.version, subject: thanks.unfilled.subject }
    }
    const { version } = await shown()
    const change = (subject: string, seen: string) =>
      post(reference, 'change-message', { moment: 'thanks', subject, body: 'About the boiler.', version: seen })
    expect(await change('Sorry', version)).toMatchObject({ ok: true })
    const refused = await change('Bye', version)
    expect(refused).toMatchObject({ ok: false, status: 409, message: expect.stringContaining('It says now: Sorry') })
    expect(await change('Bye', (await shown()).version)).toMatchObject({ ok: true })
    expect(await shown()).toMatchObject({ subject: 'Bye' })
  })

  test('say what the site says, or the home where it differs; what is off does not leave', async () => {
    const { reference } = await makeStay()
    await say({ moment: 'day-before', on: 'on', subject: 'Tomorrow', body: 'Bring boots.' })
    await say({ moment: 'first-morning', subject: 'Morning', body: 'Hello.' })
    await say({ moment: 'last-day', on: 'on', subject: 'Leaving {home}', body: 'Strip the beds.' }, 'cabin')
    expect(await say({ moment: 'thanks', on: 'on', subject: 'Thanks', body: 'Pay {amount}' })).toMatchObject({
      fields: { body: 'There’s no placeholder {amount}. Use one of those below.' },
    })
    // No day is agreed for the due amount, so a text about it waits.
    await say({ moment: 'thanks', on: 'on', subject: 'Thanks', body: 'You paid by {due date}.' })
    expect((await listStayMessages(services(), reference)).map(({ moment, state }) => [moment, state])).toEqual([
      ['day-before', 'coming'],
      ['first-morning', 'off'],
      ['last-day', 'coming'],
      ['thanks', 'empty'],
      ['review', 'coming'],
    ])
    await play('2027-07-01T00:00', '2027-07-08T00:00')
    expect(await told()).toEqual(['Tomorrow', 'Leaving Cabin'])
  })

  test('leave on time although a clock was ahead for a moment', async () => {
    await makeStay()
    await play('2027-07-03T16:00', '2027-07-03T16:00')
    await play('2027-07-01T20:00', '2027-07-01T23:00')
    expect(await told()).toEqual(['Is everything as you hoped?', 'See you tomorrow at Cabin'])
  })

  test('that cannot be written hold up no other stay, and are in the log; without the database the run ends', async () => {
    const { property, reference } = await makeStay({ guestEmail: 'nobody' })
    const { db } = services()
    await makeBooking(db, property, { from: '2027-06-28', to: '2027-07-02' }, ADA)
    clock.set(new Date('2027-07-01T23:00:00Z'))
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => lines.push(line) })
    await sendDueMessages(testServices(database(), { clock, log }), never)
    expect(await told()).toEqual(['Checking out of Cabin tomorrow'])
    expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)).toMatchObject([
      { event: 'stay-message.failed', reference },
    ])
    const away = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
    const cut = new Proxy(db, { get: (all, name) => (name === 'transaction' ? away : Reflect.get(all, name)) })
    await expect(sendDueMessages(testServices(database(), { clock, db: cut }), never)).rejects.toThrow('away')
  })

  test('remind of a payment before it is due and once after, and not whoever has paid or has no address', async () => {
    const schedule = { paymentSchedule: [{ amount: 100_000, dueOn: '2027-06-20' }], totalAmount: '1000.00' }
    await makeStay(schedule)
    const { db } = services()
    const other = await makePricedProperty(db, { slug: 'lodge', timeZone: 'America/Denver' })
    await makeBooking(db, other, JULY, { ...ADA, ...schedule, guestEmail: '' })
    await play('2027-06-16T00:00', '2027-06-30T00:00')
    expect(await told()).toEqual(['$1,000 is due on Sunday, June 20, 2027', 'We haven’t received $1,000 yet'])
  })
})
