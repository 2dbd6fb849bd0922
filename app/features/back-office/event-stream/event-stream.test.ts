import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { conversations } from '#app/features/inbox/inbox.tables.server.ts'
import { operatorAccess } from '#app/features/operators/operators.server.ts'
import { operatorSessions, users } from '#app/features/operators/operators.tables.server.ts'
import { sessionCookie, startSession } from '#app/features/operators/sessions.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { followVersions, getVersions } from '#app/platform/versions.server.ts'
import { IN_BACKGROUND } from '#app/shared/http-headers.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { eventStreamApi } from './event-stream.api.server.ts'
import type { ChangeEvent } from './event-stream.ts'

const HOUR = 3_600_000

describeWithDatabase('the event stream', (database) => {
  const clock = testClock()
  beforeEach(() => {
    clock.set(NOON)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** The services of one of several processes. */
  function process(): Services {
    const { db } = database()
    const versions = followVersions({ clock, read: () => getVersions({ db, clock }), trustMs: 0 })
    const config = readConfig({ SITE_URL: 'https://stay.example' })
    return testServices(database(), { config, clock, versions, stopping: new AbortController() })
  }
  const apiOf = (services: Services) => eventStreamApi(services, operatorAccess(services))

  async function signIn(services: Services, username: string, role: 'owner' | 'housekeeper' = 'owner') {
    const [user] = await services.db.insert(users).values({ username, passwordHash: 'x', role }).returning()
    const token = user && (await startSession(services, user, { headers: new Headers(), address: '203.0.113.1' }))
    return { cookie: sessionCookie(services.config, token ?? null).split(';')[0] ?? '' }
  }

  async function open(api: ReturnType<typeof apiOf>, headers: Record<string, string>) {
    const answer = await api.request('/admin/events', { headers: { ...headers, accept: 'text/event-stream' } })
    const reader = answer.body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    /** The next event; null once the stream has ended. */
    const next = async (): Promise<ChangeEvent | null> => {
      for (;;) {
        const [, data, rest] = /data: (.*)\n\n(.*)/s.exec(text) ?? []
        if (data !== undefined) {
          text = rest ?? ''
          return JSON.parse(data) as ChangeEvent
        }
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done) return null
        text += decoder.decode(value as Uint8Array, { stream: true })
      }
    }
    return { answer, next, leave: async () => reader?.cancel() }
  }
  const tick = (seconds = 1) => vi.advanceTimersByTimeAsync(seconds * 1000)
  /** Until the look that a tick began has read the database. */
  const look = async (seconds?: number) => {
    await tick(seconds)
    await vi.waitFor(() => getVersions({ db: database().db, clock }))
  }

  test('says in every process which areas changed, whoever wrote, and nothing else', async () => {
    const [one, other] = [process(), process()]
    await makeSite(one.db)
    const property = await makePricedProperty(one.db)
    const cookie = await signIn(one, 'mia')
    const streams = [await open(apiOf(one), cookie), await open(apiOf(other), cookie)]
    for (const { answer } of streams) {
      expect(answer.headers.get('content-type')).toBe('text/event-stream')
      expect(answer.headers.get('cache-control')).toBe('no-store, no-transform')
      expect(answer.headers.get('x-accel-buffering')).toBe('no')
    }
    const [first] = await Promise.all(streams.map(({ next }) => next()))
    expect(first).toEqual({ version: expect.stringMatching(/^[\w-]{16}$/), since: first?.version, areas: [] })

    await makeBooking(one.db, property, { from: '2027-07-01', to: '2027-07-05' })
    await look()
    const changed = await Promise.all(streams.map(({ next }) => next()))
    expect(changed[0]).toEqual({ version: expect.any(String), since: first?.version, areas: ['nights', 'stays'] })
    expect(changed[1]).toEqual(changed[0])

    await one.db.update(bookings).set({ privateNote: 'Late' })
    await other.db.insert(conversations).values({ email: 'ada@guests.example', name: 'Ada', lastAt: NOON })
    await look()
    expect((await streams[0]?.next())?.areas).toEqual(['stays', 'messages'])
    const { version } = (await streams[1]?.next()) ?? {}
    const rail = await apiOf(other).request('/admin/rail.json', { headers: cookie })
    expect(await rail.json()).toMatchObject({ version, rail: { waiting: { '/admin/bookings': 1 } } })
    for (const { leave } of streams) await leave()
  })

  test('beats while nothing changes, and reads nothing once nobody listens', async () => {
    const services = process()
    const read = vi.spyOn(services.versions, 'current')
    const stream = await open(apiOf(services), await signIn(services, 'mia'))
    const first = await stream.next()
    for (let second = 0; second < 20; second++) await look()
    expect(await stream.next()).toEqual(first)
    await stream.leave()
    read.mockClear()
    await tick(60)
    expect(read).not.toHaveBeenCalled()
  })

  test('is closed when its session ends, and extends none', async () => {
    const services = process()
    const api = apiOf(services)
    const [mia, ben] = [await signIn(services, 'mia'), await signIn(services, 'ben', 'housekeeper')]
    const streams = { mia: await open(api, mia), ben: await open(api, ben) }
    await Promise.all(Object.values(streams).map(({ next }) => next()))
    const ends = async () => (await services.db.select().from(operatorSessions)).map(({ expiresAt }) => expiresAt)
    const before = await ends()
    clock.set(new Date(NOON.getTime() + 2 * HOUR))
    await (await open(api, mia)).leave()
    await api.request('/admin/rail.json', { headers: { ...mia, [IN_BACKGROUND]: '1' } })
    for (let second = 0; second < 5; second++) await look()
    expect(await ends()).toEqual(before)
    await services.db.update(users).set({ suspendedAt: NOON })
    for (let second = 0; second < 5; second++) await look()
    expect(await streams.mia.next()).toBeNull()
    expect(await streams.ben.next()).toBeNull()
    expect((await open(api, mia)).answer.status).toBe(401)
  })

  test('ends when the process stops, and is not opened again there', async () => {
    const services = process()
    const api = apiOf(services)
    const cookie = await signIn(services, 'mia')
    const stream = await open(api, cookie)
    await stream.next()
    services.stopping.abort()
    expect(await stream.next()).toBeNull()
    expect((await open(api, cookie)).answer.status).toBe(429)
  })

  test('is open a dozen times for a session, and visitors get none', async () => {
    const services = process()
    const api = apiOf(services)
    const cookie = await signIn(services, 'mia')
    const all = await Promise.all(Array.from({ length: 12 }, () => open(api, cookie)))
    const statuses = new Set(all.map(({ answer }) => answer.status))
    expect(statuses).toEqual(new Set([200]))
    expect((await open(api, cookie)).answer.status).toBe(429)
    await all[0]?.leave()
    expect((await open(api, cookie)).answer.status).toBe(200)
    expect((await open(api, {})).answer.status).toBe(401)
    services.stopping.abort()
  })
})
