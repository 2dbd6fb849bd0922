import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { declineBooking } from '#app/features/bookings/manage/page/confirm-booking.server.ts'
import { payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { giveawayEntries, giveawayShares, giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { newsletterSubscriptions } from '#app/features/newsletter/newsletter.tables.server.ts'
import { turnoverChanges } from '#app/features/turnovers/manage/turnovers.changes.server.ts'
import { cleanerLinks, turnoverImages, turnoverMarks } from '#app/features/turnovers/turnovers.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { openTransport } from '#app/platform/mail/transport.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { createApi } from '#server/api.ts'
import { runCommand } from '#server/commands/command-line.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { sendOneMail } from '#test/mails/mail-step.ts'

const EMAIL = 'Theodora.Quill@example.com'
const NAME = 'Theodora Quill'
const PHONE = '+1 970 555 0142'
const JOANN = 'not.theodora.quill@example.com'
const WORDS = [EMAIL, NAME, PHONE]

describeWithDatabase('a person who asks to be forgotten', (database) => {
  let dataDir = ''
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'pc-forget-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  const services = (): Services => {
    const made = testServices(database(), { clock: testClock() })
    return { ...made, config: { ...made.config, dataDir } }
  }
  const person = async (...words: string[]) =>
    (await runCommand(services(), { words: ['person', ...words] })) ?? expect.unreachable()

  async function send(to: string, body: object): Promise<Record<string, string>> {
    const answer = await createApi(services()).request(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    })
    expect(answer.status, `${to} ${await answer.clone().text()}`).toBeLessThan(300)
    return answer.json()
  }

  /** All data of guests, owners and entrants, for this person and one whose address is longer. */
  async function useEverything() {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const stay = { propertyId, checkInDate: '2027-07-31', checkOutDate: '2027-08-04', adults: 2 }
    const guest = { guestName: NAME, guestEmail: EMAIL, guestPhone: PHONE, specialRequests: `Call ${PHONE}, ${NAME}` }
    const booked = await send('/api/bookings', { ...stay, ...guest })
    const message = 'Is the dock open in May, and may we bring a dog?'
    await send('/api/contact', { name: NAME, email: EMAIL, message: `${message} ${PHONE}` })
    await send('/api/contact', { name: 'Jo Ann', email: JOANN, message })
    const property = { propertyLocation: 'Steamboat Springs', bedrooms: 3, maxGuests: 8 }
    await send('/api/host-inquiry', { name: NAME, email: EMAIL, phone: PHONE, ...property, additionalInfo: NAME })
    const [giveaway] = await db
      .insert(giveaways)
      .values({
        name: 'Staycation',
        sponsor: 'Us',
        opensAt: new Date(NOON.getTime() - 1000),
        closesAt: new Date(NOON.getTime() + 86_400_000),
        timeZone: 'UTC',
        prize: 'A stay',
        retailValue: '1000',
        eligibility: 'All',
        odds: 'Even',
        freeEntryMethod: 'The form',
        winnerSelection: 'A draw',
        rulesVersion: '1',
        bonusPerChannel: 2,
        maximumBonus: 4,
        channels: ['x'],
      })
      .returning()
    const who = { giveawayId: giveaway?.id ?? '', email: EMAIL.toLowerCase() }
    const entry = { fullName: NAME, phone: PHONE, state: 'CO', zipCode: '80487', rulesVersion: '1' }
    await db.insert(giveawayEntries).values({ ...who, ...entry })
    await db.insert(giveawayShares).values({ ...who, channel: 'x', ipAddress: '203.0.113.7' })
    await db.insert(newsletterSubscriptions).values({ email: EMAIL.toLowerCase() })
    await makeCleaner(propertyId)
    return booked
  }

  /** The same person cleans, and has seen, done, and photographed something. */
  async function makeCleaner(propertyId: string) {
    const { db } = database()
    const by = { ...UNNAMED, name: 'mia' }
    const input = { name: NAME, email: EMAIL, propertyIds: [propertyId] }
    await makeChange(turnoverChanges.create, { services: services(), by }, input)
    const [link] = await db.select().from(cleanerLinks)
    const of = { linkId: link?.id ?? '', propertyId, turnover: 't', day: '2027-07-31' }
    await db.insert(turnoverMarks).values({ ...of, doneAt: NOON })
    const path = '/objects/uploads/damage.webp'
    await db.insert(mediaObjects).values({ path, contentType: 'image/webp', bytes: 1, width: 8, height: 8 })
    await db.insert(turnoverImages).values({ ...of, path, createdAt: NOON })
    const ready = { action: 'booking.property-ready', subject: 'booking', subjectId: 'b', happenedAt: NOON }
    await db.insert(audit).values({ ...ready, operatorName: NAME })
  }

  async function sendMails(count: number) {
    const transport = openTransport(services().config)
    for (let index = 0; index < count; index += 1) {
      expect(await sendOneMail(services(), transport)).toBe('completed')
    }
  }

  /** Every text or JSON column, in any table and schema, that contains one of the words. */
  async function findColumns(words: string[]): Promise<string[]> {
    const { db } = database()
    const { rows: columns } = await db.execute<{ at: string; name: string }>(sql`
      select format('%I.%I', table_schema, table_name) as at, quote_ident(column_name) as name
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
         and (data_type in ('text', 'jsonb', 'json', 'character varying', 'ARRAY') or data_type = 'USER-DEFINED')`)
    expect(columns.length).toBeGreaterThan(100)
    const found: string[] = []
    for (const { at, name } of columns) {
      const { rows } = await db.execute<{ text: string }>(
        sql`select ${sql.raw(name)}::text as text from ${sql.raw(at)} where ${sql.raw(name)} is not null`,
      )
      const texts = rows.map(({ text }) => text.replaceAll(JOANN, '').toLowerCase())
      if (texts.some((text) => words.some((word) => text.includes(word.toLowerCase())))) found.push(`${at}.${name}`)
    }
    return found
  }

  test('is in no table column and no file afterward, and everybody else still is', async () => {
    const { reference = '' } = await useEverything()
    await sendMails(4)
    const answered = await makeChange(declineBooking, { services: services(), id: reference }, { message: '' })
    expect(answered.ok).toBe(true)
    const before = await findColumns(WORDS)
    for (const table of ['bookings', 'inquiries', 'host_inquiries', 'staycation_entries', 'email_logs', 'job_common'])
      expect(before.join(' ')).toContain(table)
    expect((await readdir(path.join(dataDir, 'mail'))).length).toBe(4)

    const { ok, message } = await person('erase', ` ${EMAIL.toUpperCase()} `)
    expect([ok, message]).toEqual([true, expect.stringContaining('bookings without the person: 1')])
    expect(message).not.toContain('still mentioned')
    expect(await findColumns(WORDS)).toEqual([])
    for (const name of await readdir(path.join(dataDir, 'mail'))) {
      const text = (await readFile(path.join(dataDir, 'mail', name), 'utf8')).replaceAll(JOANN, '')
      for (const word of WORDS) expect(text.toLowerCase()).not.toContain(word.toLowerCase())
    }
    const { db } = database()
    expect([await db.$count(cleanerLinks), await db.$count(turnoverMarks)]).toEqual([0, 0])
    expect(await db.select().from(turnoverImages)).toMatchObject([{ linkId: null }])
    expect(await database().db.select().from(inquiries)).toMatchObject([{ email: JOANN, name: 'Jo Ann' }])
    expect(await person('erase', EMAIL)).toEqual({ ok: true, message: 'Nothing is stored about this address.' })
  }, 60_000)

  test('leaves in a booking what accounting needs, and its link no longer works', async () => {
    const { reference = '', stayUrl = '' } = await useEverything()
    await makeChange(declineBooking, { services: services(), id: reference }, { message: '' })
    const [before] = await database().db.select().from(bookings)
    await person('erase', EMAIL)
    const [after] = await database().db.select().from(bookings)
    const { token, ...rest } = { ...before }
    const nobody = {
      guestName: 'Erased',
      guestEmail: 'erased@invalid.example',
      guestPhone: null,
      specialRequests: null,
    }
    expect(after).toMatchObject({ ...rest, ...nobody })
    expect(stayUrl).toContain(token)
    expect(after?.token).not.toBe(token)
  })

  test('is not erased while a stay is upcoming or its payment is not settled', async () => {
    const { reference = '' } = await useEverything()
    const refused = { ok: false, message: expect.stringContaining(`${reference} is still ahead or unsettled`) }
    expect(await person('erase', EMAIL)).toEqual(refused)
    await makeChange(declineBooking, { services: services(), id: reference }, { message: '' })
    const [booking] = await database().db.select().from(bookings)
    const payment = { kind: 'whole', amount: '1000', status: 'captured', received: '1000', nextAt: NOON } as const
    await database()
      .db.insert(payments)
      .values({ ...payment, bookingId: booking?.id ?? '' })
    expect(await person('erase', EMAIL)).toEqual(refused)
    expect(await findColumns(WORDS)).not.toEqual([])
  })

  test('gets all stored data, without other people’s data and without secrets', async () => {
    const { stayUrl = '' } = await useEverything()
    await sendMails(4)
    const { ok, message } = await person('export', EMAIL)
    expect(ok).toBe(true)
    const exported = JSON.parse(message)
    for (const table of [
      'bookings',
      'inquiries',
      'host_inquiries',
      'staycation_entries',
      'staycation_shares',
      'newsletter_subscriptions',
      'cleaner_links',
      'turnover_marks',
      'turnover_images',
      'email_logs',
    ])
      expect(exported[table]?.length, table).toBeGreaterThan(0)
    expect(exported.bookings).toMatchObject([{ guest_name: NAME, guest_phone: PHONE, total_amount: expect.anything() }])
    expect(message).not.toContain(JOANN)
    expect(message).not.toContain(stayUrl.split('/').at(-1))
    expect(message).not.toContain('secret_hash')
    const [log] = await database().db.select().from(emailLogs)
    expect(log).toBeDefined()
  })

  test('does not get texts by others that mention the address, only where they are', async () => {
    await useEverything()
    const message = `Write to\n${EMAIL}, or to me in Room 7.`
    await send('/api/contact', { name: 'Jo Ann', email: JOANN, message })
    const [{ id } = { id: '' }] = await database()
      .db.select()
      .from(inquiries)
      .where(and(eq(inquiries.email, JOANN), eq(inquiries.message, message)))
    const exported = await person('export', EMAIL)
    for (const words of [JOANN, 'Jo Ann', 'Room 7']) expect(exported.message).not.toContain(words)
    const { inquiries: own, mentioned } = JSON.parse(exported.message)
    expect(own).toMatchObject([{ email: EMAIL, name: NAME }])
    expect(mentioned.inquiries).toEqual([id])
  })

  test('is identified by one complete address', async () => {
    for (const words of [
      [],
      ['erase'],
      ['erase', 'quill'],
      ['forget', EMAIL],
      ['erase', EMAIL, JOANN],
      ['export', '%'],
    ])
      expect(await person(...words)).toEqual({
        ok: false,
        message: expect.stringContaining('Usage: npm run site -- person'),
      })
  })
})
