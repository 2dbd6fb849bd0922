import type { Page } from 'playwright-core'
import { stayToQuery } from '#app/shared/stay.ts'
import { bookButton, frameTotal, pickStay, referenceOf, searchOf, untilAlive, writeGuest } from './booking-frame.ts'
import { serveHolder } from './holder.ts'
import { expect, test } from './page.ts'
import { freeStay, homeOf, takenOf, totalsOf } from './stays.ts'
import { siteUrl } from './this-site.ts'

const site = siteUrl()
const script = `<script src="${site}/embed/stay.js"></script>`

/** Keeps what the page is told, by the frame that says it. */
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
  await untilAlive(frame)
  return frame
}

test('one script tag brings the search to another site, and leads to the results here', async ({ visit }) => {
  const stay = { ...(await freeStay('large-luxury')), children: 0 }
  const holder = await serveHolder(
    () => `<h1>Our cabins</h1><stay-search results-url="${site}/search"></stay-search>${script}`,
  )
  const page = await visit(holder.origin)
  const search = await searchOf(page)
  await search.getByRole('button', { name: /^Check-in/ }).click()
  await pickStay(search, stay)
  await search.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(`${site}/search?${stayToQuery(stay)}`)
  await searchOf(page, 'stay-results')
  holder.close()
})

test('the results on another site are those of this one, and their links lead here', async ({ visit }) => {
  const stay = await freeStay('luxury-amenities')
  const totals = await totalsOf(stay)
  const holder = await serveHolder(
    () => `<style>a, img, h2, button { display: none }</style>${script}
    <stay-results></stay-results>`,
  )
  const page = await visit(`${holder.origin}/?${stayToQuery(stay)}`)
  const links = page.locator('stay-results').getByRole('link', { name: 'See this home' })
  await expect.poll(() => links.count()).toBe(Object.keys(totals).length)
  const address = (await links.first().getAttribute('href')) ?? ''
  expect(address).toMatch(new RegExp(`^${site}/property/[a-z-]+\\?checkin=${stay.checkIn}&`))
  const picture = page.locator('stay-results img').first()
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  holder.close()
})

test('another site that may hold the booking frame is told its height and total, and a guest books there', async ({
  visit,
}) => {
  const stay = await freeStay('lake-keowee')
  const address = (origin: string) =>
    `${site}/embed/book/${homeOf('lake-keowee').id}?place=lake&origin=${encodeURIComponent(origin)}&${stayToQuery(stay)}`
  const holder = await serveHolder(
    (origin) => `${LISTENER}<iframe title="cabin" src="${address(origin)}" width="480" height="900"
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>`,
  )
  const page = await visit(holder.origin)
  const frame = await frameTitled(page, 'cabin')
  const total = await frameTotal(frame).textContent()
  await expect.poll(() => heardBy(page)).toContainEqual(expect.objectContaining({ from: 'cabin', origin: site, total }))
  await expect.poll(async () => (await heardBy(page)).some(({ iframeHeight = 0 }) => iframeHeight > 600)).toBe(true)
  await writeGuest(frame)
  await bookButton(frame).click()
  await referenceOf(frame)
  expect(await takenOf('lake-keowee', stay)).toBe(4)
  holder.close()
})

test('the frame tells nothing to an origin that is not allowed, nor to a page that it does not name', async ({
  visit,
}) => {
  const stay = await freeStay('lake-keowee')
  const address = (origin: string) =>
    `${site}/embed/book/${homeOf('lake-keowee').id}?origin=${encodeURIComponent(origin)}&${stayToQuery(stay)}`
  const frameOf = (title: string, origin: string) =>
    `<iframe title="${title}" src="${address(origin)}" width="480" height="700"></iframe>`
  const holder = await serveHolder(
    (origin) => `${LISTENER}${frameOf('evil', 'https://evil.example')}${frameOf('odd', 'javascript:alert(1)')}
      ${frameOf('other', 'http://127.0.0.1:1')}${frameOf('allowed', origin)}`,
  )
  // The browser itself says that a message did not reach the page that it names.
  const page = await visit(holder.origin, { expected: [/console: .*postMessage.*target origin/] })
  for (const title of ['evil', 'odd', 'other']) {
    const frame = await frameTitled(page, title)
    await frame.getByRole('button', { name: 'More: Adults' }).click()
  }
  const allowed = await frameTitled(page, 'allowed')
  await allowed.getByRole('button', { name: 'More: Adults' }).click()
  await expect.poll(async () => (await heardBy(page)).length).toBeGreaterThan(1)
  expect(new Set((await heardBy(page)).map(({ from }) => from))).toEqual(new Set(['allowed']))
  holder.close()
})

test('the booking element gives a way on when its frame stays silent, and not while nobody has come to it', async ({
  visit,
}) => {
  const holder = await serveHolder(
    () => `<script src="${site}/embed/book.js"></script>
      <h1>Our condo</h1><div style="height: 6000px"></div><stay-book home="${homeOf('spacious-condo').id}"></stay-book>`,
  )
  const page = await visit('/', { expected: [/embed\/book/] })
  await page.clock.install()
  await page.route('**/embed/book/**', (route) => route.abort())
  await page.goto(holder.origin)
  const way = page.getByRole('link', { name: 'Open the booking page in a new tab' })
  await page.clock.fastForward(9000)
  expect(await way.count()).toBe(0)
  await page.locator('stay-book').scrollIntoViewIfNeeded()
  await expect.poll(() => page.clock.fastForward(9000).then(() => way.count())).toBe(1)
  holder.close()
})

test('the booking element is a frame that grows with what it shows, books, and takes the page’s stay and colours', async ({
  visit,
}) => {
  const stay = await freeStay('spacious-condo')
  const holder = await serveHolder(
    () => `<meta name="viewport" content="width=device-width"><style>iframe, a { display: none !important } stay-book { --ember: rgb(1, 2, 3) }</style>
      <script src="${site}/embed/book.js" async></script><script src="${site}/embed/book.js" async></script>
      <h1>Our condo</h1><stay-book home="${homeOf('spacious-condo').id}" title="condo"></stay-book>`,
  )
  const page = await visit(`${holder.origin}/?${stayToQuery(stay)}`)
  const frame = await frameTitled(page, 'condo')
  const height = () => page.locator('stay-book iframe').evaluate((element) => (element as HTMLElement).offsetHeight)
  await expect.poll(height).toBeGreaterThan(900)
  await page.evaluate(() => window.postMessage({ iframeHeight: 3333 }, '*'))
  const terms = page.waitForEvent('popup')
  await frame.getByRole('link', { name: /^terms/ }).click()
  await (await terms).getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
  await writeGuest(frame)
  await bookButton(frame).press('Enter')
  await referenceOf(frame)
  expect(await takenOf('spacious-condo', stay)).toBe(4)
  expect(await height()).not.toBe(3333)

  const phone = await visit(`${holder.origin}/?${stayToQuery(stay)}`, { width: 390 })
  const link = phone.getByRole('link', { name: 'See free nights and book' })
  expect(await link.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(1, 2, 3)')
  await link.click()
  await phone.waitForURL(`${site}/embed/book/${homeOf('spacious-condo').id}?${stayToQuery(stay)}`)
  holder.close()
})
