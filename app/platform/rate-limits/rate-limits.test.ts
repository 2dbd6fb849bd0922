import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeOnBothDatabases } from '#test/database.ts'
import { NOON } from '#test/factories.ts'
import { readConfig } from '../config.server.ts'
import type { Database } from '../db/database.server.ts'
import { createLog } from '../log.server.ts'
import { RATE_LIMITS, type RateLimit } from './limits-by-name.server.ts'
import { openRateLimits, type RateLimits } from './rate-limits.server.ts'

const ADA = '203.0.113.7'
const BEN = '203.0.113.8'
const DAY = 86_400

// The library uses the system clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }))
afterEach(() => void vi.useRealTimers())
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

function open(database: Database, environment: Record<string, string> = {}) {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const clock = { now: () => new Date() }
  return { limits: openRateLimits({ config: readConfig(environment), database, clock, log }), lines }
}

type Form = Parameters<RateLimits['consume']>[0]
/** How many consecutive attempts an address is allowed, up to `most`. */
async function allowed(limits: RateLimits, form: Form, address: string, most = 100) {
  for (let count = 0; count < most; count += 1) if (!(await limits.consume(form, address)).ok) return count
  return most
}

describeOnBothDatabases('how often an address may do something', (database) => {
  test('limits each address separately and says how long to wait', async () => {
    const { limits } = open(database())
    expect(await allowed(limits, 'bookings', ADA)).toBe(6)
    expect(await limits.consume('bookings', ADA)).toEqual({
      ok: false,
      reason: 'too-many',
      status: 429,
      retryAfter: DAY,
      message: 'There were too many tries from your connection. Please wait 24 hours, then try again.',
    })
    expect(await limits.consume('bookings', BEN)).toMatchObject({ ok: true })
    expect(await limits.consume('contact', ADA)).toMatchObject({ ok: true })
  })

  test('starts again after the window, and attempts meanwhile do not extend the wait', async () => {
    const { limits } = open(database())
    expect(await allowed(limits, 'share', ADA)).toBe(60)
    later(599.5)
    expect(await limits.consume('share', ADA)).toMatchObject({ ok: false, retryAfter: 1 })
    later(1)
    expect(await allowed(limits, 'share', ADA)).toBe(60)
  })

  test('a call refused for another reason counts only as an attempt', async () => {
    const { limits } = open(database())
    for (let count = 0; count < 20; count += 1) {
      const result = await limits.consume('bookings', ADA)
      if (!result.ok) throw new Error('refused')
      await result.undo()
    }
    expect(await limits.consume('bookings', ADA)).toMatchObject({ ok: false, retryAfter: 600 })
    later(601)
    expect(await allowed(limits, 'bookings', ADA)).toBe(6)
  })

  test('an undone count makes room for the next, even after a refusal in between', async () => {
    const { limits } = open(database())
    const result = await limits.consume('bookings', ADA)
    expect(await allowed(limits, 'bookings', ADA)).toBe(5)
    if (result.ok) await result.undo()
    expect(await allowed(limits, 'bookings', ADA)).toBe(1)
  })

  test('concurrent attempts never exceed the limit', async () => {
    const { limits } = open(database())
    const turns = await Promise.all(Array.from({ length: 15 }, () => limits.consume('bookings', ADA)))
    expect(turns.filter(({ ok }) => ok)).toHaveLength(6)
  })

  test('nothing is limited when limits are off, and the log warns of it', async () => {
    const { limits, lines } = open(database(), { RATE_LIMIT: 'off' })
    expect(await allowed(limits, 'bookings', ADA, 1000)).toBe(1000)
    expect(lines).toEqual([expect.objectContaining({ level: 40, msg: expect.stringContaining('RATE_LIMIT is off') })])
    expect(open(database()).lines).toEqual([])
  })

  test('each action is limited as configured', async () => {
    const { limits } = open(database())
    for (const [form, { attempts, accepted }] of Object.entries<RateLimit>(RATE_LIMITS)) {
      const most = Math.min(attempts.max, accepted?.max ?? Number.POSITIVE_INFINITY)
      expect(await allowed(limits, form as Form, ADA, most + 1), form).toBe(most)
    }
  })

  test('several processes on PostgreSQL share the counts of writes, and count reads separately', async () => {
    const sites = [open(database()), open(database())].map(({ limits }) => limits) as [RateLimits, RateLimits]
    const together = database().kind === 'postgres'
    expect(await allowed(sites[0], 'bookings', ADA)).toBe(6)
    expect(await allowed(sites[1], 'bookings', ADA)).toBe(together ? 0 : 6)
    expect(await allowed(sites[0], 'availability', ADA)).toBe(60)
    expect(await allowed(sites[1], 'availability', ADA)).toBe(60)
  })

  test('while the shared counters fail, each process counts for itself, and the log says so', async () => {
    if (database().kind === 'embedded') return
    const broken = { query: () => Promise.reject(new Error('connection refused by 10.0.0.7')) }
    const { limits, lines } = open({ ...database(), pool: broken as never })
    expect(await allowed(limits, 'contact', ADA)).toBe(10)
    expect(lines).toEqual([expect.objectContaining({ level: 40, msg: expect.stringContaining('do not answer') })])
    later(6)
    expect(await limits.consume('contact', BEN)).toMatchObject({ ok: true })
    expect(lines).toHaveLength(2)
  })

  test('hanging counters delay one visitor by a second, and the next not at all', async () => {
    if (database().kind === 'embedded') return
    const query = vi.fn(() => new Promise(() => {}))
    const { limits } = open({ ...database(), pool: { query } as never })
    expect(await allowed(limits, 'contact', ADA)).toBe(10)
    expect(query).toHaveBeenCalledTimes(1)
  })

  test('no address is stored in the database', async () => {
    const { limits } = open(database())
    await limits.consume('bookings', ADA)
    const { rows } = await database().pool.query<{ key: string }>('select key from rate_limits')
    expect(rows).toHaveLength(database().kind === 'postgres' ? 2 : 0)
    expect(JSON.stringify(rows)).not.toContain(ADA)
  })
})
