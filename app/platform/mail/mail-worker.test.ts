import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { type Manner, startSmtpServer } from '#test/smtp-server.ts'
import { readConfig } from '../config.server.ts'
import type { Services } from '../services.server.ts'
import { enqueueMail } from './mail.server.ts'
import { startMailWorker } from './mail-worker.server.ts'
import { sendNext } from './send-mail.server.ts'
import { openSmtpTransport } from './smtp-transport.server.ts'

/** For a server that says nothing; the others get the time that they need. */
const QUICK = { connection: 200, greeting: 300, answer: 300 }
const DAY = 24 * 60 * 60_000

describeOnBothDatabases('mail on its way', (database) => {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>
  let services: Services
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  beforeEach(async () => {
    smtp = await startSmtpServer()
    ahead = 0
    services = testServices(database(), { clock, config: readConfig({ MAIL_FROM: 'Cove <hello@stay.example>' }) })
  })
  afterEach(() => smtp.stop())

  const sql = async <Row extends object>(text: string) => (await database().pool.query<Row>(text)).rows
  const log = () =>
    sql<{ to: string; status: string; error: string | null }>(
      'select "to", template, subject, payload, status, error from email_logs order by created_at, id',
    )
  const waiting = () => sql<{ state: string; output: unknown }>('select state, output from pgboss.job')
  const transport = () => openSmtpTransport(smtp.url, smtp.manner === 'stalls' ? QUICK : undefined)
  const options = { signal: new AbortController().signal, pause: async () => {}, renewMs: 30_000 }
  const sendOne = (as: Manner = 'accepts', by = services) => {
    smtp.manner = as
    return sendNext(by, transport(), options)
  }
  const put = (...names: string[]) =>
    services.db.transaction((tx) =>
      enqueueMail(
        services,
        tx,
        names.map((name) => ({
          to: `${name}@example.com`,
          template: 'test',
          subject: `Hello ${name}`,
          html: '<a href="https://stay.example/secret-token">Confirm</a>',
          payload: { name },
        })),
      ),
    )
  const minuteLater = () => sql(`update mail_hosts set next_try_at = now()`)
  const backOffOver = () => sql(`update pgboss.job set start_after = now() where state = 'retry'`)

  test('is sent once, logged without what is secret in it, and leaves nothing in the outbox', async () => {
    await put('ada')
    expect(await sendOne()).toBe('sent')
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
      expect(await sendOne(manner)).toBe('refused')
      expect(await sendOne()).toBe('idle')
      expect(await log()).toMatchObject([
        { status: 'refused', error: expect.stringMatching(/no such mailbox|not such a/) },
      ])
      expect(await waiting()).toMatchObject([{ state: 'cancelled' }])
    },
  )

  test.each<Manner>(['refuses-greeting', 'stalls', 'drops', 'closing', 'unacknowledged'])(
    'to a server that %s waits, is logged, and goes out once the server is well',
    async (manner) => {
      await put('ada')
      expect(await sendOne(manner)).toBe('failed')
      expect(await sendOne()).toBe('rests')
      await minuteLater()
      expect(await sendOne()).toBe('idle')
      await backOffOver()
      await minuteLater()
      expect(await sendOne()).toBe('sent')
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
      expect(await sendOne()).toBe('sent')
      expect(await sendOne()).toBe('idle')
      await backOffOver()
      expect(await sendOne()).toBe('sent')
      expect(smtp.received.map(({ to }) => to)).toEqual(['ben@example.com', 'ada@example.com'])
      expect(await log()).toMatchObject([
        { status: 'failed', error: expect.any(String) },
        { status: 'sent' },
        { status: 'sent' },
      ])
    },
  )

  test('to a host that failed goes out again when it answers, be it to put off one recipient', async () => {
    await put('ada', 'ben', 'cleo')
    smtp.putsOff = ['ben@example.com']
    expect(await sendOne('refuses-greeting')).toBe('failed')
    await minuteLater()
    expect(await sendOne()).toBe('failed')
    for (const _ of [1, 2]) expect(await sendOne()).toBe('sent')
    expect(smtp.received.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'cleo@example.com'])
  })

  test('that a server takes long to accept is not taken for lost by another process', async () => {
    await put('ada')
    smtp.accepts = 1500
    const limits = { idle: 5, send: 10_000, renew: 50, stop: 5000, lost: 500 }
    const workers = [1, 2].map(() =>
      startMailWorker(testServices(database(), { config: services.config, clock }), transport(), limits),
    )
    await expect.poll(log, { timeout: 10_000 }).toMatchObject([{ status: 'sent' }])
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(smtp.received).toHaveLength(1)
    expect(await log()).toHaveLength(1)
  })

  test('that waits for a slow server does not hold up a stop, and goes out at the next start', async () => {
    await put('ada')
    smtp.accepts = 60_000
    const limits = { idle: 5, send: 100_000, renew: 50, stop: 100, lost: 100_000 }
    const worker = startMailWorker(services, transport(), limits)
    await expect.poll(() => smtp.received).toHaveLength(1)
    await worker.stop()
    expect(await log()).toMatchObject([{ status: 'failed' }])
    smtp.accepts = 0
    await minuteLater()
    await backOffOver()
    expect(await sendOne()).toBe('sent')
    const ids = smtp.received.map(({ raw }) => /Message-ID: (\S+)/.exec(raw)?.[1])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  test('waits a minute or two before its second try, and longer before later ones', async () => {
    await put('ada')
    for (const [least, most] of [
      [60, 120],
      [120, 240],
      [240, 480],
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

  test('is tried once a minute at a host that fails, however many processes there are', async () => {
    await put('ada', 'ben', 'cleo', 'dan')
    expect(await sendOne('refuses-greeting')).toBe('failed')
    await minuteLater()
    const others = [
      services,
      testServices(database(), { config: services.config, clock }),
      testServices(database(), { config: services.config, clock }),
    ]
    const before = smtp.connections
    const tries = await Promise.all(others.map((by) => sendOne('refuses-greeting', by)))
    expect(tries.toSorted()).toEqual(['failed', 'rests', 'rests'])
    expect(smtp.connections - before).toBe(1)
    const states = await sql(
      'select state, count(*)::int as count from pgboss.job group by state, started_on is null order by 2',
    )
    expect(states).not.toContainEqual(expect.objectContaining({ state: 'active' }))
  })

  test('that waited for the host alone goes out as soon as the host is well', async () => {
    await put('ada', 'ben', 'cleo')
    for (const _ of [1, 2]) {
      expect(await sendOne('refuses-greeting')).toBe('failed')
      await minuteLater()
    }
    for (const _ of [1, 2, 3]) expect(await sendOne()).toBe('sent')
    expect(await sendOne()).toBe('idle')
  })

  test('is given up after a day, which the log shows', async () => {
    await put('ada')
    expect(await sendOne('stalls')).toBe('failed')
    await minuteLater()
    await backOffOver()
    ahead = DAY
    expect(await sendOne('stalls')).toBe('given-up')
    await minuteLater()
    expect(await sendOne()).toBe('idle')
    expect(await log()).toMatchObject([{ status: 'failed' }, { status: 'given-up', error: expect.any(String) }])
  })

  test('that a process recorded as sent before it died is not sent again', async () => {
    await put('ada')
    const job = await services.jobs.take('mail')
    await sql(`insert into email_logs (mail_id, "to", template, subject, payload, status)
      values ('${job?.id}', 'ada@example.com', 'test', 'Hello', '{}', 'sent')`)
    expect(await services.jobs.takeBack('mail', 60)).toBe(0)
    expect(await services.jobs.takeBack('mail', 0)).toBe(1)
    await sendOne()
    expect(smtp.received).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('that was acknowledged while the database is away is recorded when it is back, and sent once', async () => {
    await put('ada')
    let away = 3
    const db = new Proxy(services.db, {
      get(target, name) {
        if (name !== 'transaction' || away-- <= 0) return Reflect.get(target, name)
        return () => Promise.reject(new Error('Connection terminated'))
      },
    })
    expect(await sendOne('accepts', { ...services, db })).toBe('sent')
    expect(away).toBe(-1)
    expect(await sendOne()).toBe('idle')
    expect(smtp.received).toHaveLength(1)
    expect(await log()).toHaveLength(1)
  })

  test('is neither lost nor sent twice by two workers at once, whatever the server does meanwhile', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `guest${n}`)
    await put(...names)
    const limits = { idle: 5, send: 2000, renew: 1000, stop: 1000, lost: 100_000 }
    const workers = [1, 2].map(() =>
      startMailWorker(testServices(database(), { config: services.config, clock }), transport(), limits),
    )
    const troubles: Manner[] = ['drops', 'refuses-greeting', 'not-now', 'unacknowledged']
    const later = async (ms: number) => {
      await minuteLater()
      await backOffOver()
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
    const sent = () => sql<{ to: string }>(`select "to" from email_logs where status = 'sent'`)
    for (let round = 0; (await sent()).length < names.length && round < 40; round += 1) {
      smtp.manner = troubles[round % troubles.length] ?? 'accepts'
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

  test('that is being sent when the process is told to stop is finished first, and no other is begun', async () => {
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
    const worker = startMailWorker(services, slow)
    await inFlight
    const stopped = worker.stop()
    finish()
    await stopped
    expect(await log()).toMatchObject([{ status: 'sent' }])
    expect(await waiting()).toMatchObject([{ state: 'created' }])
  })
})
