import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { openRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { NOON, testClock, testServices } from '#test/factories.ts'
import { getFirstOperatorLink, makeFirstOperatorLink, submitFirstOperator } from './first-operator.server.ts'
import { createOperator, getSignedIn } from './operators.server.ts'
import { firstOperatorLinks, users } from './operators.tables.server.ts'

const MIA = { username: 'mia', password: 'ten lit windows', again: 'ten lit windows' }

describeWithDatabase('the link that creates the first operator', (database) => {
  const clock = testClock()
  const live = (change: Partial<Services> = {}) => {
    clock.set(NOON)
    return testServices(database(), { config: readConfig({ SITE_URL: 'https://stay.example' }), clock, ...change })
  }
  const minutesLater = (minutes: number) => clock.set(new Date(NOON.getTime() + minutes * 60_000))

  async function tokenOf(services: Services): Promise<string> {
    const { pathname } = new URL((await makeFirstOperatorLink(services))?.url ?? '')
    return pathname.replace('/first-operator/', '')
  }
  function submit(services: Services, token: string, change: Partial<typeof MIA> = {}) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...MIA, ...change })) form.set(name, value)
    return submitFirstOperator({ services, form, address: '203.0.113.7' }, { token, headers: new Headers() })
  }
  const namesOf = async ({ db }: Services) => (await db.select().from(users)).map(({ username }) => username)

  test('creates one operator, signs them in, and ends', async () => {
    const services = live()
    const token = await tokenOf(services)
    expect(await getFirstOperatorLink(services, token)).toBe('open')
    const answer = await submit(services, token, { username: ' Mia ' })
    if (!answer.ok) throw new Error(answer.message)
    const [session = '', device = ''] = answer.cookies
    expect(device).toMatch(/^__Host-device=.*HttpOnly; Secure/)
    const cookie = session.split(';')[0] ?? ''
    expect(await getSignedIn(services, new Headers({ cookie }))).toBe('mia')
    expect(await getFirstOperatorLink(services, token)).toBe('has-operator')
    expect(await submit(services, token, { username: 'ben' })).toMatchObject({ ok: false, status: 410 })
    expect(await namesOf(services)).toEqual(['mia'])
  })

  test('is stored only as SHA-256, and ends after an hour', async () => {
    const services = live()
    const token = await tokenOf(services)
    expect(await services.db.select().from(firstOperatorLinks)).toEqual([
      { tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/), expiresAt: new Date(NOON.getTime() + 3_600_000) },
    ])
    minutesLater(59)
    expect(await getFirstOperatorLink(services, token)).toBe('open')
    minutesLater(60)
    expect(await getFirstOperatorLink(services, token)).toBe('ended')
    expect(await submit(services, token)).toMatchObject({ ok: false, status: 410 })
    expect(await namesOf(services)).toEqual([])
  })

  test('ends when the next start makes another', async () => {
    const services = live()
    const first = await tokenOf(services)
    const second = await tokenOf(services)
    expect(await getFirstOperatorLink(services, first)).toBe('ended')
    expect(await getFirstOperatorLink(services, second)).toBe('open')
    expect(await getFirstOperatorLink(services, 'made-up')).toBe('ended')
  })

  test('is not made in a demo, nor once somebody may sign in', async () => {
    expect(await makeFirstOperatorLink(live({ config: readConfig({}) }))).toBeNull()
    const services = live()
    const token = await tokenOf(services)
    await createOperator(services, { ...MIA, username: 'ben' })
    expect(await submit(services, token)).toMatchObject({ ok: false, status: 410 })
    expect(await makeFirstOperatorLink(services)).toBeNull()
    expect(await services.db.select().from(firstOperatorLinks)).toEqual([])
  })

  test('says what is wrong at its field, keeps the name, and sends no password back', async () => {
    const services = live()
    const token = await tokenOf(services)
    for (const [change, field, why] of [
      [{ username: 'mia lake' }, 'username', '2 to 40 letters'],
      [{ password: 'short', again: 'short' }, 'password', 'at least 10 characters'],
      [{ password: '1234567890', again: '1234567890' }, 'password', 'most common'],
      [{ again: 'ten lit window' }, 'again', 'don’t match'],
    ] as const) {
      const answer = await submit(services, token, change)
      expect(answer).toMatchObject({ status: 400, fields: { [field]: expect.stringContaining(why) } })
      expect(answer).toMatchObject({ values: { username: { ...MIA, ...change }.username } })
      expect(JSON.stringify(answer)).not.toContain({ ...MIA, ...change }.password)
    }
    expect(await getFirstOperatorLink(services, token)).toBe('open')
    expect(await namesOf(services)).toEqual([])
  })

  testOnBoth('lets one of two win who use it at the same moment', async () => {
    const services = live()
    const token = await tokenOf(services)
    const both = [submit(services, token), submit(services, token, { username: 'ben' })]
    expect((await Promise.all(both)).map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await namesOf(services)).toHaveLength(1)
  })

  test('slows down whoever tries it too often', async () => {
    const services = live()
    const { config, log } = services
    const limits = openRateLimits({ config, database: database(), clock, log })
    for (let index = 0; index < 20; index += 1) {
      expect(await submit({ ...services, limits }, 'made-up')).toMatchObject({ status: 410 })
    }
    expect(await submit({ ...services, limits }, 'made-up')).toMatchObject({ status: 429 })
  })
})
