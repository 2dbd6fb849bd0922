import { expect, test } from 'vitest'
import { inTransaction } from '#app/platform/jobs/jobs.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { enqueueMail, type Mail } from './mail.server.ts'

const MAIL: Mail = { to: 'ada@example.com', template: 'test', subject: 'Hello', html: '<p>Hello</p>' }

describeWithDatabase('the outbox', (database) => {
  const waiting = () => queuedMail(database())
  const send = (mail: Mail | Mail[]) => {
    const services = testServices(database())
    return services.db.transaction((tx) => enqueueMail(services, tx, mail))
  }

  test('matches the table version of the installed library', async () => {
    expect(await database().jobs.detectSchemaDrift()).toMatchObject({ ok: true })
  })

  test('stores mail together with the row that caused it', async () => {
    await send([MAIL, { ...MAIL, to: 'eve@example.com' }])
    expect((await waiting()).map(({ to }) => to).sort()).toEqual(['ada@example.com', 'eve@example.com'])
  })

  test('drops mail of a rolled-back transaction', async () => {
    const services = testServices(database())
    const undone = services.db.transaction(async (tx) => {
      await enqueueMail(services, tx, MAIL)
      expect(await services.jobs.findJobs('mail', { db: inTransaction(tx) })).toHaveLength(1)
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect(await waiting()).toEqual([])
  })

  test.each(['a\r\nBcc: all@example.com', 'a\nb', 'a\u2028b\u0000c'])(
    'lets no line break into a header: %j',
    async (text) => {
      await send({ ...MAIL, subject: text, headers: { 'List-Unsubscribe': text } })
      const [mail] = await waiting()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test asserts their absence.
      const breaks = /[\x00-\x1f\u2028\u2029]/
      expect(mail?.subject).not.toMatch(breaks)
      expect(mail?.headers?.['List-Unsubscribe']).not.toMatch(breaks)
    },
  )

  test('stores mail whose text was cut in the middle of a character', async () => {
    await send({ ...MAIL, html: '<p>Hello \ud83c</p>' })
    expect(await waiting()).toMatchObject([{ html: '<p>Hello \ufffd</p>' }])
  })

  test.each(['a@b.example\nBcc: c@d.example', 'a@b.example, c@d.example', 'Ada <a@b.example>', 'nobody'])(
    'takes one address and nothing else: %j',
    async (to) => {
      await expect(send({ ...MAIL, to })).rejects.toThrow('is not one address')
      await expect(send({ ...MAIL, replyTo: to })).rejects.toThrow('is not one address')
      await expect(send({ ...MAIL, headers: { [`X ${to}`]: 'x' } })).rejects.toThrow('is not the name of a header')
      expect(await waiting()).toEqual([])
    },
  )
})
