import { expect, test } from 'vitest'
import { createOperator, signIn } from '#app/features/operators/operators.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { NOON, testClock, testServices } from '#test/factories.ts'

const MIA = { username: 'mia', password: 'ten lit windows' }
const HOUR = 3_600_000
/** The longest wait for a name alone. */
const NAME_WAIT = 5000

describeWithDatabase('password guesses', (database) => {
  const clock = testClock()
  const live = () => {
    clock.set(NOON)
    return testServices(database(), { config: readConfig({ SITE_URL: 'https://stay.example' }), clock })
  }
  const attempt = (services: Services, address: string, { username = 'mia', password = 'a wrong guess' } = {}) =>
    signIn(services, { username, password, address, headers: new Headers() })
  /** How many of these attempts were checked instead of rate limited. */
  async function looked(attempts: Promise<Awaited<ReturnType<typeof attempt>>>[]): Promise<number> {
    const outcomes = await Promise.all(attempts)
    return outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'wrong').length
  }
  const waitForName = () => clock.set(new Date(clock.now().getTime() + NAME_WAIT))
  async function guessFromEverywhere(services: Services) {
    expect(await looked(each(40, (index) => attempt(services, `198.51.${index}.7`)))).toBe(20)
    for (let index = 40; index < 50; index += 1) {
      waitForName()
      expect(await looked(each(4, (host) => attempt(services, `198.51.${index}.${host}`)))).toBe(1)
    }
    waitForName()
  }
  const each = (times: number, run: (index: number) => Promise<Awaited<ReturnType<typeof attempt>>>) =>
    Array.from({ length: times }, (_, index) => run(index))

  test('from the many /64 subnets of one IPv6 network count as one network', async () => {
    const services = live()
    await createOperator(services, MIA)
    const ofOneName = each(20, (index) => attempt(services, `2001:db8:7:${index.toString(16)}::/64`))
    expect(await looked(ofOneName)).toBe(10)
    const ofManyNames = each(70, (index) =>
      attempt(services, `2001:db8:8:${index.toString(16)}::/64`, { username: `name-${index}` }),
    )
    expect(await looked(ofManyNames)).toBe(60)
    // The neighboring network belongs to somebody else.
    expect(await attempt(services, '2001:db8:9:1::/64', MIA)).toMatchObject({ ok: true })
  }, 60_000)

  testOnBoth(
    'for one name from everywhere leave each network one free attempt, and lock nobody out',
    async () => {
      const services = live()
      await createOperator(services, MIA)
      await guessFromEverywhere(services)
      for (const address of ['203.0.113.7', '2001:db8:7:1::/64']) {
        expect(await looked(each(4, () => attempt(services, address))), address).toBe(1)
        waitForName()
      }
      // Other names are unaffected, and the operator can sign in from networks without guesses.
      expect(await looked(each(4, () => attempt(services, '203.0.113.7', { username: 'ben' })))).toBe(4)
      expect(await attempt(services, '192.0.2.44', MIA)).toMatchObject({ ok: true })
      // With guesses from a neighbor, the whole network waits a minute at most.
      for (let index = 0; index < 12; index += 1) {
        clock.set(new Date(NOON.getTime() + HOUR + index * 61_000))
        await attempt(services, `192.0.2.${index}`)
      }
      const neighbor = await attempt(services, '192.0.2.200', MIA)
      expect(neighbor.ok ? 0 : 'retryAfter' in neighbor && neighbor.retryAfter).toBeLessThanOrEqual(60)
    },
    60_000,
  )

  test('from a neighbor do not delay an address that never guessed', async () => {
    const services = live()
    await createOperator(services, MIA)
    for (const host of [1, 2, 3]) for (const _ of [1, 2, 3, 4]) await attempt(services, `192.0.2.${host}`)
    expect(await attempt(services, '192.0.2.1', MIA)).toMatchObject({ ok: false, reason: 'slow-down' })
    // A wrong first attempt counts, and the second waits like the network.
    expect(await attempt(services, '192.0.2.201')).toMatchObject({ ok: false, reason: 'wrong' })
    expect(await attempt(services, '192.0.2.201', MIA)).toMatchObject({ ok: false, reason: 'slow-down' })
    expect(await attempt(services, '192.0.2.200', MIA)).toMatchObject({ ok: true })
  }, 60_000)

  testOnBoth(
    'from endless addresses have ten first attempts an hour in their network',
    async () => {
      const services = live()
      await createOperator(services, MIA)
      const flood = (first: number, username = 'mia') =>
        each(40, (index) => attempt(services, `2001:db8:7:${(first + index).toString(16)}::/64`, { username }))
      expect(await looked(flood(0))).toBe(10)
      clock.set(new Date(NOON.getTime() + HOUR - 61_000))
      expect(await looked(flood(100))).toBe(1)
      clock.set(new Date(NOON.getTime() + HOUR))
      expect(await looked(flood(200, 'ben'))).toBe(10)
    },
    60_000,
  )

  test('for one name wait longer each time, an hour at most, also when they come from everywhere', async () => {
    const services = live()
    await createOperator(services, MIA)
    await guessFromEverywhere(services)
    const waits: number[] = []
    let at = clock.now().getTime()
    for (let index = 0; index < 15; index += 1) {
      await attempt(services, '203.0.113.7')
      const next = await attempt(services, '203.0.113.7')
      waits.push(!next.ok && next.reason === 'slow-down' ? next.retryAfter : 0)
      at += (waits.at(-1) ?? 0) * 1000
      clock.set(new Date(at))
    }
    expect(waits).toEqual([5, 5, 5, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600, 3600])
  }, 60_000)
})
