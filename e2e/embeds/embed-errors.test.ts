import type { Page } from '@playwright/test'
import { searchOf } from '../booking-frame.ts'
import { serveEmbeddingSite } from '../embedding-site.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, propertyOf, totalsOf } from '../stays.ts'

const BROKEN = 'this engine cannot do that'
const expected = [new RegExp(`uncaught: .*${BROKEN}`)]

type Part = 'dates' | 'media queries' | 'stylesheets' | 'time formats'

/** From now on the browser throws on each page of an origin, at what `breakAt` has chosen there. */
const makeBreakable = (page: Page) =>
  page.addInitScript((message) => {
    // Not an arrow function: it is also called as a constructor.
    function fail(): never {
      throw new RangeError(message)
    }
    const what = window.location.protocol.startsWith('http') ? window.sessionStorage.getItem('broken') : null
    if (what === 'dates') Date.prototype.getFullYear = fail
    if (what === 'media queries') window.matchMedia = fail
    if (what === 'stylesheets') window.CSSStyleSheet = fail as never
    // Created when the script starts, so no element is defined at all.
    if (what === 'time formats') Intl.DateTimeFormat = fail as never
  }, BROKEN)

const breakAt = (page: Page, what: Part) => page.evaluate((part) => window.sessionStorage.setItem('broken', part), what)

test('where the browser throws at dates, stylesheets or time formats, the original plain form finds properties', async ({
  visit,
}) => {
  const stay = await freeStay('lake-keowee')
  const found = Object.keys(await totalsOf({ ...stay, children: 0 })).length
  const page = await visit('/', { expected })
  const search = await searchOf(page)
  await page.evaluate((message) => {
    Date.prototype.toISOString = () => {
      throw new RangeError(message)
    }
  }, BROKEN)
  // In use already, it is replaced too.
  await search.getByRole('button', { name: /^Check-in/ }).click()
  await page.locator('stay-search input[name=checkin]').waitFor()
  await expect(search.getByRole('button', { name: /^Check-in/ })).toHaveCount(0)

  await makeBreakable(page)
  // The elements throw as they start, or are not defined at all.
  const parts = ['time formats', 'dates', 'stylesheets'] as const
  for (const what of process.env.TEST_ALL ? parts : parts.slice(0, 1))
    await test.step(what, async () => {
      await breakAt(page, what)
      await page.goto(`${siteUrl()}/`)
      await page.getByText('The search is taking longer').waitFor({ state: 'hidden' })
      await search.getByLabel('Check-in').fill(stay.checkIn)
      await search.getByLabel('Check-out').fill(stay.checkOut)
      await search.getByRole('button', { name: 'Search' }).click()
      await page.waitForURL('**/search?**')
      await expect(page.getByRole('link', { name: 'View this home' })).toHaveCount(found)
      await expect(page.locator('stay-results').getByLabel('Check-in')).toHaveValue(stay.checkIn)
    })
})

test('on another site, elements that throw fall back to their original link, and empty ones to links to this site', async ({
  visit,
}) => {
  const { id } = propertyOf('lake-keowee')
  const scripts = `<script src="${siteUrl()}/embed/stay.js"></script><script src="${siteUrl()}/embed/book.js"></script>`
  const elements = `<stay-search></stay-search> <stay-results></stay-results> <stay-book home="${id}"></stay-book>`
  let content = ''
  const embeddingSite = await serveEmbeddingSite(() => content + scripts)
  const page = await visit(embeddingSite.origin, { expected })
  await makeBreakable(page)

  content = elements
  await breakAt(page, 'stylesheets')
  await page.goto(`${embeddingSite.origin}/?checkin=2027-06-01`)
  const hrefs = page.getByRole('link').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  expect(await hrefs).toEqual([
    `${siteUrl()}/search?checkin=2027-06-01`,
    `${siteUrl()}/search?checkin=2027-06-01`,
    `${siteUrl()}/embed/book/${id}?checkin=2027-06-01`,
  ])

  content = `<stay-book home="${id}"><a href="tel:5550100">Call us</a></stay-book>`
  await breakAt(page, 'media queries')
  await page.goto(embeddingSite.origin)
  await page.getByRole('link', { name: 'Call us' }).waitFor()
  await expect(page.getByRole('link')).toHaveCount(1)
  await expect(page.locator('stay-book iframe')).toHaveCount(0)
  embeddingSite.close()
})
