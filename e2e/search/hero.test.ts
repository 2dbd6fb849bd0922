import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { heroImageAt } from '#app/features/site/site.ts'
import { content } from '#content/site.ts'
import { searchOf, untilHydrated } from '../booking-frame.ts'
import { dress, measureTextContrast } from '../contrast.ts'
import { expect, test } from '../page.ts'
import { layoutShift } from '../painting.ts'
import { demoDataDir, startSite } from '../site.ts'
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

const HEIGHTS: Record<number, number> = { 320: 844, 390: 844, 820: 1180 }
const CUTS = {
  320: 'phone',
  390: 'phone',
  820: 'tablet',
  1024: 'path',
  1440: 'path',
  2560: 'path',
} as const

/** One for each crop. The others are for `npm test -- --all`. */
const EACH_RUN = new Set([390, 820, 1440])

test('at each width the whole house is visible below the text, in an image cropped for this shape', async ({
  visit,
}) => {
  const images = heroImageAt(content.home.hero, new Date())
  for (const [device, widths] of [
    [390, [320, 390]],
    [1440, [820, 1024, 1440, 2560]],
  ] as const) {
    const page = await visit('/robots.txt', { width: device })
    for (const width of widths.filter((one) => process.env.TEST_ALL || EACH_RUN.has(one)))
      await test.step(`${width}`, async () => {
        await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 })
        await page.goto(siteUrl())
        const image = page.locator('.hero img')
        const chosen = () => image.evaluate((image: HTMLImageElement) => image.currentSrc)
        await expect.poll(chosen, { timeout: 20_000 }).toContain(`${images?.[CUTS[width]]}?`)
        expect(await room(page)).toBeGreaterThan(0)
        // The house is also visible with text at twice the size.
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
        expect(await room(page)).toBeGreaterThan(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      })
  }
})

test('in summer the hero shows summer, in each of its crops, with text that can be read', {
  tag: '@slow',
}, async ({ visit }) => {
  test.setTimeout(180_000)
  const clock = resolve(import.meta.dirname, '../set-clock.ts')
  const dataDir = await demoDataDir()
  const site = await startSite({
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=${clock}`,
    CLOCK_FROM: '2027-07-01T18:00:00Z',
  })
  try {
    for (const [width, height, cut] of [
      [390, 844, 'summer-phone.jpg'],
      [820, 1180, 'summer-tablet.jpg'],
      [1440, 900, 'summer.jpg'],
    ] as const) {
      const page = await visit(site.url, { width })
      await page.setViewportSize({ width, height })
      const chosen = () => page.locator('.hero img').evaluate((image: HTMLImageElement) => image.currentSrc)
      await expect.poll(chosen, { timeout: 20_000 }).toContain(`hero-mountain-${cut}`)
      expect(await room(page)).toBeGreaterThan(0)
      await untilHydrated(page)
      await searchOf(page)
      await dress(page, '* { transition: none !important }')
      expect((await measureTextContrast(page)).filter(({ contrast }) => contrast < 4.5)).toEqual([])
    }
  } finally {
    await site.stop()
    await rm(dataDir, { recursive: true })
  }
})

test('the hero image is requested once, before all others, and causes no layout shift', async ({ visit }) => {
  for (const width of process.env.TEST_ALL ? [390, 1440] : [390]) {
    // A font that arrives after the first paint moves text a little, and this is about the image.
    const page = await visit('/contact', { width, isNew: true, expected: [/\.woff2/] })
    await page.route('**/*.woff2', (route) => route.abort())
    await page.goto(siteUrl())
    await page.waitForLoadState('networkidle')
    const cuts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.startsWith('/objects/brand/hero')),
    )
    expect(cuts).toHaveLength(1)
    await expect(page.locator('.hero img')).toHaveAttribute('fetchpriority', 'high')
    expect(await layoutShift(page)).toBe(0)
  }
})
