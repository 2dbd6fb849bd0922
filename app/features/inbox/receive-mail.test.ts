import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeProperty, makeSite, NOON } from '#test/factories.ts'
import { useInbox } from '#test/inbox.ts'
import { conversations } from './inbox.tables.server.ts'
import { parseMail } from './incoming-mail.server.ts'
import { receiveMail } from './receive-mail.server.ts'

/** By RFC 3464, as a mail server writes it. */
const report = (to: string, headers: string[]) => `From: MAILER-DAEMON <mailer-daemon@mx.example>
To: stay@example.com
Message-ID: <${randomUUID()}@mx.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

It could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${to}
Action: failed
Diagnostic-Code: smtp; 550 no such user

--b
Content-Type: text/rfc822-headers

Subject: Towels
${headers.join('\n')}

--b--
`

describeWithDatabase('an email that came back', (database) => {
  beforeEach(() => makeSite(database().db))
  const { services, write, only, shown } = useInbox(database)

  const receive = async (text: string) => {
    const source = new TextEncoder().encode(text.replaceAll('\n', '\r\n'))
    const mail = { uid: 1, size: source.byteLength, receivedAt: null, source, isHeadersOnly: false }
    return receiveMail(services(), await parseMail(mail))
  }
  const sent = async (to: string) => {
    const mailId = randomUUID()
    const logged = { mailId, to, template: 'answer', subject: 'Towels', payload: {}, status: 'sent' }
    await database().db.insert(emailLogs).values(logged)
    return mailId
  }
  const refused = async () =>
    (await database().db.select().from(emailLogs).where(eq(emailLogs.status, 'refused'))).map(({ mailId }) => mailId)

  test('is the one of its Message-ID, not those of its thread, and so is the next', async () => {
    await write('Bo')
    const [delivered, first, second] = [
      await sent('bo@example.com'),
      await sent('bo@example.com'),
      await sent('bo@example.com'),
    ]
    const back = (id: string, answers: string) =>
      receive(report('bo@example.com', [`References: <${answers}@example.com>`, `Message-ID:\n <${id}@example.com>`]))
    expect(await back(first, delivered)).toBe('bounce')
    expect(await back(first, delivered)).toBe('known')
    expect(await back(second, first)).toBe('bounce')
    expect((await refused()).toSorted()).toEqual([first, second].toSorted())
    expect((await only()).bouncedAt).not.toBe(null)
  })

  test('says nothing about an address that it was not sent to', async () => {
    await write('Bo')
    await write('Eve')
    const mailId = await sent('eve@example.com')
    await receive(report('bo@example.com', [`Message-ID: <${mailId}@example.com>`]))
    const people = await database().db.select().from(conversations).orderBy(conversations.email)
    expect(people.map(({ email, bouncedAt }) => [email, bouncedAt !== null])).toEqual([
      ['bo@example.com', false],
      ['eve@example.com', true],
    ])
  })

  test('is a stranger’s without the id of one of ours', async () => {
    await write('Bo')
    expect(await receive(report('bo@example.com', ['Message-ID: <x@example.com>']))).toBe('foreign')
    expect(await receive(report('bo@example.com', [`Message-ID: <${randomUUID()}@example.com>`]))).toBe('foreign')
    expect([await refused(), (await only()).bouncedAt]).toEqual([[], null])
  })

  const ago = async (to: string, days: number) => {
    const createdAt = new Date(NOON.getTime() - days * 86_400_000)
    const mailId = randomUUID()
    const about = { mailId, to, template: 'answer', subject: 'Towels', payload: {}, status: 'sent', createdAt }
    await database().db.insert(emailLogs).values(about)
    return mailId
  }

  test('through a relay with Message-IDs of its own is the last one to the address that the report names', async () => {
    await write('Bo')
    await ago('bo@example.com', 9)
    await ago('bo@example.com', 3)
    const last = await ago('Bo@example.com', 1)
    await ago('eve@example.com', 1)
    const back = () => receive(report('bo@example.com', ['Message-ID: <0100018f-aaaa@email.amazonses.com>']))
    expect(await back()).toBe('bounce')
    expect(await back()).toBe('known')
    expect(await refused()).toEqual([last])
    expect((await only()).bouncedAt).not.toBe(null)
  })

  test('is none of an address that was written to long ago, of the site’s own, or of an email that is gone', async () => {
    await ago('bo@example.com', 6)
    await ago('hello@powderandcove.example', 1)
    const relayed = ['Message-ID: <0100018f-aaaa@email.amazonses.com>']
    expect(await receive(report('bo@example.com', relayed))).toBe('foreign')
    expect(await receive(report('hello@powderandcove.example', relayed))).toBe('foreign')
    await ago('bo@example.com', 1)
    expect(await receive(report('bo@example.com', [`Message-ID: <${randomUUID()}@example.com>`]))).toBe('foreign')
    expect(await refused()).toEqual([])
  })

  const daemon = (headers: string[], body: string) =>
    receive(
      [
        'From: Mail Delivery System <Mailer-Daemon@mx.example>',
        `Message-ID: <${randomUUID()}@mx.example>`,
        ...headers,
        '',
        body,
      ].join('\n'),
    )
  const exim = (id: string) => `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its recipients.

  bo@example.com
    550 5.1.1 no such user here

------ This is a copy of the message, including all the headers. ------

Message-ID: <${id}>
Subject: Towels
To: bo@example.com

body`
  const qmail = (id: string) => `Hi. This is the qmail-send program at mx.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<bo@example.com>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <hello@powderandcove.example>
Message-ID: <${id}>
Subject: Towels`

  test.each([
    [
      'Exim',
      [
        'X-Failed-Recipients: bo@example.com',
        'Subject: Mail delivery failed: returning message to sender',
        'Auto-Submitted: auto-replied',
      ],
      exim,
      /550 5\.1\.1 no such user/,
    ],
    ['qmail', ['Subject: failure notice'], qmail, /no mailbox here/],
  ])('of %s is read, with its id and without', async (_, headers, body, reason) => {
    const first = await ago('bo@example.com', 2)
    const last = await ago('bo@example.com', 1)
    expect(await daemon(headers, body(`${first}@powderandcove.example`))).toBe('bounce')
    expect(await refused()).toEqual([first])
    expect(await daemon(headers, body('0100018f@email.amazonses.com'))).toBe('bounce')
    expect((await refused()).toSorted()).toEqual([first, last].toSorted())
    const logs = await database().db.select().from(emailLogs).where(eq(emailLogs.status, 'refused'))
    for (const { error } of logs) expect(error).toMatch(reason)
  })

  test('of Exchange without a copy is the one that it answers', async () => {
    const first = await ago('bo@example.com', 2)
    await ago('bo@example.com', 1)
    const [head = ''] = report('bo@example.com', []).split('--b\nContent-Type: text/rfc822-headers')
    const answer = head.replace(
      'Content-Type: multipart',
      `In-Reply-To: <${first}@powderandcove.example>\nSubject: Undeliverable: Towels\nContent-Type: multipart`,
    )
    expect(await receive(`${answer}--b--\n`)).toBe('bounce')
    expect(await refused()).toEqual([first])
  })

  test.each([
    [
      'that is only late',
      ['Subject: Warning: message delayed 24 hours'],
      'It has not yet been delivered to bo@example.com. 451 4.7.1 try later',
    ],
    ['of a person', ['From: Bo <bo@example.com>', 'Subject: Undeliverable?'], '550 bo@example.com'],
  ])('is none %s', async (_, headers, body) => {
    await ago('bo@example.com', 1)
    const source = headers.some((header) => header.startsWith('From:'))
      ? receive([...headers, 'Message-ID: <x@y>', '', body].join('\n'))
      : daemon(headers, body)
    expect(await source).not.toBe('bounce')
    expect(await refused()).toEqual([])
  })

  test('an answer of a companion is in the guest’s conversation, marked as of another address', async () => {
    const property = await makeProperty(database().db)
    const stay = { guestEmail: 'Ada@example.com', reference: '7K3-M9Q' }
    await makeBooking(database().db, property, { from: '2027-07-01', to: '2027-07-05' }, stay)
    const from = (subject: string, more = '') =>
      receive(
        `From: Bo <bo.other@example.net>\nSubject: ${subject}\nMessage-ID: <${randomUUID()}@mx.example>\nIn-Reply-To: <0100018f@email.amazonses.com>\n${more}\nWe need a crib, please.`,
      )
    expect(await from('Re: Your request for Cabin By The Cove')).toBe('foreign')
    expect(await from('Re: Your request (7K3-M9R)')).toBe('foreign')
    expect(await from('Re: Your request (7K3-M9Q)', 'Auto-Submitted: auto-replied\n')).toBe('foreign')
    expect(await from('Re: Your request for Cabin By The Cove (7k3-m9q)')).toBe('stored')
    const [conversation] = await database().db.select().from(conversations)
    expect(conversation?.email).toBe('ada@example.com')
    const ours = await sent('ada@example.com')
    const thread = `References: <${ours}@powderandcove.example>\n <0100018f@email.amazonses.com>\n`
    expect(await from('Re: Your request for Cabin By The Cove', thread)).toBe('stored')
    expect(await from('Re: Your request for Cabin By The Cove', thread.replace(ours, randomUUID()))).toBe('foreign')
    expect((await shown()).entries).toMatchObject(
      Array(2).fill({ kind: 'in', from: 'bo.other@example.net', isReply: true }),
    )
  })
})
