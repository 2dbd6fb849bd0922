import { expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { confirmBooking } from '#app/features/bookings/manage/page/confirm-booking.server.ts'
import { requestBooking } from '#app/features/bookings/request/request-booking.server.ts'
import { expireAllOverdue } from '#app/features/bookings/status/expire-bookings.server.ts'
import { giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { subscribe } from '#app/features/newsletter/subscribe.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { openRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '../mails/queued-mail.ts'

const HOUR = 3_600_000
const VICTIM = 'vic.tim@gmail.com'
const PITCH = ['https://evil.example', 'evil.example', 'Free bitcoin', 'casino']
const NAMES = [
  'Win https://evil.example/now',
  'evil.example',
  'Dear winner of evil.example casino',
  'Free bitcoin at evil.example casino for you and all of yours today',
  '<a href="https://evil.example">casino</a>',
  'Casino.example Ada',
]
const REQUESTS = 'Free bitcoin: https://evil.example casino'

describeWithDatabase('email that visitors trigger', (database) => {
  let made = 0
  /** The site at a given time. Requests per address are unlimited here, to test the remaining limits. */
  const at = (ms = 0): Services => {
    const services = testServices(database(), { clock: testClock(new Date(NOON.getTime() + ms)) })
    return { ...services, limits: { ...openRateLimits(services), consume: services.limits.consume } }
  }
  const toVictim = async () => (await queuedMail(database())).filter(({ to }) => !to.startsWith('hello@'))
  const call = async (services: Services, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await createApi(services).request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.status
  }
  const stay = () => {
    made += 1
    const day = String((made % 20) + 1).padStart(2, '0')
    return {
      checkInDate: `2027-10-${day}`,
      checkOutDate: `2027-10-${String(Number(day) + 4).padStart(2, '0')}`,
      adults: 2,
    }
  }
  /** Each form of the site, sent with somebody's name and the victim's address. */
  const forms = {
    booking: async (services: Services, name: string, email: string) => {
      const propertyId = await makePricedProperty(database().db)
      const guest = { guestName: name, guestEmail: email, specialRequests: REQUESTS }
      return call(services, '/api/bookings', { propertyId, ...stay(), ...guest })
    },
    contact: (services: Services, name: string, email: string) =>
      call(services, '/api/contact', { name, email, message: `${REQUESTS} ${made++}` }),
    host: (services: Services, name: string, email: string) => {
      const about = {
        propertyLocation: PITCH.join(' '),
        bedrooms: 2,
        maxGuests: 4,
        additionalInfo: `${REQUESTS} ${made++}`,
      }
      return call(services, '/api/host-inquiry', { name, email, ...about })
    },
    giveaway: (services: Services, fullName: string, email: string) =>
      call(services, '/api/entries', { fullName, email, phone: '555 010 9999', state: 'CO', zipCode: '80487' }),
    newsletter: async (services: Services, _: string, email: string) => {
      await services.db.transaction((tx) => subscribe(services, tx, { email, source: 'footer' }))
      return 201
    },
  }
  const openGiveaway = async () => {
    await makeSite(database().db)
    await database().db.insert(giveaways).values(demoGiveaway(NOON))
  }

  test('contains none of their text, from any form, in subject, body or attachment', async () => {
    await openGiveaway()
    for (const [index, name] of NAMES.entries()) {
      for (const form of Object.values(forms)) {
        expect(await form(testServices(database()), name, `victim${index}@example.com`)).toBeLessThan(300)
      }
    }
    await expireAllOverdue(at(100 * HOUR))
    const mails = await toVictim()
    expect(new Set(mails.map(({ template }) => template))).toEqual(
      new Set([
        ...['booking-received', 'booking-expired', 'contact-received', 'host-inquiry-received', 'giveaway-entry'],
        'newsletter-confirm',
      ]),
    )
    for (const { template, subject, html, attachments = [] } of mails) {
      const whole = [subject, html, ...attachments.map(({ content }) => content)].join('\n').toLowerCase()
      for (const word of PITCH) expect(whole, template).not.toContain(word.toLowerCase())
    }
  }, 60_000)

  test('reaches one address three times an hour, whatever forms trigger it and however the address is written', async () => {
    await openGiveaway()
    const spellings = [
      VICTIM,
      'victim@gmail.com',
      'VicTim@googlemail.com',
      'vic.tim+1@gmail.com',
      'v.i.c.t.i.m@gmail.com',
    ]
    for (const email of spellings) {
      for (const [name, form] of Object.entries(forms))
        expect(await form(at(), 'Ada Guest', email), name).toBeLessThan(300)
    }
    expect(await toVictim()).toHaveLength(3)
    const logged = await database().db.select().from(emailLogs)
    expect(new Set(logged.map(({ status }) => status))).toEqual(new Set(['suppressed']))
    expect(logged.length).toBeGreaterThan(15)
    expect(logged[0]?.error).toContain('within an hour')
    // The forms still worked, and the operator was informed of each.
    expect(await database().db.select().from(bookings)).toHaveLength(5)
    expect(await forms.contact(at(), 'Ben Other', 'ben@example.com')).toBe(201)
    expect((await toVictim()).map(({ to }) => to)).toContain('ben@example.com')
    expect(await forms.contact(at(HOUR), 'Ada Guest', VICTIM)).toBe(201)
    expect(await toVictim()).toHaveLength(5)
  }, 60_000)

  test('from many forms at the same moment is limited to three', async () => {
    await makeSite(database().db)
    const sent = Array.from({ length: 12 }, () => forms.contact(at(), 'Ada Guest', VICTIM))
    const statuses = await Promise.all([
      ...sent,
      forms.newsletter(at(), '', VICTIM),
      forms.newsletter(at(), '', VICTIM),
    ])
    expect(statuses.every((status) => status === 201)).toBe(true)
    expect(await toVictim()).toHaveLength(3)
  }, 30_000)

  test('that is suppressed when a request expires is reported to the operator, without claiming that the guest was informed', async () => {
    for (let times = 0; times < 4; times += 1) await forms.booking(at(), 'Ada Guest', VICTIM)
    await expireAllOverdue(at(100 * HOUR))
    const text = (await queuedMail(database()))
      .filter(({ template }) => template === 'booking-expired-operator')
      .map(({ text }) => text.includes('The guest has been told'))
    expect(text.sort()).toEqual([false, true, true, true])
  }, 30_000)

  test('never suppresses the operator’s answers', async () => {
    const services = at()
    const propertyId = await makePricedProperty(database().db)
    for (let times = 0; times < 4; times += 1) await forms.contact(services, 'Ada Guest', VICTIM)
    const guest = { guestName: 'Ada Guest', guestEmail: VICTIM }
    const input = { propertyId, ...stay(), ...guest, children: 0, infants: 0, pets: 0 }
    const requested = await requestBooking(services, input)
    if (!requested.ok) throw new Error(requested.reason)
    expect((await toVictim()).map(({ template }) => template)).toEqual(Array(3).fill('contact-received'))
    const ofOperator = async (template: string) =>
      (await queuedMail(database())).find((mail) => mail.template === template)?.text.replace(/\s+/g, ' ')
    expect(await ofOperator('booking-received-operator')).toMatch(
      /The guest wasn’t emailed about this request.*\/stay\//,
    )
    expect(await makeChange(confirmBooking, { services, id: requested.booking.reference }, {})).toMatchObject({
      ok: true,
    })
    expect((await toVictim()).map(({ template }) => template)).toContain('booking-confirmed')
  })
})
