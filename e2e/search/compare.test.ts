import type { Page } from '@playwright/test'
import { comparisonPath } from '#app/features/search/comparison/comparison.ts'
import { formatSpan } from '#app/shared/dates.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import type { ServedPage } from '#test/requests/served-page.ts'
import { addAdult, bookingFrame, pickStay, searchOf } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { elementOf, elementsOf, tagsOf, textOf } from '../served-html.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, SLUGS, totalsOf } from '../stays.ts'

const heart = (page: Page, name: RegExp) => page.getByRole('button', { name }).first()
const addressOf = (page: Page) => page.url().slice(siteUrl().length)

/** The link of a page with this label. */
function linkTo(page: ServedPage, label: RegExp): string {
  const link = page.links.find((one) => label.test(one.label))
  if (!link) throw new Error(`${page.url.href} has no link ${label}.`)
  return link.href
}
/** The inside of each cell with a home's price in a comparison. */
const pricesOf = (page: ServedPage) => elementsOf(elementOf(page.html, 'tr', 'comparison-prices'), 'td').map(textOf)

test('without JavaScript, dates and party go along: results, home, other homes, Properties, comparison, and back', async () => {
  const stay = await freeStay('large-luxury', 5)
  const totals = await totalsOf(stay)
  const query = stayToQuery(stay)
  const span = formatSpan(stay.checkIn, stay.checkOut)
  const address = `/search?${query}&sort=price_high`
  const guest = visitByRequests()
  const results = await guest.open(address)
  expect(linkTo(results, /^Properties$/)).toBe(`/?${query}#properties`)

  const property = await guest.open(linkTo(results, /^View this home.*Large Luxury/))
  expect(property.headings[0]).toContain('Large Luxury')
  const others = elementsOf(elementOf(property.html, 'section', 'others-heading'), 'article')
  const cabin = others.find((one) => textOf(one).includes('Cabin')) ?? ''
  const words =
    totals['lake-keowee'] === undefined ? /: (booked|\d-night minimum)/ : /: \$[\d,.]+ total, taxes and fees/
  expect(textOf(elementsOf(cabin, 'p', 'property-card-price')[0] ?? '')).toMatch(new RegExp(`^${span}${words.source}`))
  expect(linkTo(property, /^Back to results/)).toBe(address)
  expect(tagsOf(cabin, 'a')[0]?.href).toBe(`/property/lake-keowee?${query}`)

  const front = await guest.open(linkTo(property, /^Properties$/))
  const [price = ''] = elementsOf(front.html, 'p', 'property-card-price').map(textOf)
  expect(price).toContain(`${span}: `)
  expect(price).toMatch(/per\snight/)

  const all = await guest.open(linkTo(front, /^Compare homes/))
  expect(pricesOf(all)).toHaveLength(4)
  expect(pricesOf(all)[0]).toMatch(/^\$[\d,.]+\$[\d,.]+\sper\sperson\$[\d,.]+\sper\snightBook/)
  expect(linkTo(all, /^Properties$/)).toBe(`/?${query}#properties`)
  const two = await guest.send(all, { button: 'Compare' }, { homes: ['large-luxury', 'lake-keowee'] })
  expect(pricesOf(two)).toHaveLength(2)
  expect(two.url.searchParams.getAll('homes')).toEqual(['large-luxury', 'lake-keowee'])
  const chosen = await guest.open(linkTo(two, /^Book.*Large Luxury/))
  const again = await guest.open(linkTo(chosen, /^Back to the comparison/))
  expect(again.url.pathname).toBe('/compare')
  expect(pricesOf(again)).toHaveLength(2)
})

test('dates and guests that were chosen in the search or in the booking form go along, too', async ({ visit }) => {
  const stay = await freeStay('large-luxury', 5)
  const page = await visit('/search')
  const properties = page.getByRole('banner').getByRole('link', { name: 'Properties' })
  const search = await searchOf(page, 'stay-results')
  await search.getByRole('button', { name: /^Check-in/ }).click()
  await pickStay(search, stay)
  await search.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: /^View this home.*Large Luxury/ }).waitFor()
  const couple = stayToQuery({ ...stay, children: 0 })
  await properties.focus()
  await expect(properties).toHaveAttribute('href', `/?${couple}#properties`)
  const saved = page.getByRole('contentinfo').getByRole('link', { name: 'Saved homes' })
  await saved.focus()
  await expect(saved).toHaveAttribute('href', `/compare?${couple}`)

  await page.getByRole('link', { name: /^View this home.*Large Luxury/ }).click()
  const frame = await bookingFrame(page)
  const back = page.getByRole('link', { name: 'Back to results' })
  await expect(back).toHaveAttribute('href', `/search?${couple}`)
  await addAdult(frame)
  const three = stayToQuery({ ...stay, adults: 3, children: 0 })
  await expect(back).toHaveAttribute('href', `/search?${three}`)
  await properties.click()
  await expect.poll(() => addressOf(page)).toBe(`/?${three}#properties`)
  await expect(page.locator('#properties .property-card-price').first()).toContainText(/per\sperson/)
})

const setTextSize = (page: Page, size: string) =>
  page.evaluate((one) => {
    document.documentElement.style.fontSize = one
  }, size)

test('a comparison breaks no amount and no button, and its total is larger than what is below, also in letters of twice the size; printed, it is one sheet', async ({
  visit,
}) => {
  const stay = await freeStay('large-luxury', 5)
  const page = await visit(comparisonPath(SLUGS, null), { width: 320 })
  const amounts = page.locator('.comparison-offer span > b')
  expect(await amounts.count()).toBeGreaterThan(0)
  expect(await amounts.evaluateAll(countBroken)).toBe(0)
  await page.goto(`${siteUrl()}${comparisonPath(SLUGS, stay)}`)
  for (const [width, size] of [
    [320, '100%'],
    [320, '200%'],
    [390, '200%'],
    [1440, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await setTextSize(page, size)
    await expectWholeAmounts(page, `${width} at ${size}`)
    if (width !== 390) continue
    const button = page.locator('.comparison-offer .button').first()
    expect((await button.boundingBox())?.height).toBeLessThan(150)
  }
  await setTextSize(page, '')
  await page.emulateMedia({ colorScheme: 'dark' })
  const sheet = await page.pdf({ format: 'Letter', preferCSSPageSize: true })
  expect(sheet.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  for (const gone of ['main .button', '#saved', 'footer']) await expect(page.locator(gone).first()).toBeHidden()
})

async function expectWholeAmounts(page: Page, where: string) {
  const totals = page.locator('.comparison-prices strong')
  expect(await totals.count()).toBeGreaterThan(0)
  expect(await totals.evaluateAll(countBroken), where).toBe(0)
  const sizes = await page
    .locator('.comparison-prices td :is(strong, span)')
    .evaluateAll((all) =>
      all.map((one) => ({ tag: one.tagName, size: Number.parseFloat(getComputedStyle(one).fontSize) })),
    )
  const largest = (tag: string) => Math.max(...sizes.filter((one) => one.tag === tag).map((one) => one.size))
  expect(largest('STRONG'), where).toBeGreaterThan(largest('SPAN'))
}

/** How many of the amounts that elements begin with continue in the next line. */
function countBroken(elements: Element[]): number {
  const lines = elements.map((element) => {
    const text = element.firstChild as Text
    const range = document.createRange()
    range.setStart(text, 0)
    range.setEnd(text, `${text.data} `.indexOf(' '))
    return range.getClientRects().length
  })
  return lines.filter((count) => count !== 1).length
}

test('hearts keep homes on this device: in results that were searched anew, in two windows, and until removed', async ({
  visit,
}) => {
  const stay = await freeStay('large-luxury', 5)
  const page = await visit('/search')
  await heart(page, /^Save Large/).hover()
  await expect(page.locator('.tooltip')).toHaveText('Save Large Luxury')
  await heart(page, /^Save Large/).click()
  await expect(page.locator('.tooltip')).toHaveCount(0)
  await expect(heart(page, /^Save Large/)).toHaveAttribute('aria-pressed', 'true')
  const other = await page.context().newPage()
  await other.goto(`${siteUrl()}${comparisonPath(['large-luxury', 'lake-keowee'], stay)}`)
  const saved = other.getByRole('region', { name: 'Saved homes' })
  await expect(saved.getByRole('listitem')).toHaveCount(1)

  // Results that the script inserted.
  await page.goto(`${siteUrl()}/search?${stayToQuery(stay)}`)
  const again = await searchOf(page, 'stay-results')
  await again.getByRole('button', { name: 'Update' }).click()
  await expect(heart(page, /^Save Large/)).toHaveAttribute('aria-pressed', 'true')

  // A home that is gone meanwhile.
  await other.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('saved-homes') ?? '[]')
    localStorage.setItem('saved-homes', JSON.stringify([...stored, { slug: 'gone', name: 'Gone Home' }, 7]))
  })
  await other.reload()
  await expect(saved.getByText('Gone Home, no longer listed')).toBeVisible()
  await saved.getByRole('button', { name: 'Remove Gone Home' }).click()
  await saved.getByRole('button', { name: 'Remove Large Luxury' }).click()
  await expect(saved).toContainText('Press the heart of a home')
  await expect(heart(page, /^Save Large/)).toHaveAttribute('aria-pressed', 'false')
})

test('without storage there are no hearts, and the list says why', async ({ visit }) => {
  const page = await visit('/robots.txt')
  await page.context().addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.goto(`${siteUrl()}/compare`)
  await expect(page.getByText('Your browser doesn’t let this site save homes')).toBeVisible()
  await page.goto(`${siteUrl()}/property/lake-keowee`)
  await page.waitForFunction(() => customElements.get('save-button') !== undefined)
  await expect(heart(page, /^Save /)).toHaveCount(0)
})
