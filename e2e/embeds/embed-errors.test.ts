import type { Page } from '@playwright/test'
import { searchOf } from '../booking-frame.ts'
import { serveEmbeddingSite } from '../embedding-site.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, propertyOf, totalsOf } from '../stays.ts'

const BROKEN = 'this engine cannot do that'
const expected = [new RegExp(`uncaught: .*${BROKEN}`)]

/** Makes the browser throw on every page that this visitor opens from now on. */
async function breakBrowser(page: Page, what: 'dates' | 'media queries' | 'stylesheets' | 'time formats') {
  await page.addInitScript(
    ([what, message]) => {
      // Not an arrow function: it is also called as a constructor.
      function fail(): never {
        throw new RangeError(message)
      }
      if (what === 'dates') Date.prototype.getFullYear = fail
      if (what === 'media queries') window.matchMedia = fail
      if (what === 'stylesheets') window.CSSStyleSheet = fail as never
      // Created when the script starts, so no element is defined at all.
      if (what === 'time formats') Intl.DateTimeFormat = fail as never
    },
    [what, BROKEN],
  )
}

for (const what of ['dates', 'stylesheets', 'time formats'] as const) {
  test(`where the browser throws at ${what}, the original plain form finds properties`, async ({ visit }) => {
    const stay = await freeStay('lake-keowee')
    const found = Object.keys(await totalsOf({ ...stay, children: 0 })).length
    const page = await visit('/privacy', { expected })
    await breakBrowser(page, what)
    await page.goto(`${siteUrl()}/`)
    await page.getByText('The search is taking longer').waitFor({ state: 'hidden' })
    const search = page.locator('stay-search')
    await search.getByLabel('Check-in').fill(stay.checkIn)
    await search.getByLabel('Check-out').fill(stay.checkOut)
    await search.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/search?**')
    await expect(page.getByRole('link', { name: 'View this home' })).toHaveCount(found)
    await expect(page.locator('stay-results').getByLabel('Check-in')).toHaveValue(stay.checkIn)
  })
}

test('a search that throws while in use is replaced by the plain form', async ({ visit }) => {
  const page = await visit('/', { expected })
  const search = await searchOf(page)
  await page.evaluate((message) => {
    Date.prototype.toISOString = () => {
      throw new RangeError(message)
    }
  }, BROKEN)
  await search.getByRole('button', { name: /^Check-in/ }).click()
  await page.locator('stay-search input[name=checkin]').waitFor()
  await expect(search.getByRole('button', { name: /^Check-in/ })).toHaveCount(0)
})

test('empty elements on another site fall back to links to this site when they throw', async ({ visit }) => {
  const embeddingSite = await serveEmbeddingSite(
    () => `<stay-search></stay-search> <stay-results></stay-results> <stay-book home="${propertyOf('lake-keowee').id}"></stay-book>
      <script src="${siteUrl()}/embed/stay.js"></script><script src="${siteUrl()}/embed/book.js"></script>`,
  )
  const page = await visit(`${siteUrl()}/privacy`, { expected })
  await breakBrowser(page, 'stylesheets')
  await page.goto(`${embeddingSite.origin}/?checkin=2027-06-01`)
  const hrefs = page.getByRole('link').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  expect(await hrefs).toEqual([
    `${siteUrl()}/search?checkin=2027-06-01`,
    `${siteUrl()}/search?checkin=2027-06-01`,
    `${siteUrl()}/embed/book/${propertyOf('lake-keowee').id}?checkin=2027-06-01`,
  ])
  embeddingSite.close()
})

test('a booking element that throws shows its original link', async ({ visit }) => {
  const embeddingSite = await serveEmbeddingSite(
    () => `<stay-book home="${propertyOf('lake-keowee').id}"><a href="tel:5550100">Call us</a></stay-book>
      <script src="${siteUrl()}/embed/book.js"></script>`,
  )
  const page = await visit(`${siteUrl()}/privacy`, { expected })
  await breakBrowser(page, 'media queries')
  await page.goto(embeddingSite.origin)
  await page.getByRole('link', { name: 'Call us' }).waitFor()
  await expect(page.getByRole('link')).toHaveCount(1)
  await expect(page.locator('stay-book iframe')).toHaveCount(0)
  embeddingSite.close()
})
