import { eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { changeStatus } from '#app/features/bookings/status/change-status.server.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { giveawayEntries, giveawayShares, giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { hostInquiries } from '#app/features/host-inquiries/host-inquiries.tables.server.ts'
import { type ImportChoices, importFiles } from '#app/features/import/import.tables.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { newsletterSubscriptions } from '#app/features/newsletter/newsletter.tables.server.ts'
import {
  cleanerLinks,
  cleanerMailLinks,
  turnoverImages,
  turnoverMarks,
} from '#app/features/turnovers/turnovers.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { periodInWords, RETENTION, type RetentionKey } from '#app/shared/retention.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { applyRetention, NOT_DELETED } from './privacy.server.ts'

const DAY = 86_400_000

describeWithDatabase('personal data that is no longer needed', (database) => {
  /** Runs the cleanup this many days after a period has ended; a negative number means before. */
  const applyAt = (key: RetentionKey, days: number) =>
    applyRetention(
      testServices(database(), { clock: testClock(new Date(NOON.getTime() + (RETENTION[key].days + days) * DAY)) }),
    )

  test('is removed from a booking in steps: requests and phone first, then the person, never the amounts', async () => {
    const { db } = database()
    const property = await makeProperty(db)
    const change = { guestPhone: '+1 970 555 0142', specialRequests: 'A cot', status: 'confirmed' } as const
    await makeBooking(db, property, { from: '2027-05-28', to: '2027-06-01' }, change)
    const booking = async () => (await db.select().from(bookings))[0]
    await applyAt('stayRequests', 0)
    expect(await booking()).toMatchObject({ guestPhone: '+1 970 555 0142', specialRequests: 'A cot' })
    await applyAt('stayRequests', 1)
    expect(await booking()).toMatchObject({ guestName: 'Ada Guest', guestPhone: null, specialRequests: null })
    await applyAt('bookings', 0)
    expect(await booking()).toMatchObject({ guestName: 'Ada Guest', guestEmail: 'ada@example.com' })
    const before = await booking()
    await applyAt('bookings', 1)
    expect(await booking()).toMatchObject({ guestName: 'Erased', guestEmail: 'erased@invalid.example' })
    const { totalAmount, checkInDate, checkOutDate, reference, propertyId } = before ?? {}
    expect(await booking()).toMatchObject({ totalAmount, checkInDate, checkOutDate, reference, propertyId })
  })

  test('is removed from a request a year after it ended, but not from a confirmed stay', async () => {
    const { db } = database()
    const property = await makeProperty(db)
    const ends = new Date(NOON.getTime() + 370 * DAY)
    const end = async (id: string, from: 'pending' | 'confirmed') =>
      db.transaction(async (tx) => {
        await changeStatus(tx, { ids: [id], from, to: 'cancelled', cause: 'guest', at: ends })
        await tx.delete(occupancies).where(eq(occupancies.bookingId, id))
      })
    const asked = { status: 'pending', createdAt: NOON } as const
    const request = await makeBooking(db, property, { from: '2028-10-10', to: '2028-10-14' }, asked)
    const stay = await makeBooking(db, property, { from: '2028-11-10', to: '2028-11-14' }, asked)
    await db.transaction((tx) =>
      changeStatus(tx, { ids: [stay], from: 'pending', to: 'confirmed', cause: 'operator', at: NOON }),
    )
    await end(request, 'pending')
    await end(stay, 'confirmed')
    const named = async () => {
      const rows = await db.select().from(bookings).where(ne(bookings.guestName, 'Erased'))
      return rows.map(({ id }) => id)
    }
    const both = [request, stay].sort()
    await applyAt('requests', 5)
    expect((await named()).sort()).toEqual(both)
    await applyAt('requests', 370)
    expect((await named()).sort()).toEqual(both)
    await applyAt('requests', 371)
    expect(await named()).toEqual([stay])
    await applyAt('bookings', 1000)
    expect(await named()).toEqual([])
  })

  test('stays for an unsubscribed reader, so that nobody emails them again', async () => {
    const { db } = database()
    const ended = { email: 'ada@example.com', isActive: false, requestedAt: NOON, unsubscribedAt: NOON }
    await db.insert(newsletterSubscriptions).values(ended)
    await applyAt('bookings', 1)
    expect(await db.$count(newsletterSubscriptions)).toBe(1)
    const { name, days } = RETENTION.newsletterUnsubscribed
    expect(`${name}: ${periodInWords(days)}`).toBe('An address that unsubscribed from the newsletter: Until you ask us')
  })

  test('is deleted with a file that was uploaded to be imported, after a day', async () => {
    const { db } = database()
    const choices: ImportChoices = { columns: [], property: '', properties: {}, order: '', unstated: 'none' }
    const parsed = { header: ['Guest', 'Email'], rows: [{ line: 2, cells: ['Ada', 'ada@example.com'] }] }
    await db.insert(importFiles).values({ kind: 'bookings', name: 'a.csv', parsed, choices, createdAt: NOON })
    await applyAt('importFiles', 0)
    expect(await db.$count(importFiles)).toBe(1)
    await applyAt('importFiles', 1)
    expect(await db.$count(importFiles)).toBe(0)
  })

  test('is deleted as a whole: messages, host inquiries, the mail log', async () => {
    const { db } = database()
    const who = { name: 'Ada', email: 'ada@example.com', createdAt: NOON }
    const left = async () =>
      (await Promise.all([inquiries, hostInquiries, emailLogs].map((table) => db.$count(table)))).join()
    await db.insert(inquiries).values({ ...who, subject: 'Hello', message: 'Is the dock open in May?' })
    await db.insert(hostInquiries).values({ ...who, propertyLocation: 'Steamboat', bedrooms: 3, maxGuests: 8 })
    const mail = { to: who.email, template: 't', subject: 's', payload: {}, status: 'sent', createdAt: NOON }
    await db.insert(emailLogs).values(mail)
    await applyAt('mails', -1)
    expect(await left()).toBe('1,1,1')
    await applyAt('mails', 1)
    expect(await left()).toBe('1,1,0')
    await applyAt('messages', -1)
    expect(await left()).toBe('1,1,0')
    await applyAt('messages', 1)
    expect(await left()).toBe('0,0,0')
  })

  test('is deleted of a cleaner: marks after the work, photos once dealt with, the link after it ended', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db)
    const made = { name: 'Maria', email: 'maria@example.com', createdAt: NOON }
    const links = [
      { ...made, secretHash: 'a', revokedAt: NOON },
      { ...made, secretHash: 'b' },
    ]
    const [ended, active] = await db.insert(cleanerLinks).values(links).returning({ id: cleanerLinks.id })
    const of = { linkId: active?.id ?? '', propertyId, turnover: 't', day: '2027-06-01' }
    await db.insert(turnoverMarks).values(of)
    await db.insert(cleanerMailLinks).values({ linkId: of.linkId, secretHash: 'c', createdAt: NOON })
    const paths = ['/objects/uploads/1.webp', '/objects/uploads/2.webp']
    const file = { contentType: 'image/webp', bytes: 1, width: 8, height: 8 }
    await db.insert(mediaObjects).values(paths.map((path) => ({ path, ...file })))
    const image = { ...of, createdAt: NOON }
    await db
      .insert(turnoverImages)
      .values(paths.map((path, n) => ({ ...image, path, handledAt: n === 0 ? NOON : null })))
    const renamed = {
      action: 'cleaner-link.revoked',
      subject: 'cleaner-link',
      subjectId: ended?.id ?? '',
      happenedAt: NOON,
    }
    await db.insert(audit).values({ ...renamed, before: { name: 'Maria' } })
    const tables = [turnoverMarks, cleanerMailLinks, turnoverImages, cleanerLinks]
    const left = async () => Promise.all(tables.map((table) => db.$count(table)))
    await applyAt('turnoverMarks', 0)
    expect(await left()).toEqual([1, 1, 2, 2])
    await applyAt('turnoverMarks', 1)
    expect(await left()).toEqual([0, 0, 2, 2])
    await applyAt('damageImages', 1)
    expect(await left()).toEqual([0, 0, 1, 1])
    expect((await db.select().from(audit))[0]?.before).toBeNull()
  })

  test('is deleted from a closed giveaway: first the shares with their addresses, then the entries', async () => {
    const { db } = database()
    const words = {
      name: 'n',
      sponsor: 's',
      timeZone: 'UTC',
      prize: 'p',
      retailValue: '1',
      eligibility: 'e',
      odds: 'o',
    }
    const bonus = { bonusPerChannel: 2, maximumBonus: 4, channels: ['x'] }
    const rules = { freeEntryMethod: 'f', winnerSelection: 'w', rulesVersion: '1', ...bonus }
    const [giveaway] = await db
      .insert(giveaways)
      .values({ ...words, ...rules, opensAt: new Date(NOON.getTime() - DAY), closesAt: NOON })
      .returning()
    const who = { giveawayId: giveaway?.id ?? '', email: 'ada@example.com' }
    const entry = { fullName: 'Ada', phone: '1', state: 'CO', zipCode: '80487', rulesVersion: '1' }
    await db.insert(giveawayEntries).values({ ...who, ...entry })
    await db.insert(giveawayShares).values({ ...who, channel: 'x', ipAddress: '203.0.113.7' })
    const left = async () => [await db.$count(giveawayShares), await db.$count(giveawayEntries)]
    await applyAt('shareAddresses', -1)
    expect(await left()).toEqual([1, 1])
    await applyAt('shareAddresses', 1)
    expect(await left()).toEqual([0, 1])
    expect(await db.select().from(giveawayEntries)).toMatchObject([{ totalEntries: 3 }])
    await applyAt('entries', 1)
    expect(await left()).toEqual([0, 0])
  })
})

test('each period is enforced: by a step, by the age of a table’s rows, or by the page of a stay', () => {
  expect(NOT_DELETED).toEqual(['stayPage'])
})
