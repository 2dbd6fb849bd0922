import type { Page } from '@playwright/test'
import { addDays } from '#app/shared/dates.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import {
  addAdult,
  bookButton,
  frameTotal,
  pickStay,
  referenceOf,
  searchOf,
  untilHydrated,
  writeGuest,
} from '../booking-frame.ts'
import { serveEmbeddingSite } from '../embedding-site.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { countUnavailableNights, freeStay, propertyOf, todayOf, totalsOf } from '../stays.ts'

const script = () => `<script src="${siteUrl()}/embed/stay.js"></script>`

/** Records the messages that the page receives, by sending frame. */
const LISTENER = `<script>
  window.heard = []
  addEventListener('message', (event) => {
    const frame = [...document.querySelectorAll('iframe')].find((one) => one.contentWindow === event.source)
    heard.push({ from: frame?.title, origin: event.origin, ...event.data })
  })
</script>`

type Heard = { from?: string; origin: string; iframeHeight?: number; total?: string | null }
const heardBy = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)

async function frameTitled(page: Page, title: string) {
  const element = page.locator(`iframe[title="${title}"]`)
  await element.scrollIntoViewIfNeeded()
  const frame = await (await element.elementHandle())?.contentFrame()
  if (!frame) throw new Error(`There is no frame ${title}.`)
  await untilHydrated(frame)
  return frame
}

/** Themes and security policies that other sites apply to their pages. */
const HOSTILE = `<meta http-equiv="content-security-policy" content="require-trusted-types-for 'script'">
  <style>
    * { all: unset !important }
    html { font-size: 62.5% !important }
    body { text-transform: uppercase !important; letter-spacing: 0.2em !important; text-align: center !important }
    a, img, h2, button { display: none !important }
  </style>`

test('one script tag adds the search to another site, with our look and that site’s own query, and leads here', async ({
  visit,
}) => {
  // Months ahead, where no other test books: orders are offered only with two results.
  const after = addDays(todayOf('luxury-amenities'), 240)
  const stay = { ...(await freeStay('luxury-amenities', 4, { after })), children: 0 }
  const totals = await totalsOf(stay)
  let content = `<h1>Our cabins</h1><stay-search results-url="${siteUrl()}/search?page_id=12"></stay-search>${script()}`
  const embeddingSite = await serveEmbeddingSite(() => content)
  const page = await visit(embeddingSite.origin, { expected: [/embed\/results/, /ERR_FAILED/] })
  const search = await searchOf(page)
  await search.getByRole('button', { name: /^Check-in/ }).click()
  await pickStay(search, stay)
  await search.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(`${siteUrl()}/search?page_id=12&${stayToQuery(stay)}`)
  await searchOf(page, 'stay-results')

  const results = page.locator('stay-results')
  await test.step('the results have the same content and look as here', async () => {
    content = `${HOSTILE}${script()}<stay-results></stay-results>`
    await page.goto(`${embeddingSite.origin}/?page_id=12&${stayToQuery(stay)}`)
    const links = results.getByRole('link', { name: 'View this home' })
    await expect(links).toHaveCount(Object.keys(totals).length)
    const address = (await links.first().getAttribute('href')) ?? ''
    expect(address).toMatch(new RegExp(`^${siteUrl()}/property/[a-z-]+\\?checkin=${stay.checkIn}&`))
    const image = results.locator('img').first()
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    const look = await links.first().evaluate((link) => {
      const { fontSize, textTransform, letterSpacing } = getComputedStyle(link)
      return { fontSize, textTransform, letterSpacing, height: link.getBoundingClientRect().height }
    })
    expect(look).toEqual({ fontSize: '16px', textTransform: 'none', letterSpacing: 'normal', height: 52 })
    const form = results.locator('.stay-form')
    expect((await form.boundingBox())?.width).toBeGreaterThan(1300)
    expect(await form.evaluate((element) => getComputedStyle(element).textAlign)).toBe('start')
  })

  await test.step('they keep that site’s own query, and lead here when they fail', async () => {
    content = `<a href="#down">Down</a>${script()}<stay-results></stay-results><p id="down">`
    await page.goto(`${embeddingSite.origin}/?page_id=12&${stayToQuery(stay)}`)
    await searchOf(page, 'stay-results')
    await results.getByRole('button', { name: /^Guests/ }).click()
    await results.getByRole('button', { name: 'Add an adult' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Down' }).click()
    await results.getByRole('button', { name: 'Guests 3 adults' }).waitFor()
    const sorted = page.waitForResponse((response) => response.url().includes('sort=price_low'))
    await results.locator('summary', { hasText: 'Sort' }).click()
    await results.getByRole('link', { name: 'Price: low to high' }).click()
    await page.waitForURL(`${embeddingSite.origin}/?${stayToQuery(stay)}&page_id=12&sort=price_low`)
    await sorted
    await page.route('**/embed/results?*', (route) => route.abort())
    await results.locator('summary', { hasText: 'Sort' }).click()
    await results.getByRole('link', { name: 'Newest' }).click()
    const here = await results.getByRole('link', { name: 'Open the search in a new tab' }).getAttribute('href')
    expect(here).toBe(`${siteUrl()}/search?${stayToQuery(stay)}&sort=newest&page_id=12`)
  })
  embeddingSite.close()
})

test('an allowed site gets the frame’s height and total, and a guest books there; no other page gets anything', {
  tag: '@slow',
}, async ({ visit }) => {
  const stay = await freeStay('lake-keowee')
  const frameOf = (title: string, origin: string, sandbox = '') =>
    `<iframe title="${title}" width="480" height="700" ${sandbox} src="${siteUrl()}/embed/book/${
      propertyOf('lake-keowee').id
    }?place=lake&origin=${encodeURIComponent(origin)}&${stayToQuery(stay)}"></iframe>`
  const sandbox = `sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"`
  const embeddingSite = await serveEmbeddingSite(
    (origin) => `${LISTENER}${frameOf('not allowed', 'https://evil.example')}
      ${frameOf('for another page', 'http://127.0.0.1:1')}${frameOf('allowed', origin, sandbox)}`,
  )
  // The browser logs that a message did not match its target page.
  const page = await visit(embeddingSite.origin, { expected: [/console: .*postMessage.*target origin/] })
  for (const title of ['not allowed', 'for another page']) await addAdult(await frameTitled(page, title))
  const frame = await frameTitled(page, 'allowed')
  await addAdult(frame)
  await expect(frame.locator('.booking-line')).toContainText('4 guests')
  const total = await frameTotal(frame).textContent()
  await expect
    .poll(() => heardBy(page))
    .toContainEqual(expect.objectContaining({ from: 'allowed', origin: siteUrl(), total }))
  await expect.poll(async () => (await heardBy(page)).some(({ iframeHeight = 0 }) => iframeHeight > 300)).toBe(true)
  await writeGuest(frame)
  await bookButton(frame).click()
  await referenceOf(frame)
  expect(await countUnavailableNights('lake-keowee', stay)).toBe(4)
  expect(new Set((await heardBy(page)).map(({ from }) => from))).toEqual(new Set(['allowed']))
  embeddingSite.close()
})

test('the booking element shows a link when its frame stays silent, but not before a visitor scrolls to it', async ({
  visit,
}) => {
  const embeddingSite = await serveEmbeddingSite(
    () => `<script src="${siteUrl()}/embed/book.js"></script>
      <h1>Our condo</h1><div style="height: 6000px"></div><stay-book home="${propertyOf('spacious-condo').id}"></stay-book>`,
  )
  const page = await visit('/', { expected: [/embed\/book/] })
  await page.clock.install()
  await page.route('**/embed/book/**', (route) => route.abort())
  await page.goto(embeddingSite.origin)
  const way = page.getByRole('link', { name: 'Open the booking page in a new tab' })
  await page.clock.fastForward(9000)
  await expect(way).toHaveCount(0)
  await page.locator('stay-book').scrollIntoViewIfNeeded()
  await expect.poll(() => page.clock.fastForward(9000).then(() => way.count())).toBe(1)
  await page.getByRole('status').getByText('The calendar is taking longer than it should.').waitFor()
  await page.getByRole('link', { name: 'Contact us' }).waitFor()
  expect((await page.locator('stay-book').boundingBox())?.height).toBeLessThan(300)
  embeddingSite.close()
})

test('the booking element grows with its content, books, and uses the page’s stay and colors', async ({ visit }) => {
  const stay = await freeStay('spacious-condo')
  const embeddingSite = await serveEmbeddingSite(
    () => `<meta name="viewport" content="width=device-width"><style>iframe, a { display: none !important } body { text-transform: uppercase } stay-book { --ember: rgb(1, 2, 3) }</style>
      <script src="${siteUrl()}/embed/book.js" async></script><script src="${siteUrl()}/embed/book.js" async></script>
      <h1>Our condo</h1><stay-book home="${propertyOf('spacious-condo').id}" data-place="lake" title="condo"></stay-book>`,
  )
  const page = await visit(`${embeddingSite.origin}/?${stayToQuery(stay)}`)
  const frame = await frameTitled(page, 'condo')
  const height = () => page.locator('stay-book iframe').evaluate((element) => (element as HTMLElement).offsetHeight)
  const scrolls = () => frame.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  await frame.getByText('Price details').click()
  await expect.poll(scrolls).toBe(0)
  await page.evaluate(() => window.postMessage({ iframeHeight: 3333 }, '*'))
  const terms = page.waitForEvent('popup')
  await frame.getByRole('link', { name: /^terms/ }).click()
  await (await terms).getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
  await writeGuest(frame)
  await bookButton(frame).press('Enter')
  await referenceOf(frame)
  expect(await countUnavailableNights('spacious-condo', stay)).toBe(4)
  expect(await height()).not.toBe(3333)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${embeddingSite.origin}/?${stayToQuery(stay)}&promo=SNOW`)
  await page
    .locator('stay-book')
    .evaluate((element, id) => element.setAttribute('home', id), propertyOf('lake-keowee').id)
  const link = page.getByRole('link', { name: 'Check dates and book' })
  const { backgroundColor, textTransform } = await link.evaluate((element) => ({ ...getComputedStyle(element) }))
  expect([backgroundColor, textTransform]).toEqual(['rgb(1, 2, 3)', 'none'])
  await link.click()
  await page.waitForURL(
    `${siteUrl()}/embed/book/${propertyOf('lake-keowee').id}?${stayToQuery(stay)}&place=lake&promo=SNOW`,
  )
  embeddingSite.close()
})
