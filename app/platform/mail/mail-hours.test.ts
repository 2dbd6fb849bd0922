import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { NOON, testServices } from '#test/factories.ts'
import { sendOneMail } from '#test/mails/mail-step.ts'
import { startSmtpServer } from '#test/servers/smtp-server.ts'
import { enqueueMail } from './mail.server.ts'
import { emailLogs } from './mail.tables.server.ts'
import { openSmtpTransport } from './transport.server.ts'

describeWithDatabase('mail with hours', (database) => {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>
  let services: Services
  let now = NOON
  const at = (time: string) => new Date(`2027-06-02T${time}:00Z`)
  const leaves = { from: 8, to: 21, timeZone: 'UTC', until: at('20:00').toISOString() }
  beforeEach(async () => {
    now = NOON
    smtp = await startSmtpServer()
    const config = readConfig({ MAIL_FROM: 'Cove <hello@stay.example>' })
    services = testServices(database(), { clock: { now: () => now }, config })
  })
  afterEach(() => smtp.stop())

  const put = (to: string, more: object = {}) =>
    services.db.transaction((tx) =>
      enqueueMail(services, tx, { to, template: 'test', subject: 'Hello', html: 'See you.', ...more }),
    )
  const sendNext = () => sendOneMail(services, openSmtpTransport(smtp.url))
  /** At that time, after every wait between two attempts. */
  async function sendAt(time: string) {
    now = at(time)
    for (const { id } of await services.jobs.findJobs('mail', { queued: true })) {
      await services.jobs.update('mail', undefined, { id, startAfter: new Date(0) })
    }
    await database().pool.query("update mail_hosts set next_try_at = 'epoch'")
    return sendNext()
  }

  test('that waited for its host until the night leaves in the morning, and holds nobody else up', async () => {
    await put('ada@example.com', { leaves })
    expect(await sendAt('02:00')).toBe('failed')
    await put('bo@example.com')
    expect(await sendNext()).toBe('completed')
    expect(smtp.received.map(({ to }) => to)).toEqual(['bo@example.com'])
    expect(await sendAt('07:59')).toBe('failed')
    expect(await sendAt('08:00')).toBe('completed')
    expect(smtp.received.map(({ to }) => to)).toEqual(['bo@example.com', 'ada@example.com'])
  })

  test('that was of no use anymore once its host was back is given up', async () => {
    await put('ada@example.com', { leaves })
    smtp.manner = 'refuses-greeting'
    expect(await sendAt('09:00')).toBe('failed')
    smtp.manner = 'accepts'
    expect(await sendAt('20:00')).toBe('deadletter')
    expect(smtp.received.filter(({ acknowledged }) => acknowledged)).toEqual([])
    expect(await services.db.select().from(emailLogs).orderBy(emailLogs.createdAt)).toMatchObject([
      { status: 'failed' },
      { status: 'given-up', error: 'what it says was over before it could leave' },
    ])
  })
})
