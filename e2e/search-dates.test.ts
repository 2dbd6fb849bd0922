import { stayToQuery } from '#app/shared/stay.ts'
import { dayOf, pickStay, searchOf } from './booking-frame.ts'
import { expect, test } from './page.ts'
import { freeStay } from './stays.ts'

test.for([
  [1440, 2],
  [390, 1],
] as const)('at %i pixels the sill opens a calendar of %i months', async ([width, months], { visit }) => {
  const page = await visit('/', { width })
  const search = await searchOf(page)
  await search.getByRole('button', { name: /^Check-in/ }).click()
  const dialog = search.getByRole('dialog', { name: 'Check-in and check-out' })
  await dialog.waitFor()
  await expect.poll(() => dialog.locator('.calendar-grid:visible').count()).toBe(months)
  const box = await dialog.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
})

test('a press elsewhere closes the calendar, and the guests’ counts take its place at one press', async ({ visit }) => {
  const page = await visit('/')
  const search = await searchOf(page)
  const dates = search.getByRole('dialog', { name: 'Check-in and check-out' })
  await search.getByRole('button', { name: /^Check-in/ }).click()
  await dates.waitFor()
  await search.getByRole('button', { name: /^Guests/ }).click()
  await search.getByRole('dialog', { name: 'Guests' }).waitFor()
  await expect.poll(() => dates.count()).toBe(0)
  await search.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => search.getByRole('dialog').count()).toBe(0)
  await search.getByRole('button', { name: /^Check-out/ }).click()
  await dates.waitFor()
  await page.locator('h1').click()
  await expect.poll(() => dates.count()).toBe(0)
})

test('from the field of the check-out that alone is chosen anew, and leaving it keeps what was there', async ({
  visit,
}) => {
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

test('while homes are looked up their rows stand unlit, and what fails can be tried again', async ({ visit }) => {
  const first = await freeStay('lake-keowee')
  const next = await freeStay('lake-keowee', 4, { after: first.checkOut })
  const page = await visit(`/search?${stayToQuery(first)}`, {
    expected: [/api\/availability/, /console: Failed to load resource/],
  })
  const results = await searchOf(page, 'stay-results')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/availability?*', async (route) => {
    await held
    await route.abort()
  })
  await results.getByRole('button', { name: /^Check-in/ }).click()
  await pickStay(results, next)
  await results.getByRole('button', { name: 'Update' }).click()
  await results.locator('.stay-unlit').waitFor()
  expect(await results.getByRole('status').first().textContent()).toBe('Looking for free homes')
  letGo()
  await results.getByText('We could not look up the homes. Your dates are kept: please try again.').waitFor()
  await page.unroute('**/api/availability?*')
  await results.getByRole('button', { name: 'Try again' }).click()
  await results.getByRole('link', { name: 'See this home' }).first().waitFor()
})

test('dates in the wrong order are answered and kept, with JavaScript off too', async ({ visit }) => {
  const { checkIn, checkOut } = await freeStay('lake-keowee')
  const query = `checkin=${checkOut}&checkout=${checkIn}&adults=3`
  const page = await visit(`/search?${query}`, { javaScript: false })
  expect(await page.locator('.stay-note').textContent()).toBe('Check-out comes after check-in. Choose a later date.')
  expect(await page.getByLabel('Check-in').inputValue()).toBe(checkOut)
  expect(await page.getByLabel('Check-out').inputValue()).toBe(checkIn)
  expect(await page.getByLabel('Adults').inputValue()).toBe('3')
})

test('before dates are chosen every home is there, and where none is free two ways on', async ({ visit }) => {
  const page = await visit('/search')
  await searchOf(page, 'stay-results')
  expect(await page.getByRole('link', { name: 'See its free nights' }).count()).toBe(4)
  const stay = { ...(await freeStay('lake-keowee')), adults: 60 }
  const none = await visit(`/search?${stayToQuery(stay)}`)
  await searchOf(none, 'stay-results')
  const write = none.getByRole('link', { name: 'Write to us about these dates' })
  expect(await write.getAttribute('href')).toBe(`/contact?checkin=${stay.checkIn}&checkout=${stay.checkOut}`)
  expect(await none.getByRole('link', { name: 'See each home’s free nights' }).getAttribute('href')).toBe(
    '/#properties',
  )
})
