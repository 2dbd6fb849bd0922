import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { conversations, emailLogs } from '#app/platform/db/schema.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeSite } from '#test/factories.ts'
import { useInbox } from '#test/inbox.ts'
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
  const { services, write, only } = useInbox(database)

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
})
