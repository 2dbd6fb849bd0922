import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { applyRetention } from '#app/features/privacy/privacy.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeProperty, makeSite, NOON, testClock } from '#test/factories.ts'
import { useInbox } from '#test/inbox.ts'
import { type ImapServer, noImapServer, startImapServer } from '#test/servers/imap-server.ts'
import { mailAttachments, mailboxState, mailMessages } from './inbox.tables.server.ts'
import { readIncomingMail } from './read-mailbox.server.ts'
import { replyAddressOf } from './reply-address.ts'

const SIGNAL = new AbortController().signal
/** When the first email arrives. The mail server has a clock of its own, and takes none from its future. */
const ARRIVED = new Date('2026-06-01T18:00:00Z')

if (noImapServer) process.stderr.write(`Tests of the mailbox are skipped: ${noImapServer}.\n`)

describe.skipIf(noImapServer !== null)('the mailbox', () => {
  let imap: ImapServer
  beforeAll(async () => {
    imap = await startImapServer()
  })
  afterAll(() => imap.remove())

  describeWithDatabase('of the inbox', (database) => {
    beforeEach(() => makeSite(database().db))
    const { services, write, only, shown, post, queued } = useInbox(database)

    const withMailbox = () => services({ IMAP_URL: imap.url, REPLY_ADDRESS: 'stay@example.com' })
    const read = (clock = testClock()) => readIncomingMail({ ...withMailbox(), clock }, SIGNAL)
    const stored = () =>
      database()
        .db.select()
        .from(mailMessages)
        .where(eq(mailMessages.isIncoming, true))
        .orderBy(asc(mailMessages.createdAt))
    let sent = 0
    const mail = (headers: Record<string, string>, body = 'At five.') => {
      sent += 1
      const at = new Date(ARRIVED.getTime() + sent * 1000)
      const lines = Object.entries(headers).map((line) => line.join(': '))
      return imap.deliver(`${lines.join('\r\n')}\r\n\r\n${body}\r\n`, at)
    }
    const FROM_BO = { From: 'Bo <bo@example.com>', To: 'stay@example.com', Subject: 'Re: Towels' }

    test('takes answers into their conversation, by address, by thread, and by sender', async () => {
      await write('Bo')
      await read()
      await post('answer', { key: randomUUID(), text: 'When do you arrive?', version: versionOf(null) }, withMailbox())
      const { id } = await only()
      const [sent] = await queued()
      await mail({
        ...FROM_BO,
        'Message-ID': '<1@b>',
        From: 'bo@work.example',
        To: replyAddressOf('stay@example.com', id),
      })
      await mail({ ...FROM_BO, 'Message-ID': '<2@b>', 'In-Reply-To': `<${sent?.id}@example.com>` })
      await mail({ ...FROM_BO, 'Message-ID': '<3@b>' }, 'Send it to my new account.')
      await mail({ ...FROM_BO, 'Message-ID': '<4@b>', From: 'spam@example.net' }, 'Cheap pills')
      await read()
      await read()
      expect(await stored()).toMatchObject([
        { messageId: '<1@b>', conversationId: id, isReply: true, body: 'At five.' },
        { messageId: '<2@b>', conversationId: id, isReply: true },
        { messageId: '<3@b>', conversationId: id, isReply: false },
      ])
      expect((await only()).waitingSince).not.toBe(null)
      const { entries } = await shown()
      expect(entries.filter(({ kind }) => kind === 'in')).toMatchObject([
        { from: 'bo@work.example' },
        { from: null },
        {},
      ])
      await post('answer', { key: randomUUID(), text: 'See you.', version: (await shown()).version })
      expect((await queued()).find(({ html }) => html.includes('See you.'))?.headers).toMatchObject({
        'In-Reply-To': '<3@b>',
      })
    })

    test('takes the answer of a guest to an email that the site sent', async () => {
      const propertyId = await makeProperty(database().db)
      const booking = await makeBooking(database().db, propertyId, { from: '2027-07-01', to: '2027-07-05' })
      await database().db.update(bookings).set({ guestEmail: 'Bo@example.com' }).where(eq(bookings.id, booking))
      const mailId = randomUUID()
      const logged = { mailId, to: 'Bo@example.com', template: 'stay-message', subject: 'See you', payload: {} }
      await database()
        .db.insert(emailLogs)
        .values({ ...logged, status: 'sent', createdAt: ARRIVED })
      await read()
      await mail({ ...FROM_BO, 'Message-ID': '<5@b>', References: `<x@y> <${mailId}@example.com>` })
      await read()
      expect(await only()).toMatchObject({ email: 'bo@example.com', name: 'Ada Guest' })
      expect((await shown()).stays).toMatchObject([{ dates: 'Jul 1–5, 2027', status: 'Request' }])
      expect((await shown()).entries).toMatchObject([{ kind: 'site' }, { kind: 'in' }])
    })

    test('goes by when an email arrived, whatever date it names', async () => {
      await write('Bo')
      await read()
      const to = replyAddressOf('stay@example.com', (await only()).id)
      const dates = ['0000-01-01', '-000001-01-01T00:00:00Z', 'Thu, 01 Jan 1970 00:00:00 +0000', 'next Tuesday']
      for (const date of dates) await mail({ ...FROM_BO, To: to, Date: date })
      await read()
      await applyRetention(services())
      const arrived = (await stored()).map(({ createdAt }) => createdAt.getTime() - ARRIVED.getTime())
      expect(arrived.map((after) => after > 0 && after < 600_000)).toEqual(dates.map(() => true))
      expect(await database().db.select().from(mailboxState)).toMatchObject([{ error: null }])
    })

    test('has a note in place of an email that cannot be stored, and goes on', async () => {
      const { db } = database()
      await write('Bo')
      await read()
      const to = replyAddressOf('stay@example.com', (await only()).id)
      await mail({ ...FROM_BO, To: to }, 'poison')
      await mail({ ...FROM_BO, To: to, Subject: 'poison' })
      await mail({ ...FROM_BO, To: to }, 'We are locked out')
      await db.execute(sql`alter table mail_messages add constraint poison check ('poison' not in (subject, body))`)
      await read()
      await db.execute(sql`alter table mail_messages drop constraint poison`)
      expect((await stored()).map(({ body }) => body)).toEqual([
        'This email was not read. Open it in your mailbox.',
        'We are locked out',
      ])
    })

    test.each(['57P01', '55P03'])(
      'is not at fault if the database fails (%s), and the email is read again',
      async (code) => {
        const { db } = database()
        await write('Bo')
        await read()
        const to = replyAddressOf('stay@example.com', (await only()).id)
        await mail({ ...FROM_BO, To: to }, 'We are locked out')
        const fails = () => Promise.reject(Object.assign(new Error('Failed query: We are locked out'), { code }))
        const failing = Object.assign(Object.create(db), { transaction: fails })
        const logged: object[] = []
        const log = { ...services().log, warn: (fields: object) => logged.push(fields) }
        const reading = readIncomingMail({ ...withMailbox(), db: failing, log, clock: testClock() }, SIGNAL)
        // The job logs it, without the words of a query.
        await expect(reading).rejects.toMatchObject({ code })
        expect(logged).toEqual([])
        expect(await db.select().from(mailboxState)).toMatchObject([{ failingSince: null, error: null }])
        expect(await stored()).toEqual([])
        await read()
        expect(await stored()).toMatchObject([{ body: 'We are locked out' }])
      },
    )

    test('does not wait for programs, and marks an address whose email came back', async () => {
      await write('Bo')
      await read()
      await post('answer', { key: randomUUID(), text: 'When do you arrive?', version: versionOf(null) }, withMailbox())
      const [sent] = await queued()
      await database()
        .db.insert(emailLogs)
        .values({
          mailId: sent?.id ?? '',
          to: 'bo@example.com',
          template: 'answer',
          subject: 'Re: Towels',
          payload: {},
          status: 'sent',
        })
      const to = replyAddressOf('stay@example.com', (await only()).id)
      for (const [name, value] of [
        ['Auto-Submitted', 'auto-replied'],
        ['Precedence', 'bulk'],
      ] as const)
        await mail({ ...FROM_BO, To: to, [name]: value }, 'I am away.')
      await read()
      expect((await only()).waitingSince).toBe(null)
      expect((await stored()).map(({ isAutomatic }) => isAutomatic)).toEqual([true, true])
      const bounce = (id: string) =>
        mail(
          {
            From: 'Mail Delivery <mailer-daemon@example.com>',
            To: 'stay@example.com',
            'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x',
          },
          `--x\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; bo@example.com\r\nAction: failed\r\nDiagnostic-Code: smtp; 550 no such user\r\n\r\n--x\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${id}@example.com>\r\n\r\n--x--`,
        )
      await bounce(randomUUID())
      await read()
      expect((await only()).bouncedAt).toBe(null)
      await bounce(sent?.id ?? '')
      await read()
      expect((await only()).bouncedAt).not.toBe(null)
      expect((await shown()).entries.find(({ kind }) => kind === 'out')).toMatchObject({
        delivery: 'failed',
        error: '550 no such user',
      })
      expect((await getToday(services())).tasks).toMatchObject([{ title: 'Email to bo@example.com was not delivered' }])
    })

    test('goes on where it was, after an hour without the server, and with new numbers', async () => {
      await write('Bo')
      await read()
      const to = replyAddressOf('stay@example.com', (await only()).id)
      await mail({ ...FROM_BO, To: to, 'Message-ID': '<6@b>' })
      await imap.stop()
      await read()
      const [failing] = await database().db.select().from(mailboxState)
      expect(failing).toMatchObject({ failingSince: NOON })
      expect(failing?.error).not.toContain('secret')
      const later = testClock(new Date(NOON.getTime() + 2 * 3_600_000))
      const waiting = await getToday({ ...withMailbox(), clock: later })
      expect(waiting.tasks.map(({ title }) => title)).toContain('Replies can’t be read')
      await imap.start()
      // With new numbers, emails are looked for from the day before this reading on.
      await read(testClock(new Date(ARRIVED.getTime() + 3_600_000)))
      expect(await stored()).toMatchObject([{ messageId: '<6@b>' }])
      await imap.renumber()
      await mail({ ...FROM_BO, To: to, 'Message-ID': '<7@b>' })
      await read()
      // Emails of the other tests came again, too.
      const ids = (await stored()).map(({ messageId }) => messageId)
      expect(ids).toContain('<7@b>')
      expect(ids.filter((id) => id === '<6@b>')).toHaveLength(1)
    })

    // Last, because the other tests read again what is in the mailbox.
    test('keeps files, and text without headers, of any size', async () => {
      await write('Bo')
      await read()
      const to = replyAddressOf('stay@example.com', (await only()).id)
      const file = Buffer.from('%PDF-1.7 a map').toString('base64')
      const parts = [
        'Content-Type: text/plain\r\n\r\nHere it is.',
        `Content-Type: application/pdf; name="a/map.pdf"\r\nContent-Disposition: attachment; filename="a/map.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}`,
      ]
      const type = { 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=x' }
      await mail({ ...FROM_BO, To: to, ...type }, `--x\r\n${parts.join('\r\n--x\r\n')}\r\n--x--`)
      await mail({ To: to }, 'Hello')
      await mail({ To: to, 'Message-ID': '<big@b>' }, 'x'.repeat(40_000_000))
      const flowed = { 'Content-Type': 'text/plain; format=flowed; delsp=yes' }
      await mail({ To: to, 'Message-ID': '<slow@b>', ...flowed }, 'a \r\n'.repeat(7_000_000))
      await imap.deliver('\r\n\r\nno headers at all')
      await read()
      const mails = await stored()
      expect(mails.map(({ body }) => body).toSorted()).toEqual([
        'Hello',
        'Here it is.',
        'This email has 28 MB and was not read. Open it in your mailbox.',
        'This email has 40 MB and was not read. Open it in your mailbox.',
      ])
      const [kept] = await database().db.select().from(mailAttachments)
      expect(kept).toMatchObject({ name: 'amap.pdf', contentType: 'application/pdf', size: 14 })
      expect(Buffer.from(kept?.content ?? []).toString()).toBe('%PDF-1.7 a map')
    })
  })
})
