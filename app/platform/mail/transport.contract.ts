import PostalMime, { type Email } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import type { Mail } from './mail.server.ts'
import type { OutgoingMail, Transport } from './message.server.ts'

const MAIL: Mail = {
  to: 'ada@example.com',
  template: 'test',
  subject: 'Zoë’s stay: 3 nights ⛷️',
  html: '<p>Grüße from the cove<br>.<br>from a line with a dot</p>',
  replyTo: 'guest@example.com',
  headers: { 'List-Unsubscribe': '<https://stay.example/out>' },
  attachments: [
    { filename: 'stay.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content: 'BEGIN:VCALENDAR' },
  ],
}

/** A mail with all parts, as every transport gets it in the contract. */
export const OUTGOING: OutgoingMail = {
  id: '0b8c7a52-52fd-4b3c-9e43-0d1b3a2f8f10',
  writtenAt: new Date('2027-06-01T18:00:00Z'),
  mail: MAIL,
  from: { name: 'Lit Windows, Inc.', address: 'hello@stay.example' },
}

const never = new AbortController().signal

/** The contract of every transport. `open` returns one and a way to read what it delivered; called once per test. */
export function describeTransport(
  driver: string,
  open: () => Promise<{ transport: Transport; delivered: () => Promise<string[]> }>,
): void {
  async function deliver(mail: OutgoingMail): Promise<Email> {
    const { transport, delivered } = await open()
    expect(await transport.send(mail, never)).toEqual({ outcome: 'sent' })
    const [raw, ...more] = await delivered()
    expect(more).toEqual([])
    return PostalMime.parse(raw ?? '', { attachmentEncoding: 'utf8' })
  }

  describe(`${driver} as a transport of mail`, () => {
    test('delivers subject, both bodies and the attachment unchanged', async () => {
      const email = await deliver(OUTGOING)
      expect(email).toMatchObject({
        subject: MAIL.subject,
        text: expect.stringContaining('Grüße from the cove\n.\nfrom'),
      })
      expect(email.html).toContain('<p>Grüße from the cove<br>')
      expect(email.attachments).toMatchObject([
        { filename: 'stay.ics', mimeType: 'text/calendar', content: expect.stringMatching(/^BEGIN:VCALENDAR\s*$/) },
      ])
    })

    test('sets sender, recipient and reply-to, and marks the mail as auto-generated', async () => {
      const email = await deliver(OUTGOING)
      expect(email.from).toMatchObject({ name: 'Lit Windows, Inc.', address: 'hello@stay.example' })
      expect(email.to).toMatchObject([{ address: 'ada@example.com' }])
      expect(email.replyTo).toMatchObject([{ address: 'guest@example.com' }])
      const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]))
      expect(headers).toMatchObject({
        'auto-submitted': 'auto-generated',
        'list-unsubscribe': '<https://stay.example/out>',
      })
    })

    test('uses the same id for every attempt of one mail', async () => {
      const email = await deliver(OUTGOING)
      expect(email.messageId).toBe(`<${OUTGOING.id}@stay.example>`)
    })

    test.each(['\r\nBcc: all@example.com', '\nX-Evil: 1\n\nbody'])(
      'lets no break begin another header: %j',
      async (evil) => {
        const mail = { ...MAIL, subject: `Hello${evil}`, headers: { 'List-Unsubscribe': `x${evil}` } }
        const email = await deliver({ ...OUTGOING, mail, from: { ...OUTGOING.from, name: `Cove${evil}` } })
        expect(email.headers.map(({ key }) => key)).not.toContain('x-evil')
        expect(email.bcc ?? []).toEqual([])
        expect(email.to).toHaveLength(1)
        expect(email.text).toContain('Grüße')
      },
    )

    test('opens no files or URLs named in a mail', async () => {
      const evil = { filename: 'x', contentType: 'text/plain', content: { path: '/etc/hostname' } as never }
      const { transport, delivered } = await open()
      const delivery = await transport.send({ ...OUTGOING, mail: { ...MAIL, attachments: [evil] } }, never)
      expect(delivery.outcome).not.toBe('sent')
      expect(await delivered()).toEqual([])
    })
  })
}
