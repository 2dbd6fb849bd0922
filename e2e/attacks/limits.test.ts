import { addDays } from '#app/shared/dates.ts'
import { ask } from '../ask.ts'
import { expect, test } from '../page.ts'
import { type Site, startSite } from '../site.ts'
import { todayOf } from '../stays.ts'

let site: Site
test.beforeAll(async () => {
  test.setTimeout(120_000)
  site = await startSite({ RATE_LIMIT: 'on' })
})
test.afterAll(() => site.stop())

const day = (days: number) => addDays(todayOf(), days)
const query = `checkin=${day(30)}&checkout=${day(34)}&adults=2`

test('made-up queries are answered from memory, however many arrive', { tag: '@slow' }, async () => {
  const etags = new Set<unknown>()
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        ask(`${site.url}/contact?x=${round}-${number}`, { headers: { cookie: `_ga=${round}-${number}` } }),
      ),
    )
    for (const { status, headers } of answers) etags.add(`${status} ${headers.etag}`)
  }
  expect([...etags]).toEqual([expect.stringMatching(/^200 W\//)])
})

test('a visitor who searches too often is asked to wait, on every search address', { tag: '@slow' }, async () => {
  // An answer that was given before is free.
  for (let count = 0; count < 60; count += 1)
    await ask(`${site.url}/api/availability?${query}&infants=${count % 5}&minPrice=${count}`)
  for (const path of [
    '/api/availability',
    '/search',
    '/search/',
    '/SEARCH',
    '/search.data',
    '/embed/results',
    '/embed/results/',
    '/EMBED/results',
    '/embed/results.data',
  ]) {
    const { status, headers, text } = await ask(`${site.url}${path}?${query}`)
    expect([path, status]).toEqual([path, 429])
    expect(Number(headers['retry-after']), path).toBeGreaterThan(0)
    expect(text, path).toContain('There were too many tries from your connection. Please wait')
  }
  expect((await ask(`${site.url}/`)).status).toBe(200)
})

test('a visitor who requests too many rendered pages gets a page that says how long to wait', {
  tag: '@slow',
}, async () => {
  expect((await ask(`${site.url}/contact`)).status).toBe(200)
  let answer = await ask(`${site.url}/contact?sent=0`)
  for (let count = 1; answer.status === 200 && count < 400; count += 1) {
    answer = await ask(`${site.url}/contact?sent=${count}`)
  }
  expect([answer.status, answer.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  expect(answer.text).toMatch(/One moment, please.*Please wait \d+ seconds?/s)
  expect((await ask(`${site.url}/contact`)).status, 'from memory').toBe(200)
  expect((await ask(`${site.url}/admin`)).status, 'the back office has its own limit').toBe(200)
})
