import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './page.ts'

/** Leaves a picture for a person to look at, which no test compares: with `npm test -- --all` only. */
export async function saveScreenshot(shown: Page | Locator, name: string) {
  if (!process.env.TEST_ALL) return
  const whole = 'goto' in shown ? { fullPage: true } : {}
  await shown.screenshot({ path: test.info().outputPath(`${name}.jpg`), ...whole })
}

/**
 * The page as it is at each width: nothing is wider than the screen, and axe finds nothing. Axe takes half a second, so
 * it is for the first width, and with `npm test -- --all` for each. The page is left at a phone's width.
 */
export async function look(page: Page, name: string, widths: number[]) {
  for (const [turn, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(0)
    if (turn > 0 && !process.env.TEST_ALL) continue
    await expectAccessible(page)
    await saveScreenshot(page, `${name}-${width}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
}
