import type { Page } from '@playwright/test'
import { expectAccessible, WIDTHS } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { counterOf, galleryImages, lightboxOf, swipe, touch } from '../lightbox.ts'
import { expect, test } from '../page.ts'
import { untilPainted } from '../painting.ts'

/** A phone on its side, a low window, and a phone; with `npm test -- --all` a tablet and a desktop, too. */
const WINDOWS = [
  [844, 390],
  ...(process.env.TEST_ALL
    ? ([
        [820, 1180],
        [1440, 900],
      ] as const)
    : []),
  [1440, 500],
  [390, 844],
] as const

test('on a phone the buttons and a swipe of 50 pixels or more change the image, vertical swipes and pinches do not, and a tap outside closes it; the open lightbox is accessible', async ({
  visit,
}) => {
  const page = await visit('/property/large-luxury', { width: 390 })
  await untilHydrated(page)
  await galleryImages(page).first().tap()
  await lightboxOf(page).waitFor()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await lightboxOf(page).getByRole('button', { name: 'Next photo' }).tap()
  await expect.poll(() => counterOf(page)).toBe('2 / 14')
  await page.touchscreen.tap(195, 120)
  await lightboxOf(page).waitFor({ state: 'detached' })
  await expect(galleryImages(page).first()).toBeFocused()

  await galleryImages(page).first().tap()
  await lightboxOf(page).waitFor()
  const after = async (x: number, y = 0) => {
    await swipe(page, { x, y })
    return counterOf(page)
  }
  expect(await after(-49)).toBe('1 / 14')
  expect(await after(49)).toBe('1 / 14')
  expect(await after(-50)).toBe('2 / 14')
  expect(await after(-120, 30)).toBe('3 / 14')
  expect(await after(50)).toBe('2 / 14')
  expect(await after(120)).toBe('1 / 14')
  expect(await after(120)).toBe('14 / 14')
  expect(await after(-120)).toBe('1 / 14')
  expect(await lightboxOf(page).locator('figure').getAttribute('style')).not.toContain('translate')

  for (const window of WINDOWS) await expectWholeIn(page, window)

  const top = await page.evaluate(() => window.scrollY)
  await swipe(page, { x: -60, y: -200 })
  await swipe(page, { x: 0, y: 160 })
  await expect.poll(() => counterOf(page)).toBe('1 / 14')
  expect(await page.evaluate(() => window.scrollY)).toBe(top)

  const spread = [20, 60, 100, 140].map((half) => [
    { x: 195 - half, y: 420 },
    { x: 195 + half, y: 420 },
  ])
  await touch(page, spread)
  await expect.poll(() => counterOf(page)).toBe('1 / 14')
  await expect.poll(() => page.evaluate(() => window.visualViewport?.scale ?? 1)).toBeGreaterThan(1.5)
  await swipe(page, { x: -100, y: 0 })
  await expect.poll(() => counterOf(page)).toBe('1 / 14')
})

/** The whole image, its caption and its buttons are visible in a window of this size. */
async function expectWholeIn(page: Page, [width, height]: readonly [number, number]) {
  await page.setViewportSize({ width, height })
  await untilPainted(page)
  const parts = lightboxOf(page).locator('img, figcaption, button, [role=status]')
  await expect(parts).toHaveCount(6)
  for (const part of await parts.all()) {
    const box = await part.boundingBox()
    if (!box) throw new Error('a part is not shown')
    const where = `${width} by ${height}`
    expect(box.x, where).toBeGreaterThanOrEqual(0)
    expect(box.y, where).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width, where).toBeLessThanOrEqual(width)
    expect(box.y + box.height, where).toBeLessThanOrEqual(height + 1)
  }
}
