import { addDays, startOfMonth } from '#app/shared/dates.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { dayOf, pickStay, searchOf } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { bookByCall, freeStay, propertyOf, totalsOf } from '../stays.ts'

for (const [width, months] of [
  [1440, 2],
  [390, 1],
] as const)
  test(`at ${width} pixels the search bar opens a calendar of ${months} months`, async ({ visit }) => {
    const page = await visit('/', { width })
    const search = await searchOf(page)
    await search.getByRole('button', { name: /^Check-in/ }).click()
    const dialog = search.getByRole('dialog', { name: 'Check-in and check-out' })
    await dialog.waitFor()
    await expect(dialog.locator('.calendar-grid:visible')).toHaveCount(months)
    const box = await dialog.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
    // Later months could not be booked.
    const { last } = await (await fetch(`${siteUrl()}/api/places`)).json()
    const listed = dialog.getByLabel('Month', { exact: true }).first().getByRole('option')
    await expect(listed.last()).toHaveAttribute('value', startOfMonth(addDays(last.checkIn, 1)))
  })

test('a press elsewhere closes the calendar, and one press switches to the guest counts', async ({ visit }) => {
  const page = await visit('/')
  const search = await searchOf(page)
  const dates = search.getByRole('dialog', { name: 'Check-in and check-out' })
  await search.getByRole('button', { name: /^Check-in/ }).click()
  await dates.waitFor()
  await search.getByRole('button', { name: /^Guests/ }).click()
  await search.getByRole('dialog', { name: 'Guests' }).waitFor()
  await expect(dates).toHaveCount(0)
  await search.getByRole('button', { name: 'Done' }).click()
  await expect(search.getByRole('dialog')).toHaveCount(0)
  await search.getByRole('button', { name: /^Check-out/ }).click()
  await dates.waitFor()
  await page.locator('h1').click()
  await expect(dates).toHaveCount(0)
})

test('the check-out field changes only the check-out, and leaving it keeps the old date', async ({ visit }) => {
  const stay = await freeStay('large-luxury', 7)
  const page = await visit(`/search?${stayToQuery(stay)}`)
  const results = await searchOf(page, 'stay-results')
  const fields = async () => {
    const texts = await results.getByRole('button', { name: /^Check-/ }).allTextContents()
    return texts.map((text) => text.replace(/^Check-(?:in|out)/, ''))
  }
  const before = await fields()
  await results.getByRole('button', { name: /^Check-out/ }).click()
  await page.keyboard.press('Escape')
  expect(await fields()).toEqual(before)
  await results.getByRole('button', { name: /^Check-out/ }).click()
  const earlier = new Date(Date.parse(stay.checkOut) - 86_400_000).toISOString().slice(0, 10)
  await (await dayOf(results, earlier)).click()
  await expect.poll(fields).toEqual([before[0], expect.not.stringContaining(before[1] ?? '')])
  await results.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('checkout')).toBe(earlier)
})

/** A stay that is free in `large-luxury` and in another home. Once it is booked, the results still have a home. */
async function stayOfTwoHomes(): Promise<Stay> {
  for (let after = ''; ; ) {
    const stay = await freeStay('large-luxury', 4, { after })
    if (Object.keys(await totalsOf(stay)).length > 1) return stay
    after = stay.checkOut
  }
}

test('before dates a press takes a home’s next open stay, without script', async ({ visit }) => {
  const page = await visit('/search', { width: 390, javaScript: false })
  const next = page.getByRole('link', { name: /^Next available: .* total/ }).first()
  const total = (await next.locator('strong').textContent())?.replace(' total', '') ?? ''
  await next.click()
  await expect(page.locator('.booking-bar strong')).toContainText(total)
})

test('a home that is booked has the nearest open stay in the results, without script', async ({ visit }) => {
  const stay = await stayOfTwoHomes()
  const page = await visit(`/search?${stayToQuery(stay)}`, { width: 390, javaScript: false })
  const top = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().top + window.scrollY)
  expect(await top('.stay-result-image')).toBeLessThan(300)
  expect(await top('.stay-result-price strong')).toBeLessThan(600)
  await expect(page.getByLabel('Check-in')).toBeHidden()
  await page.getByText('Edit', { exact: true }).click()
  await expect(page.getByLabel('Check-in')).toHaveValue(stay.checkIn)

  expect((await bookByCall('large-luxury', stay)).status).toBe(201)
  await page.reload()
  const missing = page.locator('.stay-missing-list li', { hasText: propertyOf('large-luxury').name })
  await expect(missing).toContainText(/Booked \w{3} \d+–/)
  await missing.getByRole('link', { name: /^Nearest open dates: .* total/ }).click()
  await page.waitForURL(`**${propertyOf('large-luxury').path}?**`)
  expect(new URL(page.url()).searchParams.get('checkin')).not.toBe(stay.checkIn)
  await expect(page.locator('.booking-bar strong')).toHaveText(/^\$/)
})

test('a skeleton shows while properties load, and a failed search can be retried', async ({ visit }) => {
  const first = await freeStay('lake-keowee')
  const next = await freeStay('lake-keowee', 4, { after: first.checkOut })
  const page = await visit(`/search?${stayToQuery(first)}`, {
    expected: [/embed\/results/, /console: Failed to load resource/],
  })
  const results = await searchOf(page, 'stay-results')
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

test('dates in the wrong order get a message and stay in the form, with JavaScript off too', async ({ visit }) => {
  const { checkIn, checkOut } = await freeStay('lake-keowee')
  const query = `checkin=${checkOut}&checkout=${checkIn}&adults=3`
  const page = await visit(`/search?${query}`, { javaScript: false })
  await expect(page.locator('.stay-note')).toHaveText('Check-out must be after check-in. Please choose a later date.')
  await expect(page.getByLabel('Check-in')).toHaveValue(checkOut)
  await expect(page.getByLabel('Check-out')).toHaveValue(checkIn)
  await expect(page.getByLabel('Adults')).toHaveValue('3')
})

test('with JavaScript off a count that is too large stays to be corrected, and counts without a field are kept', async ({
  visit,
}) => {
  const { checkIn, checkOut } = await freeStay('lake-keowee')
  const query = `checkin=${checkIn}&checkout=${checkOut}&adults=400&infants=1&pets=1&sort=newest`
  const page = await visit(`/search?${query}`, { javaScript: false })
  await expect(page.locator('.stay-note')).toHaveText('Please enter a whole number of adults from 0 to 99.')
  await expect(page.getByLabel('Adults')).toHaveValue('400')
  await page.getByLabel('Adults').fill('4')
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('link', { name: 'View this home' }).first().waitFor()
  const asked = Object.fromEntries(new URL(page.url()).searchParams)
  expect(asked).toMatchObject({ adults: '4', infants: '1', pets: '1', sort: 'newest' })
})

test('without dates every property is listed; when none is free, two alternatives are shown', async ({ visit }) => {
  const page = await visit('/search')
  await searchOf(page, 'stay-results')
  await expect(page.getByRole('link', { name: 'Check availability' })).toHaveCount(4)
  const stay = { ...(await freeStay('lake-keowee')), adults: 60 }
  const none = await visit(`/search?${stayToQuery(stay)}`)
  await searchOf(none, 'stay-results')
  const write = none.getByRole('link', { name: 'Ask us about these dates' })
  await expect(write).toHaveAttribute('href', `/contact?checkin=${stay.checkIn}&checkout=${stay.checkOut}`)
  await expect(none.getByRole('link', { name: 'See every calendar' })).toHaveAttribute(
    'href',
    `/?${stayToQuery(stay)}#properties`,
  )
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

test('with JavaScript off filters also work, and filters that hide every property can be removed', async ({
  visit,
}) => {
  const stay = await mountainStay()
  const page = await visit(`/search?${stayToQuery(stay)}&sort=newest`, { javaScript: false })
  await page.locator('summary', { hasText: 'Filters' }).click()
  await page.getByRole('textbox', { name: 'Amenities' }).fill('helipad')
  await page.getByRole('button', { name: 'Show homes' }).click()
  await page.getByText('Nothing available matches all of your filters.').waitFor()
  expect(new URL(page.url()).searchParams.get('sort')).toBe('newest')
  await page.getByRole('link', { name: /homes? without “helipad”/ }).click()
  await page.getByRole('link', { name: 'View this home' }).first().waitFor()
  await page.goto(new URL(`/search?${stayToQuery(stay)}&maxPrice=cheap`, page.url()).href)
  await page.getByText('Please enter a whole number of cents').waitFor()
  await page.getByRole('link', { name: 'Search without filters' }).click()
  await page.getByRole('link', { name: 'View this home' }).first().waitFor()
})
