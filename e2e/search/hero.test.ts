import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { heroImageAt } from '#app/features/site/site.ts'
import { content } from '#content/site.ts'
import { searchOf, untilHydrated } from '../booking-frame.ts'
import { dress, measureTextContrast } from '../contrast.ts'
import { expect, test } from '../page.ts'
import { layoutShift } from '../painting.ts'
import { elementOf, readHtml, tagsOf } from '../served-html.ts'
import { startSite } from '../site.ts'
import { siteUrl } from '../site-url.ts'

/** The top of the chimney, as a fraction of the image's height. Above it is sky. */
const SKY = 0.39

/** The distance between the text and the house below it, in pixels. */
function room(page: Page): Promise<number> {
  return page.evaluate((sky) => {
    const words = [...document.querySelectorAll('.hero-words > *')].map((word) => word.getBoundingClientRect().bottom)
    const image = document.querySelector('.hero img')?.getBoundingClientRect()
    if (!image || words.length !== 3) throw new Error('The hero has other parts.')
    return image.top + image.height * sky - Math.max(...words)
  }, SKY)
}

const CUTS = [
  [320, 568, 'phone'],
  [390, 844, 'phone'],
  [820, 1180, 'tablet'],
  [1024, 900, 'path'],
  [1440, 900, 'path'],
  [2560, 900, 'path'],
] as const

const chosenCut = (page: Page) => page.locator('.hero img').evaluate((image: HTMLImageElement) => image.currentSrc)
const setTextSize = (page: Page, size: string) =>
  page.evaluate((one) => {
    document.documentElement.style.fontSize = one
  }, size)

test('at every width the whole house is visible below the text, in an image cropped for this shape', async ({
  visit,
}) => {
  const page = await visit('/', { width: 320 })
  await searchOf(page)
  const image = heroImageAt(content.home.hero, new Date())
  for (const [width, height, cut] of CUTS) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => chosenCut(page)).toContain(`${image?.[cut]}?`)
    expect(await room(page), `${width}`).toBeGreaterThan(0)
    // The house is also visible with text at twice the size.
    await setTextSize(page, '200%')
    expect(await room(page), `${width} with large text`).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await setTextSize(page, '')
  }
})

test('the text on the hero can be read with the image of each season, on a phone', async ({ visit }) => {
  const page = await visit('/robots.txt', { width: 390 })
  for (const season of ['hero-mountain-phone.jpg', 'hero-mountain-summer-phone.jpg']) {
    await page.route('**/objects/brand/hero-*', (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/hero-[\w-]+\.jpg/, season),
      }),
    )
    await page.goto(siteUrl())
    await searchOf(page)
    expect(await room(page)).toBeGreaterThan(0)
    await dress(page, '* { transition: none !important }')
    const readings = await measureTextContrast(page)
    expect(readings.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Mountain homes/))
    expect(readings.filter(({ contrast }) => contrast < 4.5)).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('in summer the hero shows summer, in each of its crops, with text that can be read', { tag: '@slow' }, async ({
  visit,
}) => {
  test.setTimeout(180_000)
  const clock = resolve(import.meta.dirname, '../set-clock.ts')
  const site = await startSite({ NODE_OPTIONS: `--import=${clock}`, CLOCK_FROM: '2027-07-01T18:00:00Z' })
  try {
    for (const [width, height, cut] of [
      [390, 844, 'summer-phone.jpg'],
      [820, 1180, 'summer-tablet.jpg'],
      [1440, 900, 'summer.jpg'],
    ] as const) {
      const page = await visit(site.url, { width })
      await page.setViewportSize({ width, height })
      const chosen = () => page.locator('.hero img').evaluate((image: HTMLImageElement) => image.currentSrc)
      await expect.poll(chosen).toContain(`hero-mountain-${cut}`)
      expect(await room(page)).toBeGreaterThan(0)
      await untilHydrated(page)
      await searchOf(page)
      await dress(page, '* { transition: none !important }')
      expect((await measureTextContrast(page)).filter(({ contrast }) => contrast < 4.5)).toEqual([])
    }
  } finally {
    await site.stop()
  }
})

test('the hero image is requested once, is named before all others, and causes no layout shift', async ({ visit }) => {
  const served = elementOf(await readHtml('/'), 'main')
  expect(tagsOf(served, 'img')[0]).toMatchObject({ fetchpriority: 'high' })
  // A font that arrives after the first paint moves text a little, and this is about the image.
  const page = await visit('/robots.txt', { width: 390, expected: [/\.woff2/] })
  await page.route('**/*.woff2', (route) => route.abort())
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(siteUrl(), { waitUntil: 'networkidle' })
    expect(requests.splice(0).filter((path) => path.startsWith('/objects/brand/hero'))).toHaveLength(1)
    expect(await layoutShift(page)).toBe(0)
  }
})
