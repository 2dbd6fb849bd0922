import { expect, test } from 'vitest'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { openRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeSite, testServices } from '#test/factories.ts'

const from = (remoteAddress: string) => ({ incoming: { complete: true, socket: { remoteAddress } } })
const ATTACKER = from('203.0.113.7')
const VISITOR = from('198.51.100.9')

const toolCall = (id: number, name = 'home_details', args: object = { home: 'cabin' }) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
const calls = (count: number) => Array.from({ length: count }, (_, id) => toolCall(id + 1))

describeWithDatabase('a flood of calls of assistants', (database) => {
  const live = () => testServices(database(), { config: readConfig({ SITE_URL: 'https://stay.example' }) })

  function useApi(services: Services) {
    const api = createApi(services)
    return (body: unknown, visitor: object = ATTACKER) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      return api.request('/mcp', { method: 'POST', headers, body: JSON.stringify(body) }, visitor)
    }
  }
  type Result = { id: number; result: { isError: boolean; content: { text: string }[] } }

  test('in batches: each counts against the limit of its address, and a batch has up to ten', async () => {
    await makeSite(live().db)
    await makePricedProperty(live().db, { slug: 'cabin', status: 'published' })
    const own = live()
    const post = useApi({ ...own, limits: openRateLimits(own) })
    const large = await post(calls(11))
    expect([large.status, await large.json()]).toMatchObject([400, { error: { message: /up to 10/ } }])
    const wrapped = await post([calls(11)])
    expect(wrapped.status, 'a batch in a batch').toBe(400)
    const answered = (await (await post(calls(10))).json()) as Result[]
    expect(answered.map(({ result }) => result.isError)).toEqual(Array(10).fill(false))
    const statuses: number[] = []
    for (let batch = 0; batch < 60; batch += 1) statuses.push((await post(calls(10))).status)
    // 12 calls were counted before: 58 of these batches are the rest of the 600 in a minute.
    expect(statuses).toEqual([...Array(58).fill(200), 429, 429])
    const refused = await post(toolCall(1))
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0, await refused.json()]).toMatchObject([
      ...[429, true, { code: 'too-many' }],
    ])
    expect((await post(toolCall(1), VISITOR)).status).toBe(200)
  })

  test('at once: some run, some wait, and the others are shed', async () => {
    const own = live()
    const slow = Promise.withResolvers<never>()
    let begun = 0
    const read = () => {
      begun += 1
      return slow.promise
    }
    const post = useApi({ ...own, cache: { ...own.cache, read } })
    const answerOf = async (answer: Response | Promise<Response>) => ((await (await answer).json()) as Result).result
    const asked = Array.from({ length: 3 + 60 + 7 }, () => answerOf(post(toolCall(1))))
    const busy = { isError: true, content: [{ text: expect.stringMatching(/^A lot of people are here/) }] }
    expect(await Promise.any(asked)).toMatchObject(busy)
    const batch = (await (await post(calls(10))).json()) as Result[]
    expect(batch.map(({ result }) => result)).toMatchObject(Array(10).fill(busy))
    expect(begun).toBe(3)
    slow.reject(new Error('the test is over'))
    const answers = await Promise.all(asked)
    expect(answers.filter(({ content }) => content[0]?.text.startsWith('A lot of people'))).toHaveLength(7)
  })

  test('each answer is bounded, however many homes there are', async () => {
    const { db } = live()
    await makeSite(db)
    for (let made = 0; made < 53; made += 1) await makePricedProperty(db)
    await db.update(properties).set({ status: 'published' })
    const post = useApi(live())
    const find = async (args: object) => {
      const { result } = (await (await post(toolCall(1, 'find_homes', args))).json()) as {
        result: { structuredContent: Record<string, unknown[]> }
      }
      return result.structuredContent
    }
    const [first, second] = [await find({}), await find({ page: 2 })]
    expect([first.homes?.length, second.homes?.length, first.total]).toEqual([50, 3, 53])
    const dates = { checkin: '2027-07-02', checkout: '2027-07-06', adults: 2 }
    const found = await find(dates)
    expect(found.homes).toHaveLength(50)
    expect((await find({ ...dates, cursor: found.nextCursor })).homes).toHaveLength(3)
  })
})
