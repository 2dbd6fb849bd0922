import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { NOON, testServices } from '#test/factories.ts'
import { sendOneMail } from '#test/mails/mail-step.ts'
import { type Manner, startSmtpServer } from '#test/servers/smtp-server.ts'
import { enqueueMail, type Mail } from './mail.server.ts'
import { startMailWorker } from './mail-worker.server.ts'
import { openSmtpTransport } from './transport.server.ts'

/** Short timeouts for silent servers; other servers get the time they need. */
const QUICK = { connection: 200, greeting: 300, answer: 300 }
const DAY = 24 * 60 * 60_000

describeOnBothDatabases('mail on its way', (database) => {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>
  let services: Services
  let at = NOON.getTime()
  /** Each reading is a little later, as the log is ordered by time. */
  const clock = { now: () => new Date(++at) }
  beforeEach(async () => {
    smtp = await startSmtpServer()
    at = NOON.getTime()
    services = testServices(database(), { clock, config: readConfig({ MAIL_FROM: 'Cove <hello@stay.example>' }) })
  })
  afterEach(() => smtp.stop())

  const sql = async <Row extends object>(text: string) => (await database().pool.query<Row>(text)).rows
  const log = () =>
    sql<{ to: string; status: string; error: string | null }>(
      'select "to", template, subject, payload, status, error from email_logs order by created_at, id',
    )
  const waiting = () => services.jobs.findJobs<Mail>('mail')
  const another = () => testServices({ ...database(), jobs: database().jobs }, { config: services.config, clock })
  const transport = () => openSmtpTransport(smtp.url, smtp.manner === 'stalls' ? QUICK : undefined)
  const sendOne = (as: Manner = 'accepts', by = services) => {
    smtp.manner = as
    return sendOneMail(by, transport())
  }
  /** One after another: mails of one instant have no order. */
  async function put(...names: string[]) {
    for (const name of names) {
      await services.db.transaction((tx) =>
        enqueueMail(services, tx, {
          to: `${name}@example.com`,
          template: 'test',
          subject: `Hello ${name}`,
          html: '<a href="https://stay.example/secret-token">Confirm</a>',
          payload: { name },
        }),
      )
      await wait(2)
    }
  }
  const minuteLater = () => sql(`update mail_hosts set next_try_at = 'epoch'`)
  const backOffOver = async () => {
    for (const { id } of await services.jobs.findJobs('mail', { queued: true })) {
      await services.jobs.update('mail', undefined, { id, startAfter: new Date(0) })
    }
  }

  test('is sent once, logged without secrets, and removed from the outbox', async () => {
    await put('ada')
    expect(await sendOne()).toBe('completed')
    expect(await sendOne()).toBe('idle')
    expect(smtp.received).toMatchObject([{ to: 'ada@example.com', acknowledged: true }])
    expect(smtp.received[0]?.raw).toContain('From: Cove <hello@stay.example>')
    const entry = { to: 'ada@example.com', template: 'test', subject: 'Hello ada', status: 'sent', error: null }
    expect(await log()).toEqual([{ ...entry, payload: { name: 'ada' } }])
    expect(await waiting()).toEqual([])
  })

  test.each<Manner>(['refuses-recipient', 'refuses-message'])(
    'to a server that %s is not tried again',
    async (manner) => {
      await put('ada')
      expect(await sendOne(manner)).toBe('deadletter')
      expect(await sendOne()).toBe('idle')
      expect(await log()).toMatchObject([
        { status: 'refused', error: expect.stringMatching(/no such mailbox|not such a/) },
      ])
      expect(await services.jobs.findJobs('mail-failed')).toMatchObject([
        { data: { to: 'ada@example.com' }, sourceName: 'mail' },
      ])
    },
  )

  test.each<Manner>(['refuses-greeting', 'stalls', 'drops', 'closing', 'unacknowledged'])(
    'to a server that %s waits, is logged, and goes out once the server is well',
    async (manner) => {
      await put('ada')
      expect(await sendOne(manner)).toBe('failed')
      expect(await sendOne()).toBe('idle')
      await backOffOver()
      expect(await sendOne()).toBe('waits')
      await backOffOver()
      await minuteLater()
      expect(await sendOne()).toBe('completed')
      expect(await log()).toMatchObject([{ status: 'failed', error: expect.any(String) }, { status: 'sent' }])
      expect(smtp.received.filter(({ acknowledged }) => acknowledged)).toHaveLength(1)
      const ids = smtp.received.map(({ raw }) => /Message-ID: (\S+)/.exec(raw)?.[1])
      expect(new Set(ids).size).toBe(1)
      expect(await sql('select from mail_hosts')).toEqual([])
    },
  )

  test.each<Manner>(['not-now', 'not-now-message'])(
    'that is put off (%s) waits alone, and no other with it',
    async (manner) => {
      await put('ada', 'ben')
      expect(await sendOne(manner)).toBe('failed')
      expect(await sql('select from mail_hosts')).toEqual([])
      expect(await sendOne()).toBe('completed')
      expect(await sendOne()).toBe('idle')
      await backOffOver()
      expect(await sendOne()).toBe('completed')
      expect(smtp.received.map(({ to }) => to)).toEqual(['ben@example.com', 'ada@example.com'])
      expect(await log()).toMatchObject([
        { status: 'failed', error: expect.any(String) },
        { status: 'sent' },
        { status: 'sent' },
      ])
    },
  )

  test('is retried when a failing host answers again, even to defer one recipient', async () => {
    await put('ada', 'ben', 'cleo')
    smtp.putsOff = ['ben@example.com']
    expect(await sendOne('refuses-greeting')).toBe('failed')
    await minuteLater()
    expect(await sendOne()).toBe('failed')
    for (const _ of [1, 2]) expect(await sendOne()).toBe('completed')
    expect(smtp.received.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'cleo@example.com'])
  })

  test('waiting for a slow server does not delay a stop, and is sent at the next start', async () => {
    await put('ada')
    smtp.accepts = 60_000
    const limits = { poll: 500, pause: 5, send: 100_000, stop: 100 }
    const worker = await startMailWorker(services, transport(), limits)
    await expect.poll(() => smtp.received).toHaveLength(1)
    await worker.stop()
    expect(await log()).toMatchObject([{ status: 'failed' }])
    smtp.accepts = 0
    await minuteLater()
    await backOffOver()
    expect(await sendOne()).toBe('completed')
    const ids = smtp.received.map(({ raw }) => /Message-ID: (\S+)/.exec(raw)?.[1])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  test('waits 15 seconds or more before the second attempt, and longer before later ones', async () => {
    await put('ada')
    for (const [least, most] of [
      [15, 30],
      [30, 60],
      [60, 120],
    ]) {
      expect(await sendOne('stalls')).toBe('failed')
      const [row] = await sql<{ seconds: number }>(
        'select extract(epoch from start_after - now())::float as seconds from pgboss.job',
      )
      expect(row?.seconds).toBeGreaterThan((least ?? 0) - 5)
      expect(row?.seconds).toBeLessThanOrEqual(most ?? 0)
      await minuteLater()
      await backOffOver()
    }
  })

  test('is tried once a minute at a failing host, for any number of processes', async () => {
    await put('ada', 'ben', 'cleo', 'dan')
    expect(await sendOne('refuses-greeting')).toBe('failed')
    await minuteLater()
    const before = smtp.connections
    const attempts = await Promise.all([1, 2, 3].map(() => sendOne('refuses-greeting', another())))
    expect(attempts.toSorted()).toEqual(['failed', 'waits', 'waits'])
    expect(smtp.connections - before).toBe(1)
  })

  test('that waited only for the host is sent as soon as the host works', async () => {
    await put('ada', 'ben', 'cleo')
    for (const _ of [1, 2]) {
      expect(await sendOne('refuses-greeting')).toBe('failed')
      await minuteLater()
    }
    for (const _ of [1, 2, 3]) expect(await sendOne()).toBe('completed')
    expect(await sendOne()).toBe('idle')
  })

  test('is given up after a day, and the log says so', async () => {
    await put('ada')
    expect(await sendOne('stalls')).toBe('failed')
    await minuteLater()
    await backOffOver()
    at += DAY
    expect(await sendOne('stalls')).toBe('deadletter')
    await minuteLater()
    expect(await sendOne()).toBe('idle')
    expect(await log()).toMatchObject([{ status: 'failed' }, { status: 'given-up', error: expect.any(String) }])
  })

  test('of a release that noted no time in it is sent, too', async () => {
    await put('ada')
    await sql(`update pgboss.job set data = data - 'queuedAt'`)
    expect(await sendOne()).toBe('completed')
    expect(smtp.received).toHaveLength(1)
  })

  test('is not sent again if a process recorded it as sent before it died', async () => {
    await put('ada')
    const [job] = await waiting()
    await sql(`insert into email_logs (mail_id, "to", template, subject, payload, status)
      values ('${job?.id}', 'ada@example.com', 'test', 'Hello', '{}', 'sent')`)
    await sendOne()
    expect(smtp.received).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('acknowledged during a database outage is recorded afterwards, and sent once', async () => {
    await put('ada')
    let outages = 3
    const db = new Proxy(services.db, {
      get(target, name) {
        if (name !== 'transaction' || outages-- <= 0) return Reflect.get(target, name)
        return () => Promise.reject(new Error('Connection terminated'))
      },
    })
    expect(await sendOne('accepts', { ...services, db })).toBe('completed')
    expect(outages).toBe(-1)
    expect(await sendOne()).toBe('idle')
    expect(smtp.received).toHaveLength(1)
    expect(await log()).toHaveLength(1)
  })

  test('is neither lost nor sent twice by two workers, whatever the server does', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `guest${n}`)
    await put(...names)
    const limits = { poll: 500, pause: 5, send: 2000, stop: 1000 }
    const workers = await Promise.all([1, 2].map(() => startMailWorker(another(), transport(), limits)))
    const failures: Manner[] = ['drops', 'refuses-greeting', 'not-now', 'unacknowledged']
    const later = async (ms: number) => {
      await minuteLater()
      await backOffOver()
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
    const sent = () => sql<{ to: string }>(`select "to" from email_logs where status = 'sent'`)
    for (let round = 0; (await sent()).length < names.length && round < 40; round += 1) {
      smtp.manner = failures[round % failures.length] ?? 'accepts'
      await later(250)
      smtp.manner = 'accepts'
      await later(500)
    }
    await Promise.all(workers.map((worker) => worker.stop()))
    const addresses = names.map((name) => `${name}@example.com`).toSorted()
    expect((await sent()).map(({ to }) => to).toSorted()).toEqual(addresses)
    const acknowledged = smtp.received.filter((message) => message.acknowledged)
    expect(acknowledged.map(({ to }) => to).toSorted()).toEqual(addresses)
    expect(await waiting()).toEqual([])
  }, 60_000)

  test('in progress when the process stops is finished first, and no other is started', async () => {
    await put('ada', 'ben')
    let begun = () => {}
    const inFlight = new Promise<void>((resolve) => {
      begun = resolve
    })
    let finish = () => {}
    const slow = {
      host: 'slow',
      send: () => {
        begun()
        return new Promise<{ outcome: 'sent' }>((resolve) => {
          finish = () => resolve({ outcome: 'sent' })
        })
      },
    }
    const worker = await startMailWorker(services, slow)
    await inFlight
    const stopped = worker.stop()
    finish()
    await stopped
    expect(await log()).toMatchObject([{ status: 'sent' }])
    expect(await waiting()).toMatchObject([{ state: 'created' }])
  })
})
