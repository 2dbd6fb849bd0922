import type { Page } from '@playwright/test'
import { expect, test } from './page.ts'

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

for (const [width, cut] of [
  [320, 'hero-mountain-phone'],
  [390, 'hero-mountain-phone'],
  [820, 'hero-mountain-tablet'],
  [1024, 'hero-mountain.jpg'],
  [1440, 'hero-mountain.jpg'],
  [2560, 'hero-mountain.jpg'],
] as const)
  test(`at ${width} pixels the whole house is visible below the text, in an image cropped for this shape`, async ({
    visit,
  }) => {
    const page = await visit('/', { width })
    if (width === 820) await page.setViewportSize({ width, height: 1180 })
    const image = page.locator('.hero img')
    const chosen = () => image.evaluate((image: HTMLImageElement) => image.currentSrc)
    await expect.poll(chosen, { timeout: 20_000 }).toContain(cut)
    expect(await room(page)).toBeGreaterThan(0)
    // The house is also visible with text at twice the size.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await room(page)).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

test('the hero image is requested once, before all others, and causes no layout shift', async ({ visit }) => {
  for (const width of [390, 1440]) {
    const page = await visit('/', { width })
    await page.waitForLoadState('networkidle')
    const cuts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.startsWith('/objects/brand/hero')),
    )
    expect(cuts).toHaveLength(1)
    await expect(page.locator('.hero img')).toHaveAttribute('fetchpriority', 'high')
    expect(await moved(page)).toBe(0)
  }
})

/** The page's layout shift, as browsers measure it. */
function moved(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 200)
      }),
  )
}
