import type { Page } from '@playwright/test'
import { addDays, formatDate } from '#app/shared/dates.ts'
import { bookingFrame, pickStay, searchOf } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { holdRequests } from '../hold-requests.ts'
import { expect, test } from '../page.ts'
import { frameSource } from '../served-addresses.ts'
import { freeStay, pathOf, propertyOf, todayOf, totalsOf } from '../stays.ts'

const scripts = (page: Page) => page.locator('script[src$="/embed/stay.js"]').count()

test('the embed script loads with a page of the search, is removed with it, works on return, and Back returns to the previous search', async ({
  visit,
}) => {
  const first = await freeStay('large-luxury')
  const second = await freeStay('large-luxury', 4, { after: first.checkOut })
  const found = Object.keys(await totalsOf(first)).length
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
  await pickStay(results, first)
  await results.getByRole('button', { name: 'Search' }).click()
  const links = results.getByRole('link', { name: 'View this home' })
  await expect(links).toHaveCount(found)

  const shows = async ({ checkIn }: typeof first) => {
    await expect.poll(() => links.last().getAttribute('href')).toContain(`checkin=${checkIn}`)
    expect(new URL(page.url()).searchParams.get('checkin')).toBe(checkIn)
  }
  await results.getByRole('button', { name: /^Check-in/ }).click()
  await pickStay(results, second)
  await results.getByRole('button', { name: 'Update' }).click()
  await shows(second)
  await page.goBack()
  await shows(first)

  await page.getByRole('banner').getByRole('link', { name: 'Powder & Cove' }).click()
  const search = await searchOf(page)
  expect(await scripts(page)).toBe(1)
  await expect(page.locator('stay-results')).toHaveCount(0)

  // Typed into the form that the script replaces.
  const load = await holdRequests(page, '**/embed/stay.js')
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.getByLabel('Check-in').fill(first.checkIn)
  await page.getByLabel('Children').fill('3')
  load()
  await expect(search.getByRole('button', { name: /^Check-in/ })).toContainText(formatDate(first.checkIn))
  await expect(search.getByRole('button', { name: /^Guests/ })).toContainText('2 adults, 3 children')
})

test('the frame’s address in the served page has the stay of the page if that is whole, and nothing else of it', async () => {
  const { path, id } = propertyOf('lake-keowee')
  const plain = `/embed/book/${id}?place=lake`
  const [checkIn, checkOut] = [30, 34].map((days) => addDays(todayOf('lake-keowee'), days))
  const dates = `checkin=${checkIn}&checkout=${checkOut}`
  const addresses: [why: string, query: string, source: string][] = [
    ['is plain without a stay', '', plain],
    ['is plain with one date', `checkin=${checkIn}`, plain],
    ['is plain with the other date', `checkout=${checkOut}`, plain],
    ['is plain with a party alone', 'adults=2&children=2', plain],
    ['is plain with reversed dates', `checkin=${checkOut}&checkout=${checkIn}`, plain],
    ['is plain with a date that is no date', `checkin=null&checkout=${checkOut}`, plain],
    ['is plain with a day that no month has', 'checkin=2027-02-30&checkout=2027-03-04', plain],
    ['has missing counts as 0', dates, `${plain}&${dates}&adults=0&children=0&pets=0&infants=0`],
    [
      'has the counts of the page',
      `${dates}&adults=2&pets=1`,
      `${plain}&${dates}&adults=2&children=0&pets=1&infants=0`,
    ],
    [
      'has invalid counts as 0',
      `${dates}&adults=two&children=-1&infants=999`,
      `${plain}&${dates}&adults=0&children=0&pets=0&infants=0`,
    ],
    [
      'keeps its own place and origin',
      `${dates}&adults=4&place=mountain&origin=https://evil.example`,
      `${plain}&${dates}&adults=4&children=0&pets=0&infants=0`,
    ],
  ]
  for (const [why, query, source] of addresses)
    expect(frameSource(await visitByRequests().open(`${path}?${query}`)), why).toBe(source)
})

test('the page accepts messages from its own frame only, and clamps the height', async ({ visit }) => {
  const stay = await freeStay('lake-keowee')
  const page = await visit(pathOf('lake-keowee', stay))
  const frame = await bookingFrame(page)
  // Also once the page's script has drawn it again.
  const served = frameSource(await visitByRequests().open(pathOf('lake-keowee', stay)))
  await expect(page.locator('#book iframe')).toHaveAttribute('src', served)
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
