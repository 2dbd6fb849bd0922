import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { textOf } from '#app/platform/mail/message.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { requestBooking } from '../request/request-booking.server.ts'
import { bookingReceivedMail } from './booking-request.mail.tsx'

describeWithDatabase('booking request emails', (database) => {
  const waiting = () => queuedMail(database())
  const request = (propertyId: string, change: object = {}) => ({
    propertyId,
    checkInDate: '2027-07-01',
    checkOutDate: '2027-07-05',
    adults: 2,
    children: 1,
    infants: 0,
    pets: 1,
    guestName: 'Zoë <b>Guest</b>',
    guestEmail: 'zoe@example.com',
    specialRequests: 'A cot, please.\n<script>alert(1)</script>',
    ...change,
  })
  const book = async (change: object = {}, key?: string, timeZone = 'America/New_York') => {
    const propertyId = await makePricedProperty(database().db, {
      name: 'Lake Cabin',
      slug: 'lake-cabin',
      timeZone,
      address: '1 Cove Rd; SC',
    })
    const services = testServices(database())
    const outcome = await requestBooking(services, request(propertyId, change), { idempotencyKey: key })
    if (!outcome.ok) throw new Error(outcome.reason)
    return { propertyId, services, reference: outcome.booking.reference }
  }

  test('guest and operator get an email, each with the other as reply-to', async () => {
    const { reference } = await book()
    expect(await waiting()).toMatchObject([
      { template: 'booking-received', to: 'zoe@example.com', replyTo: 'hello@powderandcove.example' },
      { template: 'booking-received-operator', to: 'hello@powderandcove.example', replyTo: 'zoe@example.com' },
    ])
    const payload = { reference, property: 'lake-cabin', checkIn: '2027-07-01', checkOut: '2027-07-05' }
    expect((await waiting()).map((mail) => mail.payload)).toEqual([payload, payload])
    const [guest, operator] = await waiting()
    expect(guest?.html).toMatch(/href="http:\/\/127\.0\.0\.1:3000\/stay\/[0-9a-f-]{36}"/)
    expect(operator?.html).not.toContain('/stay/')
  })

  test('the email has dates, party, price, reference and next steps in HTML and text', async () => {
    const { reference } = await book()
    for (const mail of await waiting()) {
      const contents = [
        reference,
        'Lake Cabin',
        'Thursday, July 1, 2027',
        'Monday, July 5, 2027',
        '4 nights',
        '2 adults, 1 child, 1 pet',
        '$3,802.00',
      ]
      for (const fact of contents) {
        expect(mail.html).toContain(fact)
        expect(mail.text.replace(/\s+/g, ' ')).toContain(fact)
      }
      expect(mail.html).not.toContain('<script')
      expect(mail.html).not.toContain('<b>Guest')
      expect(mail.html).toContain('name="color-scheme" content="light dark"')
    }
    const [guest, operator] = await waiting()
    expect(operator?.text).toContain('A cot, please.')
    expect(guest?.html).not.toContain('A cot, please.')
  })

  test('both emails give the deadline, and the operator’s says how to answer', async () => {
    const { reference } = await book()
    const [guest, operator] = (await waiting()).map((mail) => mail.text.replace(/\s+/g, ' '))
    const until = 'Wednesday, June 2, 2027, 2:00 PM EDT'
    expect(guest).toContain(`email you at this address by ${until}. Your dates are held until then.`)
    expect(operator).toContain(`Please answer by ${until}. The guest was promised that`)
    expect(operator).toContain(`/admin/bookings/${reference}`)
    for (const words of [guest, operator]) expect(words).not.toContain('24 hours')
  })

  test('the guest’s email gives no deadline where requests never expire', async () => {
    const { services } = await book()
    const { db } = database()
    const [row] = await db.update(bookings).set({ answerBy: null }).returning({ id: bookings.id })
    const data = await getBookingMailData(services, db, row?.id ?? '')
    expect(
      bookingReceivedMail(data)
        .html.replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' '),
    ).toContain('email you at this address. Your dates are held until we do.')
  })

  test('the guest’s email shows the home’s photo by its full address, and its text version does not name it', async () => {
    const { services, propertyId } = await book()
    const { db } = database()
    const path = '/objects/homes/cabin.jpg'
    const facts = { contentType: 'image/jpeg', bytes: 9, width: 1600, height: 1066 }
    await db.insert(mediaObjects).values({ path, ...facts })
    await db
      .update(properties)
      .set({ images: [path] })
      .where(eq(properties.id, propertyId))
    const [row] = await db.select({ id: bookings.id }).from(bookings)
    const written = async () => bookingReceivedMail(await getBookingMailData(services, db, row?.id ?? '')).html
    const html = await written()
    expect(html).toContain(
      `<img src="${services.config.siteUrl}${path}?w=1080" alt="Lake Cabin, West Union, SC" width="560" height="373"`,
    )
    expect(textOf(html)).not.toContain('cabin.jpg')
    // Nobody may see the images of a property that is not published.
    await db.update(properties).set({ status: 'draft' }).where(eq(properties.id, propertyId))
    expect(await written()).not.toContain('cabin.jpg')
  })

  test.each([
    ['America/New_York', 'TZOFFSETTO:-0400'],
    ['America/Denver', 'TZOFFSETTO:-0600'],
  ])('the guest gets a calendar file in local time for %s', async (zone, summer) => {
    const { reference } = await book({}, undefined, zone)
    const [mail] = await waiting()
    const [file] = mail?.attachments ?? []
    expect(file).toMatchObject({
      filename: `stay-${reference}.ics`,
      contentType: expect.stringContaining('text/calendar'),
    })
    const lines = file?.content.replace(/\r\n[ \t]/g, '').split('\r\n') ?? []
    expect(lines).toContain(`DTSTART;TZID=${zone}:20270701T150000`)
    expect(lines).toContain(`DTEND;TZID=${zone}:20270705T110000`)
    expect(lines).toContain(`TZID:${zone}`)
    expect(lines).toContain(summer)
    expect(lines).toContain('DTSTART:20270314T020000')
    expect(lines).toContain('STATUS:TENTATIVE')
    expect(lines).toContain('LOCATION:West Union\\, SC')
    expect(lines.find((line) => line.startsWith('DESCRIPTION'))).toContain('$3\\,802 total')
  })

  test('a repeated request sends one email, and a refused one sends none', async () => {
    const { propertyId, services } = await book({}, 'pressed-twice')
    expect(await requestBooking(services, request(propertyId), { idempotencyKey: 'pressed-twice' })).toMatchObject({
      ok: true,
    })
    expect(await requestBooking(services, request(propertyId))).toMatchObject({ ok: false, reason: 'dates-taken' })
    expect(await waiting()).toHaveLength(2)
    await makeBooking(database().db, propertyId, { from: '2027-08-01', to: '2027-08-05' })
    expect(await waiting()).toHaveLength(2)
  })

  test('the message parses in a mail client as it was written', async () => {
    const { services } = await book()
    // Both emails were queued at the same instant.
    const jobs = await services.jobs.fetch<Mail>('mail', { batchSize: 2 })
    const job = jobs.find(({ data }) => data.to === 'zoe@example.com')
    expect(job?.data.attachments).toHaveLength(1)
    const subject = job?.data.subject ?? ''
    expect(subject).toMatch(/^Your request for Lake Cabin, Thu, Jul 1 to Mon, Jul 5 \(.{7}\)$/)
    expect((await PostalMime.parse(`Subject: ${subject}\r\n\r\n`)).subject).toBe(subject)
  })
})
