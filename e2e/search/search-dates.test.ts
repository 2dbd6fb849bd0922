import type { Locator, Page } from '@playwright/test'
import { addDays, startOfMonth } from '#app/shared/dates.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { formOf, type ServedPage } from '#test/requests/served-page.ts'
import { expectAccessible } from '../axe.ts'
import { dayOf, pickStay, searchOf } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { elementOf, elementsOf, textOf } from '../served-html.ts'
import { siteUrl } from '../site-url.ts'
import { bookByCall, freeStay, propertyOf, totalsOf } from '../stays.ts'

test('the search bar opens a calendar of two months, on a phone of one; a press elsewhere closes it, and one switches to the guest counts', async ({
  visit,
}) => {
  const page = await visit('/')
  const search = await searchOf(page)
  const dates = search.getByRole('dialog', { name: 'Check-in and check-out' })
  // Later months could not be booked.
  const { last } = await (await fetch(`${siteUrl()}/api/places`)).json()
  for (const [width, months] of [
    [390, 1],
    [1440, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await search.getByRole('button', { name: /^Check-in/ }).click()
    await dates.waitFor()
    await expect(dates.locator('.calendar-grid:visible')).toHaveCount(months)
    const box = await dates.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
    const listed = dates.getByLabel('Month', { exact: true }).first().getByRole('option')
    await expect(listed.last()).toHaveAttribute('value', startOfMonth(addDays(last.checkIn, 1)))
    if (width !== 390) continue
    await expectAccessible(page, 'stay-search')
    await page.keyboard.press('Escape')
  }
  await search.getByRole('button', { name: /^Guests/ }).click()
  await search.getByRole('dialog', { name: 'Guests' }).waitFor()
  await search.getByText('Under 2, don’t count toward the limit').waitFor()
  await expectAccessible(page, 'stay-search')
  await expect(dates).toHaveCount(0)
  await search.getByRole('button', { name: 'Done' }).click()
  await expect(search.getByRole('dialog')).toHaveCount(0)
  await search.getByRole('button', { name: /^Check-out/ }).click()
  await dates.waitFor()
  await page.locator('h1').click()
  await expect(dates).toHaveCount(0)
})

const SEARCH = /^(?:Search|Update)$/

function linkTo(page: ServedPage, label: RegExp): { label: string; href: string } {
  const link = page.links.find((one) => label.test(one.label))
  if (!link) throw new Error(`${page.url.href} has no link ${label}. It has ${page.links.map((one) => one.label)}`)
  return link
}

/** A stay that is free in `large-luxury` and in another home. Once it is booked, the results still have a home. */
async function stayOfTwoProperties(): Promise<Stay> {
  for (let after = ''; ; ) {
    const stay = await freeStay('large-luxury', 4, { after })
    if (Object.keys(await totalsOf(stay)).length > 1) return stay
    after = stay.checkOut
  }
}

test('before dates a home’s next open stay is a link, which leads to its total', async () => {
  const guest = visitByRequests()
  const { label, href } = linkTo(await guest.open('/search'), /^Next available: .* total/)
  const [total = ''] = /\$[\d,.]+/.exec(label) ?? []
  expect(textOf(elementOf((await guest.open(href)).html, 'div', 'class="booking-bar'))).toContain(total)
})

test('a home that is booked has the nearest open stay in the results', async () => {
  const stay = await stayOfTwoProperties()
  expect((await bookByCall('large-luxury', stay)).status).toBe(201)
  const guest = visitByRequests()
  const results = await guest.open(`/search?${stayToQuery(stay)}`)
  const name = propertyOf('large-luxury').name
  const rows = elementsOf(elementOf(results.html, 'ul', 'stay-missing-list'), 'li')
  const missing = rows.find((row) => textOf(row).includes(name)) ?? ''
  expect(textOf(missing)).toMatch(/Booked \w{3} \d+–/)
  const { href } = linkTo(results, new RegExp(`^Nearest open dates: .* total.*${name}`))
  const { pathname, searchParams } = new URL(href, siteUrl())
  expect(pathname).toBe(propertyOf('large-luxury').path)
  expect(searchParams.get('checkin')).not.toBe(stay.checkIn)
  const bar = elementOf((await guest.open(href)).html, 'div', 'class="booking-bar')
  expect(textOf(elementOf(bar, 'strong'))).toMatch(/^\$/)
})

async function changeCheckOut(page: Page, results: Locator, { checkOut }: Stay) {
  const fields = async () => {
    const texts = await results.getByRole('button', { name: /^Check-/ }).allTextContents()
    return texts.map((text) => text.replace(/^Check-(?:in|out)/, ''))
  }
  const before = await fields()
  await results.getByRole('button', { name: /^Check-out/ }).click()
  await page.keyboard.press('Escape')
  expect(await fields()).toEqual(before)
  await results.getByRole('button', { name: /^Check-out/ }).click()
  const earlier = new Date(Date.parse(checkOut) - 86_400_000).toISOString().slice(0, 10)
  await (await dayOf(results, earlier)).click()
  await expect.poll(fields).toEqual([before[0], expect.not.stringContaining(before[1] ?? '')])
  const found = page.waitForResponse('**/embed/results?*')
  await results.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('checkout')).toBe(earlier)
  await (await found).finished()
}

test('the check-out field changes only the check-out, and leaving it keeps the old date; a skeleton shows while properties load, and a failed search can be retried', async ({
  visit,
}) => {
  const first = await freeStay('lake-keowee', 7)
  const next = await freeStay('lake-keowee', 4, { after: first.checkOut })
  const page = await visit(`/search?${stayToQuery(first)}`, {
    expected: [/embed\/results/, /console: Failed to load resource/],
  })
  const results = await searchOf(page, 'stay-results')
  await changeCheckOut(page, results, first)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/embed/results?*', async (route) => {
    await held
    await route.abort()
  })
  await results.getByRole('button', { name: /^Check-in/ }).click()
  await pickStay(results, next)
  await results.getByRole('button', { name: 'Update' }).click()
  await results.locator('.stay-skeleton').waitFor()
  await expect(results.getByRole('status').first()).toHaveText('Looking for available homes')
  letGo()
  await results.getByText('We couldn’t load the results. Your dates are still here, so please try again.').waitFor()
  await page.unroute('**/embed/results?*')
  await results.getByRole('button', { name: 'Try again' }).press('Enter')
  expect(await results.evaluate((element) => element.shadowRoot?.activeElement?.className)).toBe('stay-answer')
  await results.getByRole('link', { name: 'View this home' }).first().waitFor()
})

/** The values in the form of the search, by their names in the address. */
const written = (page: ServedPage, button: RegExp) =>
  Object.fromEntries(formOf(page, { button }).fields.map(({ name, value }) => [name, value]))

test('dates in the wrong order get a message and stay in the form', async () => {
  const { checkIn, checkOut } = await freeStay('lake-keowee')
  const page = await visitByRequests().open(`/search?checkin=${checkOut}&checkout=${checkIn}&adults=3`)
  expect(page.text).toContain('Check-out must be after check-in. Please choose a later date.')
  expect(written(page, SEARCH)).toMatchObject({ checkin: checkOut, checkout: checkIn, adults: '3' })
})

test('a count that is too large stays to be corrected, and counts without a field are kept', async () => {
  const { checkIn, checkOut } = await freeStay('lake-keowee')
  const guest = visitByRequests()
  const query = `checkin=${checkIn}&checkout=${checkOut}&adults=400&infants=1&pets=1&sort=newest`
  const page = await guest.open(`/search?${query}`)
  expect(page.text).toContain('Please enter a whole number of adults from 0 to 99.')
  expect(written(page, SEARCH)).toMatchObject({ adults: '400' })
  const found = await guest.send(page, { button: SEARCH }, { adults: '4' })
  expect(linkTo(found, /^View this home/).href).toContain('adults=4')
  const asked = Object.fromEntries(found.url.searchParams)
  expect(asked).toMatchObject({ adults: '4', infants: '1', pets: '1', sort: 'newest' })
})

test('without dates every property is listed; when none is free, two alternatives are shown', async () => {
  const guest = visitByRequests()
  const all = await guest.open('/search')
  expect(all.links.filter(({ label }) => label.startsWith('Check availability'))).toHaveLength(4)
  const stay = { ...(await freeStay('lake-keowee')), adults: 60 }
  const none = await guest.open(`/search?${stayToQuery(stay)}`)
  expect(none.text).toContain('None of our homes sleeps that many.')
  const write = `/contact?checkin=${stay.checkIn}&checkout=${stay.checkOut}`
  expect(linkTo(none, /^Ask us about these dates/).href).toBe(write)
  expect(linkTo(none, /^See every calendar/).href).toBe(`/?${stayToQuery(stay)}#properties`)
})

/** Predictable results: the three mountain properties on nights when all are available. */
async function mountainStay(): Promise<Stay> {
  let stay = await freeStay('large-luxury', 5)
  for (;;) {
    const totals = await totalsOf(stay)
    if (totals['large-luxury'] && totals['luxury-amenities'] && totals['spacious-condo']) return stay
    stay = await freeStay('large-luxury', 5, { after: stay.checkIn })
  }
}

test('a guest sorts, filters, goes back, and finds combined properties for a large party', async ({ visit }) => {
  const stay = { ...(await mountainStay()), children: 0 }
  const page = await visit(`/search?${stayToQuery(stay)}`)
  const results = await searchOf(page, 'stay-results')
  // The script's element: the server-rendered one is still next to it, hidden.
  const answer = results.locator('.stay-answer')
  const totals = () => answer.locator('.stay-result-price strong').allTextContents()
  const status = () => results.getByRole('status').first().textContent()
  const parameter = (name: string) => new URL(page.url()).searchParams.get(name)

  await results.locator('summary:visible', { hasText: 'Sort' }).click()
  await results.getByRole('link', { name: 'Price: low to high' }).click()
  await expect.poll(() => parameter('sort')).toBe('price_low')
  await answer.locator('summary', { hasText: 'Sort: Price: low to high' }).waitFor()
  const sorted = (await totals()).map((total) => Number(total.replace(/[$,]/g, '')))
  expect(sorted).toEqual(sorted.toSorted((a, b) => a - b))

  await results.locator('select[name=location]:visible').selectOption('Steamboat Springs')
  await results.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => [parameter('location'), parameter('sort')]).toEqual(['Steamboat Springs', 'price_low'])
  await expect.poll(async () => (await totals()).length).toBeGreaterThan(0)
  await answer.getByText('Filters', { exact: true }).click()
  await answer.getByRole('textbox', { name: 'Amenities' }).fill('hot tub')
  await answer.getByLabel('Bedrooms').selectOption('6')
  await answer.getByRole('button', { name: 'Show homes' }).click()
  await answer.getByRole('link', { name: 'Remove: hot tub' }).waitFor()
  expect(['sort', 'location', 'bedrooms', 'amenities'].map(parameter)).toEqual([
    'price_low',
    'Steamboat Springs',
    '6',
    'hot tub',
  ])
  expect(await totals()).toHaveLength(1)
  expect(await status()).toBe('1 home available')
  await page.goBack()
  await page.goBack()
  await expect.poll(totals).toHaveLength(sorted.length)

  const large = new URLSearchParams(stayToQuery({ ...stay, adults: 25, children: 5 }))
  await page.goto(new URL(`/search?${large}&bedrooms=7`, page.url()).href)
  await searchOf(page, 'stay-results')
  await page.getByRole('heading', { name: 'Room for everyone, in two homes' }).waitFor()
  const first = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Two homes, less than/ }) })
  const share = await first.first().getByRole('link').first().getAttribute('href')
  expect(share).toMatch(/^\/property\/[a-z-]+\?checkin=.*&adults=\d+&children=\d+&/)
})

test('filters work without a script, and those that hide every property can be removed', async () => {
  const stay = stayToQuery(await mountainStay())
  const guest = visitByRequests()
  const results = await guest.open(`/search?${stay}&sort=newest`)
  const none = await guest.send(results, { button: 'Show homes' }, { Amenities: 'helipad' })
  expect(none.text).toContain('Nothing available matches all of your filters.')
  expect(none.url.searchParams.get('sort')).toBe('newest')
  const without = await guest.open(new URL(linkTo(none, /homes? without “helipad”/).href, none.url).href)
  linkTo(without, /^View this home/)
  const wrong = await guest.open(`/search?${stay}&maxPrice=cheap`)
  expect(wrong.text).toContain('Please enter a whole number of cents')
  const all = await guest.open(new URL(linkTo(wrong, /^Search without filters/).href, wrong.url).href)
  linkTo(all, /^View this home/)
})
