import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { installation } from '#app/platform/installation.tables.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makePricedProperty, makeSite, testClock, testServices } from '#test/factories.ts'
import { playMessages } from '#test/mails/play-messages.ts'
import { stayMessages } from './guest-messages.tables.server.ts'
import { recordMissedMessages } from './missed-messages.server.ts'
import { sendDueMessages, skipDueMessages } from './send-messages.server.ts'

describeWithDatabase('messages that an outage kept from leaving', (database) => {
  const clock = testClock()
  const services = () => testServices(database(), { clock })
  const send = () => sendDueMessages(services(), new AbortController().signal)
  const { play } = playMessages(database, clock)
  const missed = async () => {
    const { moment, missedAt } = stayMessages
    const rows = await services().db.select({ moment, missedAt }).from(stayMessages).orderBy(moment)
    return rows.flatMap((row) => (row.missedAt ? [row.moment] : []))
  }
  const tasks = async () =>
    (await getToday(services())).tasks.filter(({ title }) => title.startsWith('The site was down'))

  /** A home, and a stay of each guest with an address. */
  async function makeStays(...stays: [guestName: string, from: string, to: string][]) {
    clock.set(new Date('2027-05-01T18:00:00Z'))
    const { db } = services()
    await makeSite(db)
    await db.insert(installation).values({ mode: 'live' }).onConflictDoNothing()
    const property = await makePricedProperty(db, { slug: 'cabin', name: 'Cabin', timeZone: 'America/Denver' })
    for (const [guestName, from, to] of stays) {
      const guestEmail = `${guestName.toLowerCase()}@guests.example`
      await makeBooking(
        db,
        property,
        { from, to },
        { guestName, guestEmail, status: 'confirmed', reference: `REF-${guestName}` },
      )
    }
  }

  testOnBoth('a stay that passed while the site was down is named on Today, with how many messages, once', async () => {
    await makeStays(['Ada', '2027-07-02', '2027-07-06'])
    await play('2027-06-30T00:00', '2027-06-30T12:00')
    clock.set(new Date('2027-07-20T18:00:00Z'))
    await Promise.all([send(), send()])
    expect(await missed()).toEqual(['day-before', 'first-morning', 'last-day', 'review', 'thanks'])
    expect(await tasks()).toMatchObject([
      {
        title: 'The site was down: 5 messages to guests were not sent',
        detail: expect.stringMatching(/^Ada\. /),
        path: '/admin/bookings/REF-Ada#messages',
      },
    ])
    clock.set(new Date('2027-07-28T18:00:00Z'))
    expect(await tasks()).toEqual([])
  })

  test('what is still of use leaves late, and only what is not was missed', async () => {
    await makeStays(['Ada', '2027-07-02', '2027-07-06'], ['Bo', '2027-07-06', '2027-07-09'])
    await play('2027-07-02T00:00', '2027-07-02T12:00')
    clock.set(new Date('2027-07-07T18:00:00Z'))
    await send()
    // Ada's thanks and Bo's first morning still leave.
    const rows = await services().db.select().from(stayMessages).where(eq(stayMessages.missedAt, clock.now()))
    expect(rows.map(({ moment }) => moment).toSorted()).toEqual(['day-before', 'first-morning', 'last-day'])
    expect(await tasks()).toMatchObject([
      { detail: expect.stringMatching(/^Ada, Bo\. /), path: '/admin/bookings?view=all' },
    ])
  })

  test.each([1, 2, 50])('stays are read %i at a time, and each is looked at', async (slice) => {
    await makeStays(
      ['Ada', '2027-07-02', '2027-07-04'],
      ['Bo', '2027-07-04', '2027-07-06'],
      ['Cy', '2027-07-06', '2027-07-08'],
    )
    await play('2027-06-30T00:00', '2027-06-30T12:00')
    clock.set(new Date('2027-07-25T18:00:00Z'))
    await recordMissedMessages(services(), slice)
    expect((await tasks())[0]?.detail).toMatch(/^Ada, Bo, Cy\. /)
    const [row] = await services().db.select({ at: installation.messagesCheckedAt }).from(installation)
    expect(row?.at).toEqual(clock.now())
  })

  test('a gap of minutes, a first start and a restored backup are no outage', async () => {
    await makeStays(['Ada', '2027-07-02', '2027-07-06'])
    clock.set(new Date('2027-07-20T18:00:00Z'))
    await send()
    expect(await missed()).toEqual([])
    await services()
      .db.update(installation)
      .set({ messagesCheckedAt: new Date('2027-06-01T00:00:00Z') })
    await skipDueMessages(services())
    await send()
    expect([await missed(), await tasks()]).toEqual([[], []])
  })
})
