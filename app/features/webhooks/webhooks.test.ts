import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type http from 'node:http'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { confirmBooking } from '#app/features/bookings/manage/page/confirm-booking.server.ts'
import { ledger } from '#app/features/bookings/payments/payments.tables.server.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { conversations, mailMessages } from '#app/features/inbox/inbox.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import {
  makeBooking,
  makeDate,
  makeImport,
  makePricedProperty,
  NOON,
  testClock,
  testServices,
} from '#test/factories.ts'
import { useCalendarServer } from '#test/servers/use-calendar-server.ts'
import { webhookChanges } from './manage/webhook.changes.server.ts'
import { listWebhooks } from './manage/webhooks-page.server.ts'
import { sendDueWebhooks, type WebhookLines } from './send-webhooks.server.ts'
import { webhookDeliveries, webhooks } from './webhooks.tables.server.ts'
import { WEBHOOK_EVENTS, type WebhookTopic } from './webhooks.ts'

const KEY = Buffer.from('a key of thirty-two bytes, or so')
const SECRET = `whsec_${KEY.toString('base64')}`
const JULY = { from: '2027-07-02', to: '2027-07-06' }
const MESSAGE = { name: 'Ada', email: 'ada@example.com', subject: 'Keys', message: 'Where are they?' }

describeOnBothDatabases('webhooks', (database) => {
  const receiver = useCalendarServer()
  const services = () => testServices(database())
  const never = new AbortController().signal
  /** Sends until nothing is due, and returns how many were tried. */
  async function send(sender = services(), signal = never): Promise<number> {
    const lines: WebhookLines = new Map()
    await sendDueWebhooks(sender, signal, lines)
    return (await Promise.all(lines.values())).reduce((sum, tried) => sum + tried, 0)
  }

  async function makeWebhook(topics: WebhookTopic[], url = receiver.address('/hook')) {
    await services().db.insert(webhooks).values({ url, secret: SECRET, topics, createdAt: NOON })
  }
  const events = () => services().db.select().from(webhookDeliveries).orderBy(webhookDeliveries.createdAt)
  const makeAllDue = () =>
    services()
      .db.update(webhookDeliveries)
      .set({ nextAt: new Date(0) })
      .where(sql`next_at is not null`)

  /** The bodies that the receiver got. */
  function receive(status = 200) {
    const got: { headers: http.IncomingHttpHeaders; body: string }[] = []
    receiver.answer('/hook', async (response, request) => {
      got.push({ headers: request.headers, body: await text(request) })
      response.writeHead(status).end('thanks')
    })
    return got
  }

  test('get what happens, once for each that asked for it, and only if it happened', async () => {
    const { db } = services()
    const property = await makePricedProperty(db)
    await makeWebhook(['booking', 'payment'])
    await makeWebhook(['booking', 'calendar', 'message'])
    const bookingId = await makeBooking(db, property, JULY)
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
    const reference = booking?.reference ?? ''
    const answered = await makeChange(confirmBooking, { services: services(), params: { reference } }, {})
    expect(answered.ok).toBe(true)
    await db.insert(ledger).values({ bookingId, kind: 'paid-elsewhere', amount: '250.50', happenedAt: NOON })
    await makeDate(db, property, '2027-08-01', { blocked: true })
    await makeImport(db, property, { from: '2027-09-01', to: '2027-09-03' })
    await db.insert(inquiries).values(MESSAGE)
    const failing = db.transaction(async (tx) => {
      await tx.insert(inquiries).values(MESSAGE)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    const counts = Object.groupBy(await events(), ({ type }) => type)
    expect(Object.fromEntries(Object.entries(counts).map(([type, all]) => [type, all?.length]))).toEqual({
      'booking.requested': 2,
      'booking.confirmed': 2,
      'payment.recorded': 1,
      // The booking's nights, the block, and the other calendar.
      'calendar.changed': 3,
      'message.received': 1,
    })
    expect(counts['payment.recorded']?.[0]?.data).toEqual({ reference, kind: 'paid-elsewhere', amount: 25_050 })
    expect(counts['booking.confirmed']?.[0]?.data).toEqual({ reference, propertyId: property })
  })

  test('are sent what the database sends, and the documents name each type', async () => {
    const { rows } = await services().db.execute<{ name: string; source: string }>(
      sql`select proname as name, prosrc as source from pg_proc where prosrc like '%emit_webhook(%'`,
    )
    const senders = Object.values(WEBHOOK_EVENTS).flat()
    expect(rows.map(({ name }) => name).sort()).toEqual([...new Set(senders)].sort())
    const sourceOf = (name: string) => rows.find((row) => row.name === name)?.source ?? ''
    const table = readFileSync('docs/api.md', 'utf8').match(/^\| `[a-z]+\..+$/gm) ?? []
    for (const [type, names] of Object.entries(WEBHOOK_EVENTS)) {
      const [topic = '', what = ''] = type.split('.')
      for (const name of names) expect(sourceOf(name), type).toContain(`'${topic}.`)
      expect(table.find((row) => row.startsWith(`| \`${topic}.`))).toContain(`.${what}\``)
    }
  })

  test('get replies by email, and nothing that a program wrote', async () => {
    await makeWebhook(['message'])
    const { db } = services()
    const about = { email: 'ada@example.com', name: 'Ada', lastAt: NOON }
    const [person] = await db.insert(conversations).values(about).returning()
    const mail = { conversationId: person?.id ?? '', subject: 'Re: Keys', body: 'Thanks' }
    const [reply] = await db
      .insert(mailMessages)
      .values([
        { ...mail, isIncoming: true, messageId: '<1@a>' },
        { ...mail, isIncoming: true, messageId: '<2@a>', isAutomatic: true },
        { ...mail, isIncoming: false },
      ])
      .returning()
    expect((await events()).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'message.received', data: { id: reply?.id, from: 'email', conversationId: person?.id } },
    ])
  })

  test('are signed as Standard Webhooks says, and carry no contact', async () => {
    const got = receive()
    await makeWebhook(['message'])
    await services().db.insert(inquiries).values(MESSAGE)
    expect(await send()).toBe(1)
    const [one] = got
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = one?.headers ?? {}
    const expected = createHmac('sha256', KEY).update(`${id}.${timestamp}.${one?.body}`).digest('base64')
    expect(signature).toBe(`v1,${expected}`)
    const [event] = await events()
    expect(id).toBe(event?.id)
    expect(JSON.parse(one?.body ?? '')).toEqual({
      type: 'message.received',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/),
      data: { id: expect.any(String), from: 'guest' },
    })
    expect(event).toMatchObject({ status: 200, error: null, nextAt: null, attempts: 1 })
    expect(await send(), 'nothing is left').toBe(0)
  })

  test('are sent once, whoever sends: several processes share the work', async () => {
    const got = receive()
    await makeWebhook(['message'])
    await services()
      .db.insert(inquiries)
      .values(Array.from({ length: 25 }, () => MESSAGE))
    while ((await Promise.all([send(), send(), send()])).some((tried) => tried > 0));
    expect(got).toHaveLength(25)
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(25)
  })

  test('reach every receiver while another hangs, however much waits for that one', async () => {
    await makeWebhook(['message'], receiver.address('/hangs'))
    const hanging = Promise.withResolvers<void>()
    let asked = 0
    receiver.answer('/hangs', async (response) => {
      asked += 1
      await hanging.promise
      response.writeHead(200).end('at last')
    })
    await services()
      .db.insert(inquiries)
      .values(Array.from({ length: 30 }, () => MESSAGE))
    const lines: WebhookLines = new Map()
    await sendDueWebhooks(services(), never, lines)
    const got = receive()
    await makeWebhook(['message'])
    await services().db.insert(inquiries).values([MESSAGE, MESSAGE])
    const hangs = [...lines.values()]
    await sendDueWebhooks(services(), never, lines)
    expect(lines.size, 'no second line for one that hangs').toBe(2)
    await Promise.all([...lines.values()].filter((line) => !hangs.includes(line)))
    expect([got.length, asked, lines.size]).toEqual([2, 1, 1])
    hanging.resolve()
    expect(await hangs[0]).toBe(32)
  })

  test('are tried again later, and given up after some days; a press sends one again with its first id', async () => {
    const got = receive(500)
    await makeWebhook(['message'])
    await services().db.insert(inquiries).values(MESSAGE)
    await send()
    const afterSeconds = (seconds: number) => {
      const clock = testClock(new Date(NOON.getTime() + seconds * 1000))
      return send(testServices(database(), { clock }))
    }
    expect(await afterSeconds(14), 'it waits').toBe(0)
    expect((await events())[0]).toMatchObject({ status: 500, error: 'status 500', attempts: 1, deliveredAt: null })
    expect(await afterSeconds(15)).toBe(1)
    for (let attempt = 3; attempt <= 10; attempt += 1) {
      await makeAllDue()
      expect(await send()).toBe(1)
    }
    expect(await makeAllDue().then(() => send()), 'it is given up').toBe(0)
    const [listed] = await listWebhooks(services(), 'America/Denver')
    const [given] = listed?.deliveries ?? []
    expect(given).toMatchObject({ state: 'given-up', attempts: 10, problem: 'it answered with status 500' })
    const taken = receive()
    const again = webhookChanges['send-again']
    expect(await postChange(again, { services: services(), by: UNNAMED }, { id: given?.id ?? '' })).toMatchObject({
      ok: true,
    })
    await send()
    expect(taken.map(({ headers }) => headers['webhook-id'])).toEqual([got[0]?.headers['webhook-id']])
  })

  test('reach nothing private, follow no redirect, and leave a receiver that hangs', async () => {
    const live = testServices(database(), { config: readConfig({ SITE_URL: 'https://stay.example' }) })
    const got = receive()
    await makeWebhook(['message'])
    await live.db.insert(inquiries).values(MESSAGE)
    await send(live)
    expect([(await events())[0]?.error, got.length]).toEqual(['private-address', 0])
    receiver.answer('/hook', (response) => response.writeHead(307, { location: receiver.address('/other') }).end())
    await makeAllDue().then(() => send())
    expect((await events())[0]?.error).toBe('status 307')
    receiver.answer('/hook', () => {})
    const stopping = new AbortController()
    setTimeout(() => stopping.abort(), 200)
    await makeAllDue()
    await send(services(), stopping.signal)
    expect((await events())[0], 'a stopped process leaves it for the next').toMatchObject({ attempts: 2 })
    const add = webhookChanges['add-webhook']
    for (const url of ['http://stay.example/x', 'ftp://stay.example', 'https://a:b@stay.example', 'stay.example', '']) {
      const answer = await postChange(
        add,
        { services: live, by: UNNAMED },
        { url, topics: 'booking', key: randomUUID() },
      )
      expect(answer, url).toMatchObject({ ok: false, fields: { url: expect.stringContaining('https://') } })
    }
  })
})
