import type { Page } from '@playwright/test'
import { comparisonPath } from '#app/features/search/comparison/comparison.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { BOTH_WIDTHS, expectAccessible } from '../axe.ts'
import { bookingFrame, searchOf, untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { bookByCall, freeStay, pathOf, propertyOf, quoteOf, SLUGS } from '../stays.ts'
import { smallTargets } from './small-targets.ts'

/** A page, the state in which it is checked, and what is different about it. */
type Checked = {
  path: string
  status?: number
  prepare?: (page: Page) => Promise<unknown>
  /** Its layout on a desktop is checked on every day. */
  both?: true
  /** Another page with the same parts: it is checked with `npm test -- --all`. */
  alike?: true
}

const results = (page: Page) => searchOf(page, 'stay-results')
const hydrated = (page: Page) => untilHydrated(page)

async function showFilters(page: Page) {
  await results(page)
  await page.locator('.stay-filters > summary').click()
}

async function stayPage(): Promise<string> {
  const booked = await bookByCall('luxury-amenities', await freeStay('luxury-amenities'))
  return ((await booked.json()) as { stayUrl: string }).stayUrl
}

/** Every page that guests see, each once in the states that have a layout of their own. */
const GROUPS: Record<string, () => Promise<Checked[]>> = {
  'to find a home': async () => {
    const stay = await freeStay('large-luxury')
    const properties = ['luxury-amenities', 'spacious-condo', 'large-luxury']
    return [
      { path: '/', prepare: searchOf, both: true },
      { path: '/search', prepare: results, alike: true },
      { path: `/search?${stayToQuery(stay)}`, prepare: showFilters },
      { path: `/search?${stayToQuery({ ...stay, children: 60 })}`, prepare: results, alike: true },
      { path: '/compare', alike: true },
      { path: comparisonPath(SLUGS, stay), prepare: (page) => page.getByText('Change homes or dates').click() },
      { path: pathOf('large-luxury', stay), prepare: bookingFrame, both: true },
      { path: '/property/lake-keowee', prepare: bookingFrame },
      ...properties.map((slug) => ({ path: `/property/${slug}`, prepare: bookingFrame, alike: true as const })),
    ]
  },
  'to book': async () => {
    const stay = await freeStay('large-luxury')
    const frame = `/embed/book/${propertyOf('large-luxury').id}`
    return [
      { path: frame, prepare: hydrated },
      { path: `${frame}?${stayToQuery(stay)}`, prepare: hydrated },
      { path: `${frame}?checkin=2020-01-10&checkout=2020-01-14&adults=2`, prepare: hydrated, alike: true },
      { path: '/embed/book/nothing', status: 404, alike: true },
      { path: await quoteOf('large-luxury', stay), prepare: hydrated },
      { path: await stayPage(), prepare: hydrated },
    ]
  },
  'with a form': async () => [
    { path: '/contact?property=lake-keowee&checkin=2027-07-01&checkout=2027-07-05', prepare: hydrated },
    { path: '/contact?sent', alike: true },
    { path: '/host-with-us', prepare: hydrated },
    { path: '/staycation', prepare: hydrated },
    { path: '/newsletter' },
    { path: '/newsletter?sent' },
    { path: '/newsletter?confirmed', alike: true },
    { path: '/newsletter?unsubscribed', alike: true },
    { path: `/newsletter/confirm/${'x'.repeat(43)}`, status: 410 },
    { path: '/sign-in', prepare: hydrated },
    { path: '/test', prepare: hydrated },
  ],
  'to read': async () => [
    { path: '/privacy' },
    { path: '/terms', alike: true },
    { path: '/accessibility', alike: true },
    { path: '/staycation/rules' },
    { path: '/journal' },
    { path: '/journal/a-day-on-the-dock' },
    { path: '/nowhere', status: 404 },
    { path: '/property/nothing', status: 404, alike: true },
  ],
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
const setTextSize = (page: Page, size: string) =>
  page.evaluate((one) => {
    document.documentElement.style.fontSize = one
  }, size)

/** At other widths the images stay: the site would convert each to more sizes, which takes longer than all else. */
const keepImages = (page: Page) =>
  page.evaluate(() => {
    for (const image of document.images) {
      if (image.currentSrc) image.src = image.currentSrc
      image.removeAttribute('srcset')
    }
    for (const source of document.querySelectorAll('picture > source')) source.remove()
  })

/** At 390 pixels, and on a desktop if its layout there is another, or with `npm test -- --all`. */
async function expectPage(page: Page, { path, prepare, both, status = 200 }: Checked) {
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await page.goto(new URL(path, siteUrl()).href))?.status(), path).toBe(status)
  await prepare?.(page)
  await expectAccessible(page)
  expect([path, ...(await smallTargets(page))]).toEqual([path])
  expect(await widthOf(page), path).toBe(390)
  await keepImages(page)
  await setTextSize(page, '200%')
  expect(await widthOf(page), `${path} with large text`).toBe(390)
  await page.setViewportSize({ width: 640, height: 900 })
  expect(await widthOf(page), `${path} with large text`).toBe(640)
  await setTextSize(page, '')
  await page.setViewportSize({ width: 320, height: 844 })
  expect(await widthOf(page), path).toBe(320)
  if (!both && !process.env.TEST_ALL) return
  await page.setViewportSize({ width: BOTH_WIDTHS[1] ?? 0, height: 900 })
  await expectAccessible(page)
}

for (const [group, pages] of Object.entries(GROUPS))
  test(`every page ${group} is accessible, its targets are at least 44 pixels on a phone, and nothing is wider than the screen`, async ({
    visit,
  }) => {
    test.setTimeout(240_000)
    const page = await visit('/robots.txt', { width: 390, expected: [/^4(?:04|10) GET /] })
    const checked = (await pages()).filter(({ alike }) => process.env.TEST_ALL || !alike)
    for (const one of checked) await expectPage(page, one)
  })
