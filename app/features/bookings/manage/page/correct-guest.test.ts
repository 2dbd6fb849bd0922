import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeFacts, changeWords } from '#app/features/back-office/changes.server.ts'
import { getToday } from '#app/features/back-office/today.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { stayConfirmedMail } from '#app/features/bookings/mail/booking-confirmed.mail.tsx'
import { type BookingMailData, bookingReceivedMail } from '#app/features/bookings/mail/booking-request.mail.tsx'
import { stayMessageMail } from '#app/features/bookings/mail/stay-message.mail.tsx'
import { erasePerson } from '#app/features/privacy/erase-person.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { enqueueMail, type Mail } from '#app/platform/mail/mail.server.ts'
import { openSmtpTransport } from '#app/platform/mail/transport.server.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makePricedProperty, testServices } from '#test/factories.ts'
import { sendOneMail } from '#test/mails/mail-step.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { type Manner, startSmtpServer } from '#test/servers/smtp-server.ts'
import { getManagedStay } from './booking-page.server.ts'

describeWithDatabase('a guest’s details', (database) => {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>
  beforeEach(async () => {
    smtp = await startSmtpServer()
  })
  afterEach(() => smtp.stop())

  const services = () => testServices(database())
  const by = { ...UNNAMED, name: 'mia' }
  const WRONG = 'ada@exmaple.example'
  const RIGHT = 'ada@example.com'

  async function makeStay(change: Partial<typeof bookings.$inferInsert> = {}) {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const guest = { guestName: 'Ada Gest', guestEmail: WRONG, guestPhone: null, status: 'confirmed' as const }
    const id = await makeBooking(db, propertyId, { from: '2027-08-01', to: '2027-08-05' }, { ...guest, ...change })
    return (await read(id)) ?? { id, reference: '' }
  }
  const read = async (id: string) => (await database().db.select().from(bookings).where(eq(bookings.id, id)))[0]
  const versionOf = async (reference: string) =>
    (await getManagedStay(services(), reference, UNNAMED))?.guestVersion ?? ''
  let keys = 0
  async function correct(reference: string, fields: Record<string, string>) {
    const form = new FormData()
    keys += 1
    const version = await versionOf(reference)
    const typed = { guestName: 'Ada Guest', guestEmail: RIGHT, guestPhone: '', key: `key-${keys}`, version, ...fields }
    for (const [name, value] of Object.entries({ intent: 'guest', ...typed })) form.set(name, value)
    return postBooking(services(), { reference, form, by })
  }
  const MAILS = {
    received: bookingReceivedMail,
    confirmed: stayConfirmedMail,
    message: (data: BookingMailData) =>
      stayMessageMail(data, { moment: 'day-before', anchor: '2027-08-01', subject: 'See you', body: 'Tomorrow.' }),
  }
  async function mail(id: string, ...kinds: (keyof typeof MAILS)[]) {
    const { db } = database()
    const data = await getBookingMailData(services(), db, id)
    for (const kind of kinds) {
      await db.transaction((tx) => enqueueMail(services(), tx, MAILS[kind](data)))
    }
  }
  const sendOne = (as: Manner = 'accepts') => {
    smtp.manner = as
    return sendOneMail(services(), openSmtpTransport(smtp.url))
  }
  const waiting = async () => {
    const queued = await database().jobs.findJobs<Mail>('mail', { queued: true })
    return queued.map(({ data: { to, template } }) => `${template} to ${to}`)
  }

  test('are corrected, recorded with before and after, and corrected back', async () => {
    const { id, reference } = await makeStay()
    const saved = await correct(reference, { guestPhone: '+1 970 555 0133' })
    expect(saved).toMatchObject({ ok: true })
    expect(await read(id)).toMatchObject({ guestName: 'Ada Guest', guestEmail: RIGHT, guestPhone: '+1 970 555 0133' })
    const [change] = await database().db.select().from(audit)
    expect(change && [changeWords(change), changeFacts(change)]).toEqual([
      'Guest’s details corrected',
      [
        { name: 'Name', before: 'Ada Gest', after: 'Ada Guest' },
        { name: 'Email', before: WRONG, after: RIGHT },
        { name: 'Phone', before: '', after: '+1 970 555 0133' },
      ],
    ])
    expect(await waiting()).toEqual([])
    const auditId = (saved?.ok && saved.id) || ''
    expect(await undoChange(services(), { id: auditId, by })).toMatchObject({ ok: true })
    expect(await read(id)).toMatchObject({ guestName: 'Ada Gest', guestEmail: WRONG, guestPhone: null })
  })

  test.each([
    ['guestName', ' ', 'Please enter the guest’s name'],
    ['guestEmail', 'ada at example', 'Please enter a valid email address'],
    ['guestEmail', '', 'Please enter an email address: this guest booked on the site and is told by email'],
    ['guestPhone', 'soon', 'Please enter a valid phone number'],
  ])('%s %j is refused beside its field, and nothing is lost', async (field, typed, message) => {
    const { id, reference } = await makeStay()
    expect(await correct(reference, { guestName: 'Ada Guest', [field]: typed })).toMatchObject({
      ok: false,
      fields: { [field]: message },
      answer: { result: { initialValue: { guestName: 'Ada Guest', ...(typed && { [field]: typed }) } } },
    })
    expect(await read(id)).toMatchObject({ guestName: 'Ada Gest', guestEmail: WRONG })
  })

  test('of a guest booked by phone may have no email address', async () => {
    const { id, reference } = await makeStay({ source: 'phone' })
    expect(await correct(reference, { guestEmail: '' })).toMatchObject({ ok: true })
    expect(await read(id)).toMatchObject({ guestEmail: '' })
  })

  test('are not replaced by an operator who has not seen the other’s correction', async () => {
    const { id, reference } = await makeStay()
    const version = await versionOf(reference)
    await correct(reference, { guestName: 'Ada Guest' })
    const second = await correct(reference, { guestName: 'Adah Guest', version })
    expect(second).toMatchObject({
      ok: false,
      status: 409,
      answer: { result: { initialValue: { guestName: 'Adah Guest' } } },
    })
    expect(second && !second.ok && second.message).toMatch(
      /^mia changed this while you were typing.*It says now: Ada Guest/,
    )
    expect(await read(id)).toMatchObject({ guestName: 'Ada Guest' })
    expect(await correct(reference, { guestName: 'Adah Guest' })).toMatchObject({ ok: true })
  })

  testOnBoth(
    'an email that the old address refused goes to the new one if asked, once, and Today no longer names it',
    async () => {
      const { id, reference } = await makeStay()
      await mail(id, 'received', 'confirmed')
      for (const _ of [1, 2]) expect(await sendOne('refuses-recipient')).toBe('deadletter')
      await database().pool.query(`update email_logs set status = 'given-up'`)
      const given = async () =>
        (await getToday(services())).tasks.filter(({ title }) => title.includes('was not delivered'))
      expect(await given()).toHaveLength(1)
      const form = { resend: 'yes', key: 'once', version: await versionOf(reference) }
      const saved = await Promise.all([1, 2].map(() => correct(reference, form)))
      expect(saved).toMatchObject([{ ok: true }, { ok: true }])
      expect(await waiting()).toEqual([`booking-confirmed to ${RIGHT}`])
      expect(await given()).toEqual([])
      expect(await sendOne()).toBe('completed')
      expect(smtp.received.at(-1)).toMatchObject({ to: RIGHT, acknowledged: true })
      const auditId = (saved[0]?.ok && saved[0].id) || ''
      expect(await undoChange(services(), { id: auditId, by })).toMatchObject({ ok: false })
      expect(
        (await getManagedStay(services(), reference, UNNAMED))?.mails.map(({ to, status }) => [to, status]),
      ).toEqual(
        expect.arrayContaining([
          [RIGHT, 'sent'],
          [WRONG, 'sent-again'],
        ]),
      )
    },
  )

  test('a message of a moment that was refused is not sent again at another one', async () => {
    const { id, reference } = await makeStay()
    await mail(id, 'message')
    expect(await sendOne('refuses-recipient')).toBe('deadletter')
    await correct(reference, { resend: 'yes' })
    expect(await waiting()).toEqual([`booking-confirmed to ${RIGHT}`])
  })

  test('an email that still waits follows the guest, unasked', async () => {
    const { id, reference } = await makeStay()
    await mail(id, 'confirmed')
    await correct(reference, {})
    expect(await waiting()).toEqual([`booking-confirmed to ${RIGHT}`])
  })

  test('an email that a process has claimed and that waits for the mail host follows the guest, too', async () => {
    const { id, reference } = await makeStay()
    await mail(id, 'confirmed')
    await database().jobs.fetch('mail')
    await correct(reference, {})
    expect((await queuedMail(database())).map(({ to }) => to)).toEqual([RIGHT])
  })

  test('where a stranger’s mailbox took the confirmation, it is written anew if asked', async () => {
    const { id, reference } = await makeStay()
    await mail(id, 'confirmed')
    await sendOne()
    await correct(reference, { resend: 'yes' })
    const again = (await queuedMail(database())).find(({ to }) => to === RIGHT)
    expect(again).toMatchObject({ to: RIGHT, template: 'booking-confirmed' })
    expect(again?.text).toContain('Hi Ada')
  })

  test('are erased with the person from the history of a correction', async () => {
    const { id, reference } = await makeStay()
    await correct(reference, {})
    await database().db.update(bookings).set({ guestEmail: 'other@example.com' }).where(eq(bookings.id, id))
    await erasePerson(services(), WRONG)
    const [change] = await database().db.select().from(audit)
    expect(change).toMatchObject({ action: 'booking.guest-corrected', before: null, after: null })
  })
})
