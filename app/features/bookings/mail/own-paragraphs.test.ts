import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { stayMessages } from '#app/features/guest-messages/guest-messages.tables.server.ts'
import { messageTextsChanges } from '#app/features/guest-messages/manage/message-texts.changes.server.ts'
import { sendDueMessages } from '#app/features/guest-messages/send-messages.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { getManagedStay } from '../manage/page/booking-page.server.ts'
import { stayCancelledMails } from './booking-cancelled.mail.tsx'
import { stayConfirmedMail } from './booking-confirmed.mail.tsx'
import { bookingReceivedMail } from './booking-request.mail.tsx'
import { paymentReminderMail } from './payment-reminder.mail.tsx'
import { balanceChargedMails, linkPaidMails, paymentRequestedMail } from './payments.mail.tsx'

const JULY = { from: '2027-07-02', to: '2027-07-06' }
const ADA = { guestName: 'Ada Lovelace', guestEmail: 'ada@guests.example', status: 'confirmed' as const }
const SUM = { amount: '1000.00', token: '11111111-1111-4111-8111-111111111111' }

describeWithDatabase('the operator’s own words', (database) => {
  const clock = testClock()
  const services = () => testServices(database(), { clock })
  const change = (intent: 'text' | 'paragraph' | 'test', fields: Record<string, string>, slug?: string) =>
    postChange(
      messageTextsChanges[intent] as (typeof messageTextsChanges)['test'],
      { services: services(), by: UNNAMED, ...(slug && { params: { slug } }) },
      { version: versionOf(null), ...fields },
    )
  async function makeStay(stay: object = {}) {
    clock.set(new Date('2027-05-01T18:00:00Z'))
    const { db } = services()
    const property = await makePricedProperty(db, { slug: 'cabin', name: 'Cabin', timeZone: 'America/Denver' })
    const id = await makeBooking(db, property, JULY, { ...ADA, ...stay })
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
    const dataNow = () => getBookingMailData(services(), db, id)
    return { id, reference: row?.reference ?? '', dataNow }
  }
  const OWED = { paymentSchedule: [{ amount: 100_000, dueOn: '2027-06-20' }], totalAmount: '1000.00' }

  test('stand in every email that leaves at once, where they are written; a home can have none', async () => {
    const { dataNow } = await makeStay(OWED)
    const before = stayConfirmedMail(await dataNow())
    for (const moment of ['received', 'confirmed', 'how-to-pay', 'paid', 'canceled']) {
      expect(await change('paragraph', { moment, on: 'on', body: `Mind the moose, {guest}.` })).toMatchObject({
        ok: true,
      })
    }
    const data = await dataNow()
    const returned = { refund: 0, toCard: 0, isRecorded: true, wasRequest: false }
    const mails = [
      ...[bookingReceivedMail(data), stayConfirmedMail(data), paymentReminderMail(data, null)],
      ...[paymentRequestedMail(data, SUM), linkPaidMails(data, SUM)[0], balanceChargedMails(data, SUM)[0]],
      stayCancelledMails(data, returned)[0],
    ]
    for (const mail of mails) expect(mail?.html, mail?.template).toContain('Mind the moose, Ada.')
    await change('paragraph', { moment: 'confirmed', body: '' }, 'cabin')
    expect(stayConfirmedMail(await dataNow()).html).toBe(before.html)
  })

  test('are left out as long as a placeholder has no value for the stay, which the booking’s page shows', async () => {
    const { reference, dataNow } = await makeStay()
    await change('paragraph', { moment: 'confirmed', body: 'Pay by {due date}.' })
    const mail = stayConfirmedMail(await dataNow())
    expect(mail.html).not.toContain('Pay by')
    const { to, template, subject, payload } = mail
    await services().db.insert(emailLogs).values({ to, template, subject, payload, status: 'sent' })
    expect((await getManagedStay(services(), reference, UNNAMED))?.mails).toMatchObject([
      { emptyInParagraph: ['due date'] },
    ])
  })

  test('have only placeholders that can be filled', async () => {
    await makeStay()
    expect(await change('paragraph', { moment: 'confirmed', body: 'Hi {gust}' })).toMatchObject({
      fields: { body: 'There’s no placeholder {gust}. Use one of those below.' },
    })
    expect(await change('paragraph', { moment: 'canceled', body: 'Pay {due}' })).toMatchObject({
      fields: { body: 'Nothing is due at that moment, so {due} would be empty.' },
    })
  })

  test('can turn a receipt off, and nothing that the guest needs', async () => {
    const { dataNow } = await makeStay(OWED)
    await change('paragraph', { moment: 'paid', body: '' })
    await change('paragraph', { moment: 'confirmed', body: 'See you.' })
    const data = await dataNow()
    expect(linkPaidMails(data, SUM).map(({ template }) => template)).toEqual(['payment-received-operator'])
    expect(balanceChargedMails(data, SUM)).toEqual([])
    expect(data.texts.confirmed.isOn).toBe(true)
  })

  test('are tested as the whole email, without its calendar file', async () => {
    await makeStay()
    for (const moment of ['received', 'confirmed', 'how-to-pay', 'paid', 'canceled', 'thanks']) {
      expect(await change('test', { moment })).toMatchObject({ ok: true })
    }
    const mails = await queuedMail(database())
    expect(mails.map(({ template }) => template).toSorted()).toEqual([
      ...['booking-cancelled', 'booking-confirmed', 'booking-received', 'payment-received', 'payment-reminder'],
      'stay-message',
    ])
    expect(mails.filter(({ attachments }) => attachments)).toEqual([])
  })

  test('that cannot leave are a task on Today, until their words are changed', async () => {
    const { reference } = await makeStay()
    const { db } = services()
    const taskTitles = async () => (await getToday(services())).tasks.map(({ title }) => title)
    await change('text', { moment: 'day-before', on: 'on', subject: 'Tomorrow', body: 'Pay by {due date}.' })
    clock.set(new Date('2027-06-28T18:00:00Z'))
    await sendDueMessages(services(), new AbortController().signal)
    expect(await taskTitles()).not.toContain('“The day before” to Ada Lovelace can’t be sent')
    clock.set(new Date('2027-06-30T18:00:00Z'))
    for (const _ of [1, 2]) await sendDueMessages(services(), new AbortController().signal)
    expect((await getToday(services())).tasks).toContainEqual({
      title: '“The day before” to Ada Lovelace can’t be sent',
      detail: 'A placeholder in its text has no value for this stay. Change the words for this guest.',
      path: `/admin/bookings/${reference}#messages`,
      action: 'Review',
      until: null,
    })
    await db.update(stayMessages).set({ body: 'Bring boots.', subject: 'Tomorrow' })
    await sendDueMessages(services(), new AbortController().signal)
    expect(await taskTitles()).not.toContain('“The day before” to Ada Lovelace can’t be sent')
  })
})
