import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { stayToQuery } from '#app/shared/stay.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { watchErrors } from '../page-errors.ts'
import { startProvider } from '../provider-server.ts'
import { linkOf } from '../served-addresses.ts'
import { type Site, startSite } from '../site.ts'
import { propertyOf } from '../stays.ts'

const STAY = { checkIn: '2027-06-04', checkOut: '2027-06-08', adults: 4, children: 2, infants: 0, pets: 0 }
const SITE = '6f0c8a52-provider-site'
const TIMEOUT_MS = 9_000

let site: Site
let provider: Awaited<ReturnType<typeof startProvider>>
/** The visitor's page. Its clock is the test's. */
let page: Page
test.beforeAll(async () => {
  test.setTimeout(120_000)
  site = await startSite({ BOOKING_PROVIDER: 'hospitable', BOOKING_PROVIDER_SITE: SITE })
  provider = await startProvider()
  page = await provider.browser.newPage({ ignoreHTTPSErrors: true, reducedMotion: 'reduce' })
  await page.clock.install()
})
test.afterAll(async () => {
  await provider?.close()
  await site?.stop()
})

/** Opens the page; `errors` returns what went wrong on it since. */
async function open(path: string, { expected = [] as RegExp[] } = {}): Promise<{ errors(): string[] }> {
  const errors = watchErrors(page, { expected })
  await page.goto(`${site.url}${path}`, { waitUntil: 'domcontentloaded' })
  await untilHydrated(page)
  return { errors }
}

const providerScripts = () => page.locator('script[src*="b-cdn.net"]').count()
const reported = async (part: string) =>
  (await readFile(site.logFile, 'utf8')).split('\n').filter((line) => line.includes(`"part":"${part}"`)).length

test('the provider’s search loads, is removed, and returns with its page, and every page allows its hosts', async () => {
  const { errors } = await open('/contact')
  await page.getByRole('banner').getByRole('link', { name: 'Powder & Cove' }).click()
  const search = page.locator('hospitable-direct-mps')
  await search.getByText(`Search by the provider: ${SITE}`).waitFor()
  await expect(search).toHaveAttribute('results-url', '/search')
  expect(await providerScripts()).toBe(1)
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor()
  await expect.poll(() => providerScripts()).toBe(0)
  await expect(search).toHaveCount(0)
  await page.goBack()
  await search.getByText('Search by the provider').waitFor()
  expect(await providerScripts()).toBe(1)
  expect(errors()).toEqual([])
})

test('a script that is slow, missing, or defines nothing shows a fallback link and is reported to the operator', async () => {
  const notice = 'The search is taking longer than it should.'
  let letGo = () => {}
  provider.behavior.script = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const slow = await open('/search')
  await page.clock.fastForward(TIMEOUT_MS)
  await page.getByText(notice).waitFor()
  letGo()
  await page.getByText('Search by the provider').waitFor()
  await page.getByText(notice).waitFor({ state: 'detached' })
  expect(slow.errors()).toEqual([])

  const dates = `checkin=${STAY.checkIn}&checkout=${STAY.checkOut}`
  const failures = [
    ['defines nothing', `/search?${stayToQuery(STAY)}`],
    ['missing', '/'],
  ] as const
  for (const [behavior, path] of process.env.TEST_ALL ? failures : failures.slice(0, 1)) {
    provider.behavior.script = behavior
    const before = await reported('hospitable-direct-mps')
    const { errors } = await open(path, { expected: [/^404 GET .*b-cdn/] })
    await page.clock.fastForward(TIMEOUT_MS)
    await page.getByRole('status').getByText(notice).waitFor()
    const letter = await page
      .getByRole('link', { name: /^contact us$/i })
      .last()
      .getAttribute('href')
    expect(letter).toBe(path === '/' ? '/contact' : `/contact?${dates}`)
    await page.getByLabel('Check-in').waitFor()
    await expect.poll(() => reported('hospitable-direct-mps')).toBe(before + 1)
    if (path !== '/') {
      const properties = page.getByRole('link', { name: /^Check availability/ })
      await expect(properties).toHaveCount(4)
      expect(await properties.first().getAttribute('href')).toContain(`?${stayToQuery(STAY)}#book`)
    }
    expect(errors()).toEqual([])
  }
  provider.behavior.script = 'works'
})

test('with JavaScript off the properties replace the provider’s search, with the dates', async () => {
  const html = await (await fetch(`${site.url}/search?${stayToQuery(STAY)}`)).text()
  const instead = /<noscript><div class="stay-page">.*?<\/noscript>/s.exec(html)?.[0]
  expect(instead?.match(/#book"/g)).toHaveLength(4)
  expect(instead).toContain(`value="${STAY.checkIn}"`)
})

test('only the provider’s frame can set its height, and its price message is ignored', {
  tag: '@slow',
}, async () => {
  const { errors } = await open(propertyOf('lake-keowee').path)
  await page.locator('#book').scrollIntoViewIfNeeded()
  const frame = page.locator('#book iframe')
  const height = () => frame.evaluate((element) => getComputedStyle(element).height)
  expect(await frame.getAttribute('sandbox')).toContain('allow-scripts')
  await expect.poll(height).toBe('1234px')
  const say = (from: 'page' | 'provider', message: unknown) =>
    from === 'page'
      ? page.evaluate((said) => window.postMessage(said, '*'), message)
      : page
          .frame({ url: /booking\.hospitable\.com/ })
          ?.evaluate((said) => window.parent.postMessage(said, '*'), message)
  await say('page', { iframeHeight: 3333 })
  await say('provider', { total: '$1', stay: 'checkin=2027-01-01&checkout=2027-01-03' })
  for (const nonsense of [null, 'height', { iframeHeight: 'tall' }, { iframeHeight: Number.NaN }, { total: 7 }])
    await say('provider', nonsense)
  // Messages arrive in order.
  await say('provider', { iframeHeight: 1e9 })
  await expect.poll(height).toBe('4000px')
  await say('provider', { iframeHeight: -1 })
  await expect.poll(height).toBe('600px')
  await expect(page.locator('.booking-bar')).toHaveText(/Check dates$/)
  expect(errors()).toEqual([])
})

test('a frame that refuses to load leaves links to the booking page in a new tab and to the contact form, both with the stay', {
  tag: '@slow',
}, async () => {
  provider.behavior.frame = 'refuses to be framed'
  const { path } = propertyOf('lake-keowee')
  const { errors } = await open(`${path}?${stayToQuery(STAY)}`, { expected: [/booking\.hospitable\.com/] })
  const card = page.locator('#book')
  await card.scrollIntoViewIfNeeded()
  await page.clock.fastForward(TIMEOUT_MS)
  await card.getByText('The calendar is taking longer than it should.').waitFor()
  const alone = await card.getByRole('link', { name: 'Open it in a new tab' }).getAttribute('href')
  expect(alone).toContain(`https://booking.hospitable.com/widget/${SITE}/`)
  expect(alone).toContain(`?${stayToQuery(STAY)}`)
  const message = await card.getByRole('link', { name: 'Contact us' }).getAttribute('href')
  expect(message).toContain('property=lake-keowee')
  expect(message).toContain('checkin=2027-06-04')
  await expect.poll(() => reported('booking frame')).toBeGreaterThan(0)
  provider.behavior.frame = 'works'
  expect(errors()).toEqual([])
})

test('where the provider has no search, ours links to each property, and that to the provider, with the dates', {
  tag: '@slow',
}, async () => {
  const withoutSearch = await startSite({ BOOKING_PROVIDER: 'lodgify', BOOKING_PROVIDER_SITE: 'cove' })
  try {
    const guest = visitByRequests(withoutSearch.url)
    const asked = { 'Check-in': STAY.checkIn, 'Check-out': STAY.checkOut, Adults: '4' }
    const results = await guest.send(await guest.open('/'), { button: 'Search' }, asked)
    const property = linkOf(results, /^Check availability.*Cabin By The Cove/)
    const address = new URL(linkOf(await guest.open(property), /^Book on Lodgify/))
    expect(address.origin + address.pathname).toMatch(
      /^https:\/\/checkout\.lodgify\.com\/en\/cove\/[^/]+\/reservation$/,
    )
    expect(Object.fromEntries(address.searchParams)).toEqual({
      currency: 'USD',
      arrival: STAY.checkIn,
      departure: STAY.checkOut,
      adults: '4',
    })
  } finally {
    await withoutSearch.stop()
  }
})
