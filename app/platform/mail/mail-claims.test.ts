import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { describeOnBothDatabases, type TestDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { startSmtpServer } from '#test/servers/smtp-server.ts'
import { cancelQueuedMail, enqueueMail, type Mail } from './mail.server.ts'
import { startMailWorker } from './mail-worker.server.ts'
import { openSmtpTransport } from './transport.server.ts'

describeOnBothDatabases('mail that a process has claimed', (database) => {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>
  beforeEach(async () => {
    smtp = await startSmtpServer()
  })
  afterEach(() => smtp.stop())

  const config = readConfig({ MAIL_FROM: 'Cove <hello@stay.example>' })
  const using = (on: TestDatabase) => testServices(on, { config })
  const jobs = () => database().jobs
  const transport = () => openSmtpTransport(smtp.url)
  const query = async (text: string) => (await database().pool.query(text)).rows
  const log = () => query('select status from email_logs')
  const put = (...names: string[]) => {
    const mails = names.map((name) => ({
      to: `${name}@example.com`,
      template: 'test',
      subject: 'Hello',
      html: '<p>Hello</p>',
    }))
    return database().db.transaction((tx) => enqueueMail(using(database()), tx, mails))
  }

  test('returns to the queue after a minute without a heartbeat, and not before', async () => {
    await put('ada', 'ben')
    const [lost] = await jobs().fetch<Mail>('mail')
    const [alive] = await jobs().fetch<Mail>('mail')
    if (!lost || !alive) throw new Error('there was no mail')
    await query(`update pgboss.job set heartbeat_on = now() - interval '61 seconds'`)
    await jobs().touch('mail', alive)
    await jobs().supervise('mail')
    const states = (await jobs().findJobs('mail')).map(({ id, state }) => [id, state])
    expect(Object.fromEntries(states)).toEqual({ [lost.id]: 'retry', [alive.id]: 'active' })
  })

  test('is not considered lost while a server is slow to accept it', async () => {
    await put('ada')
    await query('update pgboss.job set heartbeat_seconds = 1')
    smtp.accepts = 2500
    const workers = await Promise.all([1, 2].map(() => startMailWorker(using(database()), transport())))
    await expect
      .poll(
        async () => {
          await jobs().supervise('mail')
          await query(`update pgboss.queue set monitor_on = null`)
          return log()
        },
        { timeout: 10_000 },
      )
      .toMatchObject([{ status: 'sent' }])
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(smtp.received).toHaveLength(1)
    expect(await log()).toHaveLength(1)
  })

  test('is sent at once after a crash on an embedded database, which has no other process', async () => {
    await put('ada')
    await jobs().fetch('mail')
    const worker = await startMailWorker(using({ ...database(), kind: 'embedded' }), transport())
    await expect.poll(log).toMatchObject([{ status: 'sent' }])
    await worker.stop()
  })

  describe('and that waits for its host', () => {
    const LIMITS = { poll: 500, pause: 20, send: 10_000, stop: 1000 }
    const hostIs = (state: 'away' | 'back') =>
      query(
        state === 'back'
          ? 'delete from mail_hosts'
          : `insert into mail_hosts (host, next_try_at, error) values ('${transport().host}', '2027-06-01T19:00:00Z', 'down')`,
      )
    const stateOfAda = async () => (await jobs().findJobs('mail', { data: { to: 'ada@example.com' } }))[0]?.state

    /** Ada's mail is claimed and changed while the host is away. Ben's leaves after it. */
    async function changedMeanwhile(change: () => Promise<unknown>) {
      await hostIs('away')
      await put('ada')
      const worker = await startMailWorker(using(database()), transport(), LIMITS)
      await expect.poll(stateOfAda, { timeout: 30_000 }).toBe('active')
      await change()
      await put('ben')
      await hostIs('back')
      await expect
        .poll(() => query(`select from email_logs where "to" = 'ben@example.com'`), { timeout: 30_000 })
        .toHaveLength(1)
      await worker.stop()
      return smtp.received.map(({ to }) => to)
    }

    test('is not sent or logged once it is taken back', async () => {
      const takeBack = () =>
        database().db.transaction((tx) => cancelQueuedMail(tx, { to: 'ada@example.com' }, { evenClaimed: true }))
      expect(await changedMeanwhile(takeBack)).toEqual(['ben@example.com'])
      expect(await log()).toHaveLength(1)
    })

    test('is sent as it is in the queue by then', async () => {
      const renamed = `update pgboss.job set data = jsonb_set(data, '{to}', '"cleo@example.com"') where data ->> 'to' like 'ada%'`
      expect(await changedMeanwhile(() => query(renamed))).toEqual(['cleo@example.com', 'ben@example.com'])
    })

    test('is left to the process that has claimed it since', async () => {
      const reclaimed = `update pgboss.job set retry_count = retry_count + 1 where data ->> 'to' like 'ada%'`
      expect(await changedMeanwhile(() => query(reclaimed))).toEqual(['ben@example.com'])
      expect(await stateOfAda()).toBe('active')
    })
  })
})
