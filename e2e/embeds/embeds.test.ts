import type { Page } from '@playwright/test'
import { formatDate } from '#app/shared/dates.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { bookingFrame, pickStay, searchOf, untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { freeStay, pathOf, propertyOf, totalsOf } from '../stays.ts'

const scripts = (page: Page) => page.locator('script[src$="/embed/stay.js"]').count()
const frameSource = (page: Page) => page.locator('#book iframe').getAttribute('src')

test('the embed script loads with the search page, is removed with it, and works on return', async ({ visit }) => {
  const stay = await freeStay('large-luxury')
  const found = Object.keys(await totalsOf(stay)).length
  const page = await visit('/search')
  await searchOf(page, 'stay-results')
  expect(await scripts(page)).toBe(1)

  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor()
  await expect.poll(() => scripts(page)).toBe(0)
  await expect(page.locator('stay-results')).toHaveCount(0)

  await page.goBack()
  const results = await searchOf(page, 'stay-results')
  expect(await scripts(page)).toBe(1)
  await results.getByRole('button', { name: /^Check-in/ }).click()
  await pickStay(results, stay)
  await results.getByRole('button', { name: 'Search' }).click()
  await expect(results.getByRole('link', { name: 'View this home' })).toHaveCount(found)

  await page.getByRole('banner').getByRole('link', { name: 'Powder & Cove' }).click()
  await searchOf(page, 'stay-search')
  expect(await scripts(page)).toBe(1)
  await expect(page.locator('stay-results')).toHaveCount(0)
})

test('Back returns to the previous search', async ({ visit }) => {
  const first = await freeStay('spacious-condo')
  const second = await freeStay('spacious-condo', 4, { after: first.checkOut })
  const page = await visit(`/search?${stayToQuery(first)}`)
  const results = await searchOf(page, 'stay-results')
  await results.getByRole('button', { name: /^Check-in/ }).click()
  await pickStay(results, second)
  await results.getByRole('button', { name: 'Update' }).click()
  const link = results.getByRole('link', { name: 'View this home' }).last()
  await expect.poll(() => link.getAttribute('href')).toContain(`checkin=${second.checkIn}`)
  expect(new URL(page.url()).searchParams.get('checkin')).toBe(second.checkIn)
  await page.goBack()
  await expect.poll(() => link.getAttribute('href')).toContain(`checkin=${first.checkIn}`)
  expect(new URL(page.url()).searchParams.get('checkin')).toBe(first.checkIn)
})

test('the frame’s address is rebuilt only with both dates; missing counts are 0, invalid values are ignored', async ({
  visit,
}) => {
  const { checkIn, checkOut } = await freeStay('lake-keowee')
  const { path, id } = propertyOf('lake-keowee')
  const page = await visit(path)
  const plain = `/embed/book/${id}?place=lake`
  const dates = `checkin=${checkIn}&checkout=${checkOut}`
  expect(await frameSource(page)).toBe(plain)
  const addresses: [string, string][] = [
    [`checkin=${checkIn}`, plain],
    [`checkout=${checkOut}`, plain],
    ['adults=2&children=2', plain],
    [`checkin=${checkOut}&checkout=${checkIn}`, plain],
    [`checkin=null&checkout=${checkOut}`, plain],
    [`checkin=2027-02-30&checkout=2027-03-04`, plain],
    [dates, `${plain}&${dates}&adults=0&children=0&pets=0&infants=0`],
    [`${dates}&adults=2&pets=1`, `${plain}&${dates}&adults=2&children=0&pets=1&infants=0`],
    [`${dates}&adults=two&children=-1&infants=999`, `${plain}&${dates}&adults=0&children=0&pets=0&infants=0`],
    [
      `${dates}&adults=4&place=mountain&origin=https://evil.example`,
      `${plain}&${dates}&adults=4&children=0&pets=0&infants=0`,
    ],
  ]
  for (const [query, source] of addresses) {
    await page.goto(new URL(`${path}?${query}`, page.url()).href, { waitUntil: 'domcontentloaded' })
    await untilHydrated(page)
    expect(await frameSource(page), query).toBe(source)
  }
})

test('the page accepts messages from its own frame only, and clamps the height', async ({ visit }) => {
  const page = await visit(pathOf('lake-keowee', await freeStay('lake-keowee')))
  const frame = await bookingFrame(page)
  const bar = page.locator('.booking-bar strong')
  await expect(bar).toHaveText(/^\$/)
  const total = (await bar.textContent()) ?? ''

  const forged = { iframeHeight: 3333, total: '$1.00' }
  await page.evaluate(
    (address) => {
      const other = document.createElement('iframe')
      Object.assign(other, { src: address, title: 'other' })
      document.body.append(other)
    },
    `/embed/book/${propertyOf('large-luxury').id}`,
  )
  const other = await (await page.locator('iframe[title=other]').elementHandle())?.contentFrame()
  if (!other) throw new Error('There is no other frame.')
  await page.evaluate((message) => window.postMessage(message, '*'), forged)
  await other.evaluate((message) => window.parent.postMessage(message, '*'), forged)

  const height = () => page.locator('#book iframe').evaluate((element) => getComputedStyle(element).height)
  const say = (message: unknown) => frame.evaluate((said) => window.parent.postMessage(said, '*'), message)
  for (const nonsense of [null, 'height', { iframeHeight: '3333' }, { total: 7 }, { iframeHeight: Number.NaN }]) {
    await say(nonsense)
  }
  // Until a guest acts, the card is as high as its frame.
  await frame.evaluate(() => window.dispatchEvent(new Event('pointerdown')))
  // Messages arrive in order: the forged ones have arrived by then. The frame may still send its own height in between.
  for (const [iframeHeight, clamped] of [
    [99_999, '4000px'],
    [1, '120px'],
  ] as const)
    await expect(async () => {
      await say({ iframeHeight })
      expect(await height()).toBe(clamped)
    }).toPass({ timeout: 10_000 })
  await expect(bar).toHaveText(total)
})

test('without JavaScript the card reserves 900 pixels, and its frame scrolls', async ({ visit }) => {
  const page = await visit(propertyOf('large-luxury').path, { javaScript: false })
  expect((await page.locator('#book iframe').boundingBox())?.height).toBe(900)
})

test('input typed before the search script loads is kept', async ({ visit }) => {
  const page = await visit('/contact')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/embed/stay.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(new URL('/', page.url()).href, { waitUntil: 'domcontentloaded' })
  const { checkIn } = await freeStay('lake-keowee')
  await page.getByLabel('Check-in').fill(checkIn)
  await page.getByLabel('Children').fill('3')
  letGo()
  const search = await searchOf(page)
  await expect(search.getByRole('button', { name: /^Check-in/ })).toContainText(formatDate(checkIn))
  await expect(search.getByRole('button', { name: /^Guests/ })).toContainText('2 adults, 3 children')
})
