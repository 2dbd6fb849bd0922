import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, makeSite, NOON } from '#test/factories.ts'
import { MIA, useInbox } from '#test/inbox.ts'
import { getConversation, lastAnswerOf, listConversations, quoteInWords } from './conversations.server.ts'
import { getGuestContact } from './guest-contact.server.ts'
import { inboxChanges } from './inbox.changes.server.ts'
import { mailMessages } from './inbox.tables.server.ts'
import { conversationIn, replyAddressOf } from './reply-address.ts'
import { writeToGuestChanges } from './write-to-guest.changes.server.ts'

const GUEST = { guestName: 'Bo Diddley', guestEmail: 'bo@example.com', status: 'confirmed' as const }

describeWithDatabase('the inbox', (database) => {
  beforeEach(() => makeSite(database().db))
  const { services, write, only, shown, post, queued } = useInbox(database)
  const list = () => listConversations(services(), 'UTC')

  test('has whoever waits longest first, until they are marked', async () => {
    await write('Bo', 1)
    await write('Cy', 0)
    await write('Bo', 2, { message: 'Three' })
    expect(await list()).toMatchObject([
      { name: 'Cy', email: 'cy@example.com' },
      { name: 'Bo', email: 'bo@example.com', text: 'Three' },
    ])
    const mark = async (conversation: string) => {
      const { seen = '' } = (await getConversation(services(), { id: conversation, timeZone: 'UTC' })) ?? {}
      const asked = { services: services(), by: MIA, params: { conversation } }
      return postChange(inboxChanges.mark, asked, { mark: 'done', seen })
    }
    expect(await mark((await list())[0]?.id ?? '')).toMatchObject({ ok: true })
    expect(await mark(randomUUID())).toMatchObject({ status: 404 })
    expect((await list()).map(({ name, waiting }) => [name, waiting !== null])).toEqual([
      ['Bo', true],
      ['Cy', false],
    ])
    expect((await getToday(services())).tasks).toMatchObject([{ title: 'Bo waits for an answer' }])
  })

  test('answers in the thread, once, and nobody waits then', async () => {
    await write('Bo')
    const reply = services({ IMAP_URL: 'imap://a:b@127.0.0.1:9', REPLY_ADDRESS: 'stay@example.com' })
    const fields = { key: randomUUID(), text: 'In the closet.', version: versionOf(null) }
    for (let press = 0; press < 2; press += 1) {
      expect(await post('answer', fields, reply)).toMatchObject({ ok: true })
    }
    const { id, waitingSince } = await only()
    expect(waitingSince).toBe(null)
    const mails = await queued()
    expect(mails).toMatchObject([
      { to: 'bo@example.com', subject: 'Re: Towels', replyTo: replyAddressOf('stay@example.com', id) },
    ])
    expect(mails[0]?.headers).toEqual({ 'Auto-Submitted': 'no' })
    expect((await shown()).entries).toMatchObject([
      { kind: 'form', text: 'Two' },
      { kind: 'out', id: mails[0]?.id, text: 'In the closet.', by: 'Mia', delivery: 'sending' },
    ])
    expect(conversationIn(replyAddressOf('stay@example.com', id))).toBe(id)
  })

  test('refuses the second of two answers, with what the first said, and a placeholder that is left', async () => {
    await write('Bo')
    const answer = (text: string, version = versionOf(null)) => post('answer', { key: randomUUID(), text, version })
    expect(await answer('Use {check-in time}')).toMatchObject({
      fields: { text: 'Please write something in place of {check-in time}' },
    })
    expect(await answer('In the closet.')).toMatchObject({ ok: true })
    const second = await answer('In the garage.')
    expect(second).toMatchObject({ ok: false, status: 409 })
    expect(JSON.stringify(second)).toContain('In the closet.')
    expect(await queued()).toHaveLength(1)
    const seen = versionOf(await lastAnswerOf(database().db, (await only()).id))
    expect(await answer('In the garage, too.', seen)).toMatchObject({ ok: true })
  })

  test('tells that somebody wrote while they were answered or marked as done', async () => {
    await write('Bo')
    const { seen, version } = await shown()
    await write('Bo', 1, { message: 'We are locked out' })
    const answer = { key: randomUUID(), text: 'In the closet.', version }
    for (const refused of [post('answer', { ...answer, seen }), post('mark', { mark: 'done', seen })]) {
      const message = 'Bo wrote meanwhile. Read it, then press again if this still fits.'
      expect(await refused).toMatchObject({ ok: false, status: 409, message })
    }
    expect(await queued()).toEqual([])
    expect((await only()).waitingSince).not.toBe(null)
    expect(await post('answer', answer)).toMatchObject({ ok: true })
    expect((await only()).waitingSince).toBe(null)
  })

  test('a message from the page of a booking answers what its operator has read, and nothing else', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db, { name: 'Cabin' })
    await makeBooking(db, propertyId, { from: '2027-07-01', to: '2027-07-05' }, { ...GUEST, reference: '7K3-M9Q' })
    await write('Bo', 1)
    const contact = async () => await getGuestContact(services(), '7K3-M9Q')
    const first = await contact()
    expect(first?.messages).toMatchObject([{ kind: 'form' }])
    const send = (seen: string) => {
      const fields = { key: randomUUID(), subject: 'Your stay', text: 'The dock is open.', seen }
      const posted = { services: services(), by: MIA, params: { reference: '7K3-M9Q' } }
      return postChange(writeToGuestChanges.write, posted, fields)
    }
    await write('Bo', 2)
    expect(await send(first?.seen ?? '')).toMatchObject({
      ok: false,
      message: expect.stringContaining('wrote meanwhile'),
    })
    expect((await only()).waitingSince).not.toBe(null)
    expect(await send((await contact())?.seen ?? '')).toMatchObject({ ok: true })
    expect((await only()).waitingSince).toBe(null)
    expect((await contact())?.messages.map(({ kind }) => kind)).toEqual(['form', 'form', 'out'])
  })

  test('begins with the guest of a booking, in the thread of the last email about it', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db, { name: 'Cabin' })
    const id = await makeBooking(db, propertyId, { from: '2027-07-01', to: '2027-07-05' }, GUEST)
    const [stay] = await db.select().from(bookings).where(eq(bookings.id, id))
    const reference = stay?.reference ?? ''
    const mailId = randomUUID()
    await db.insert(emailLogs).values({
      mailId,
      to: 'Bo@example.com',
      template: 'booking-confirmed',
      subject: 'Confirmed',
      status: 'sent',
      payload: { reference },
    })
    const { subject } = (await getGuestContact(services(), reference)) ?? {}
    expect(subject).toBe(`Your stay at Cabin, Thu, Jul 1 to Mon, Jul 5 (${reference})`)
    const of = services({ MAIL_FROM: 'Stay <stay@example.com>' })
    const fields = { key: randomUUID(), subject: subject ?? '', text: 'The dock is open.' }
    const send = () => postChange(writeToGuestChanges.write, { services: of, by: MIA, params: { reference } }, fields)
    for (let press = 0; press < 2; press += 1) expect(await send()).toMatchObject({ ok: true })
    const mails = await queued()
    expect(mails).toMatchObject([{ to: 'bo@example.com', subject }])
    expect(mails[0]?.headers).toMatchObject({ 'In-Reply-To': `<${mailId}@example.com>` })
    expect(await only()).toMatchObject({ name: 'Bo Diddley', waitingSince: null })
    expect((await shown()).entries).toMatchObject([
      { kind: 'site' },
      { kind: 'out', text: 'The dock is open.', by: 'Mia' },
    ])
    expect(await getGuestContact(services(), reference)).toMatchObject({ conversation: (await only()).id })
    // The page of the booking doesn’t show what they ask.
    await write('Bo')
    await postChange(
      writeToGuestChanges.write,
      { services: of, by: MIA, params: { reference } },
      { ...fields, key: randomUUID() },
    )
    expect((await only()).waitingSince).not.toBe(null)
  })

  const asked = { property: 'cabin', checkIn: '2027-07-01', nights: '4', adults: '3', children: '1' }
  const quote = async (fields: Record<string, string>) => {
    const made = (await post('quote', { ...asked, ...fields })) as { ok: boolean; to?: string }
    const id = /quote=([\w-]+)/.exec(made.to ?? '')?.[1] ?? ''
    return made.ok ? quoteInWords(services(), { id, timeZone: 'UTC' }) : made
  }

  test('makes a quote of the dates that a guest asked about', async () => {
    const propertyId = await makePricedProperty(database().db, { name: 'Cabin', slug: 'cabin' })
    await write('Bo', 0, { propertyId, checkIn: '2027-07-01', checkOut: '2027-07-05' })
    const { entries, properties } = await shown()
    expect(properties).toEqual([['cabin', 'Cabin']])
    expect(entries).toMatchObject([
      { asked: { property: 'cabin', checkIn: '2027-07-01', nights: 4, adults: 2, children: 0 } },
    ])
    expect(await quote({})).toMatch(/^Cabin, Jul 1–5, 2027, for 3 adults, 1 child: \$[\d,.]+ in total/)
    await makeBooking(database().db, propertyId, { from: '2027-07-01', to: '2027-07-05' })
    expect(await quote({ adults: '0' })).toMatchObject({ status: 400 })
    expect(await quote({})).toMatchObject({ ok: false, status: 409 })
  })

  test('a message without dates begins a quote with the home that it names, and with its words', async () => {
    const propertyId = await makePricedProperty(database().db, { name: 'Cabin', slug: 'cabin' })
    await makePricedProperty(database().db, { name: 'Attic', slug: 'attic', status: 'retired' })
    await write('Bo', 0, { propertyId, message: 'Do you have seven nights in July for 4 adults and two kids?' })
    const draft = { property: 'cabin', checkIn: '', nights: 7, adults: 4, children: 2 }
    expect((await shown()).entries).toMatchObject([{ asked: draft }])
    expect((await shown()).properties).toEqual([['cabin', 'Cabin']])
    expect(await quote({ nights: '7' })).toMatch(/^Cabin, Jul 1–8, 2027, for 3 adults, 1 child: /)
    for (const [name, value] of Object.entries({ property: 'no-such-home', checkIn: '', nights: '' })) {
      expect(await quote({ [name]: value })).toMatchObject({ status: 400, fields: { [name]: expect.any(String) } })
    }
  })

  test('the last email of a person begins a quote with the home of their form, but not an automatic one', async () => {
    const propertyId = await makePricedProperty(database().db, { name: 'Cabin', slug: 'cabin' })
    await write('Bo', 0, { propertyId })
    const { id } = await only()
    const receive = (hour: number, isAutomatic: boolean) =>
      database()
        .db.insert(mailMessages)
        .values({
          conversationId: id,
          isIncoming: true,
          isAutomatic,
          subject: 'Re: Towels',
          fromEmail: 'bo@example.com',
          body: 'A week, then.',
          createdAt: new Date(NOON.getTime() + hour * 3_600_000),
          messageId: `<${hour}@example.com>`,
        })
    await receive(1, false)
    expect((await shown()).entries).toMatchObject([
      {},
      { kind: 'in', asked: { property: 'cabin', checkIn: '', nights: 7 } },
    ])
    await receive(2, true)
    expect((await shown()).entries).toMatchObject([{}, { kind: 'in', asked: null }, { kind: 'in', asked: null }])
  })

  test('a saved answer has the home and the dates that a form names, while the person has no stay', async () => {
    const propertyId = await makePricedProperty(database().db, { name: 'Cabin', slug: 'cabin' })
    await write('Bo', 0, { propertyId })
    const { values } = await shown()
    expect(values).toMatchObject({ guest: 'Bo', home: 'Cabin', 'check-in time': expect.stringMatching(/[AP]M/) })
    expect(values).not.toHaveProperty('dates')
    await write('Bo', 1, { propertyId, checkIn: '2027-07-01', checkOut: '2027-07-05' })
    expect((await shown()).values).toMatchObject({ dates: 'Thu, Jul 1 to Mon, Jul 5' })
    await makeBooking(database().db, propertyId, { from: '2027-08-01', to: '2027-08-03' }, GUEST)
    expect((await shown()).values).toMatchObject({ guest: 'Bo', reference: expect.any(String) })
  })
})
