import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { changeStatus } from '#app/features/bookings/status/change-status.server.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { hostInquiries } from '#app/features/host-inquiries/host-inquiries.tables.server.ts'
import { newsletterSubscriptions } from '#app/features/newsletter/newsletter.tables.server.ts'
import { exportPerson } from '#app/features/privacy/export-person.server.ts'
import { applyRetention } from '#app/features/privacy/privacy.server.ts'
import { cleanerLinks, turnoverMarks } from '#app/features/turnovers/turnovers.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { createApi } from '#server/api.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { personalDataChanges } from './personal-data.changes.server.ts'

const ADA = 'Ada@Guests.example'
const who = { name: 'Ada Lovelace', email: 'ada@guests.example', createdAt: NOON }
const OWNER: Operator = { ...UNNAMED, name: 'mia' }

describeWithDatabase('personal data by a press', (database) => {
  const clock = testClock()
  const services = () => testServices(database(), { clock })
  const find = (email: string) => postChange(personalDataChanges.find, { services: services(), by: OWNER }, { email })
  const erase = (fields: Record<string, string>, by: Operator = OWNER) =>
    postChange(personalDataChanges.erase, { services: services(), by }, fields)

  /** A past stay, an expired request, and other data that a guest leaves with the site. */
  async function makeWorld() {
    clock.set(NOON)
    const { db } = services()
    const property = await makeProperty(db)
    const guest = { guestEmail: 'ada@guests.example', guestName: who.name, createdAt: NOON }
    const stay = { ...guest, guestPhone: '+1 970 555 0142', status: 'confirmed' as const }
    await makeBooking(db, property, { from: '2026-05-28', to: '2026-06-01' }, stay)
    const asked = await makeBooking(
      db,
      property,
      { from: '2026-07-10', to: '2026-07-14' },
      { ...guest, status: 'pending' },
    )
    await db.transaction(async (tx) => {
      await changeStatus(tx, { ids: [asked], from: 'pending', to: 'declined', cause: 'operator', at: NOON })
      await tx.delete(occupancies).where(eq(occupancies.bookingId, asked))
    })
    await db.insert(inquiries).values({ ...who, subject: 'Hello', message: 'Is the dock open in May?' })
    await db
      .insert(inquiries)
      .values({ ...who, email: 'ben@guests.example', subject: 'Us', message: `Ask ${who.email}` })
    await db.insert(hostInquiries).values({ ...who, propertyLocation: 'Steamboat', bedrooms: 3, maxGuests: 8 })
    await db.insert(newsletterSubscriptions).values({ email: who.email, isActive: true, confirmedAt: NOON })
    await db
      .insert(emailLogs)
      .values({ to: who.email, template: 't', subject: 's', payload: {}, status: 'sent', createdAt: NOON })
    const [link] = await db
      .insert(cleanerLinks)
      .values({ name: who.name, email: who.email, secretHash: 'a', createdAt: NOON })
      .returning()
    const mark = { linkId: link?.id ?? '', propertyId: property, turnover: 't', day: '2027-05-30' as const }
    await db.insert(turnoverMarks).values(mark)
    return property
  }

  test('is shown by kind, with its dates, until when it stays, and why', async () => {
    await makeWorld()
    const answer = await find(ADA)
    const { kinds, mentioned } = (answer.ok && answer.shown) || { kinds: [], mentioned: [] }
    const kept = kinds.map(({ name, count, from, until }) => [name, count, from, until])
    expect(kept).toEqual([
      ['Bookings', 1, '2027-06-01', '2033-05-30'],
      ['Phone numbers, requests, and notes of bookings', 1, '2027-06-01', '2026-08-30'],
      ['Requests that came to nothing', 1, '2027-06-01', '2028-05-31'],
      ['Messages', 1, '2027-06-01', '2029-05-31'],
      ['Inquiries as an owner', 1, '2027-06-01', '2029-05-31'],
      ['Newsletter address', 1, expect.any(String), null],
      ['Links as a cleaner', 1, '2027-06-01', null],
      ['Marks as a cleaner', 1, '2027-05-30', '2027-08-28'],
      ['Our records of email to them', 1, '2027-06-01', '2028-05-31'],
    ])
    expect(kinds[0]?.why).toMatch(/^7 years after check-out, as tax law requires/)
    expect(mentioned).toEqual([{ table: 'inquiries', count: 1 }])
    expect(await find('nobody@guests.example')).toMatchObject({ ok: true, shown: { kinds: [], mentioned: [] } })
    expect(await find('nonsense')).toMatchObject({ status: 400 })
  })

  test('is there until the day that is shown, and gone after it', async () => {
    await makeWorld()
    const kindsAt = async (day: IsoDate) => {
      clock.set(new Date(`${day}T12:00:00Z`))
      await applyRetention(services())
      const answer = await find(ADA)
      return (answer.ok && answer.shown?.kinds) || []
    }
    const ending = (await kindsAt('2027-06-01')).flatMap(({ name, until }) => (until ? [{ name, until }] : []))
    expect(ending.length).toBeGreaterThan(5)
    for (const [until, names] of [...Map.groupBy(ending, (kind) => kind.until)].toSorted()) {
      const left = async (day: IsoDate) => {
        const there = (await kindsAt(day)).map(({ name }) => name)
        return names.filter(({ name }) => there.includes(name))
      }
      expect(await left(addDays(until, -1)), `before ${until}`).toEqual(names)
      expect(await left(addDays(until, 1)), `after ${until}`).toEqual([])
    }
  })

  test('is downloaded as the file that the command writes, by roles that see contacts', async () => {
    await makeWorld()
    const form = new FormData()
    form.set('email', ADA)
    const answer = await createApi(services()).request('/admin/personal-data.json', { method: 'POST', body: form })
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="personal-data-2027-06-01.json"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(await exportPerson(services(), ADA))))
    for (const email of ['', 'nonsense', 'a\0@b.example']) {
      form.set('email', email)
      const wrong = await createApi(services()).request('/admin/personal-data.json', { method: 'POST', body: form })
      expect(wrong.status, email).toBe(400)
    }
  })

  test('is erased only after its address was typed again, and History never says whose it was', async () => {
    await makeWorld()
    expect(await erase({ email: ADA, confirmation: 'ben@guests.example' })).toMatchObject({
      status: 400,
      fields: { confirmation: 'Please enter the same email address again' },
      answer: { preview: { email: ADA } },
    })
    const late = { ...OWNER, session: { id: 's', confirmedAt: new Date(NOON.getTime() - 16 * 60_000) } }
    expect(await erase({ email: ADA, confirmation: ADA }, late)).toMatchObject({ status: 403 })
    const bookkeeper = { ...OWNER, scopes: ['contacts:read'] as const }
    expect(await erase({ email: ADA, confirmation: ADA }, bookkeeper)).toMatchObject({ status: 403 })
    expect(await services().db.$count(inquiries)).toBe(2)

    expect(await erase({ email: ADA, confirmation: 'ada@guests.example' })).toMatchObject({
      ok: true,
      message: expect.stringContaining('still mentioned in inquiries'),
    })
    const history = await services().db.select().from(audit)
    expect(history).toMatchObject([
      {
        action: 'personal-data.erased',
        operatorName: 'mia',
        before: null,
        after: { 'bookings without the person': 2, messages: 1, 'newsletter subscriptions': 1 },
      },
    ])
    expect(JSON.stringify(history)).not.toMatch(/ada[ @]|lovelace/i)
    expect((await services().db.select().from(bookings)).map(({ guestName }) => guestName)).toEqual([
      'Erased',
      'Erased',
    ])
    expect(await find(ADA)).toMatchObject({ shown: { kinds: [] } })
    expect(await erase({ email: ADA, confirmation: ADA })).toMatchObject({ status: 404 })
    expect(await services().db.$count(audit)).toBe(1)
  })

  test('stays as a whole while a stay is ahead', async () => {
    const property = await makeWorld()
    const ahead = { guestEmail: 'ada@guests.example', status: 'confirmed' as const }
    await makeBooking(services().db, property, { from: '2027-09-01', to: '2027-09-05' }, ahead)
    expect(await erase({ email: ADA, confirmation: ADA })).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Nothing was erased: .* is still ahead or unsettled/),
    })
    expect(await services().db.$count(inquiries)).toBe(2)
    expect(await services().db.$count(audit)).toBe(0)
  })
})
