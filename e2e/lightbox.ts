import type { Page } from '@playwright/test'

export const lightboxOf = (page: Page) => page.getByRole('dialog', { name: /^Photos?$/ })
const closeButton = (page: Page) => lightboxOf(page).getByRole('button', { name: 'Close' })

/** Closes it, and waits until the browser has gone back to the page below. No other page may be asked for before. */
export async function closeLightbox(page: Page) {
  await closeButton(page).click()
  await page.waitForFunction(() => !window.history.state?.lightbox)
}

/** The visible images of the gallery: those of the open group. */
export const galleryImages = (page: Page) => page.locator('#gallery').getByRole('link').filter({ visible: true })

export async function openGroup(page: Page, name: string) {
  await page.locator('#gallery summary').filter({ hasText: name }).click()
}

/** The caption of the image in the lightbox. */
export async function lightboxImage(page: Page): Promise<string> {
  return (await lightboxOf(page).getByRole('img').getAttribute('alt')) ?? ''
}

export const counterOf = async (page: Page) =>
  (await lightboxOf(page).getByRole('status').locator('[aria-hidden]').textContent()) ?? ''

type Point = { x: number; y: number }

/** Touches through the browser's own input: each list has the positions at one moment. Fingers are lifted at the last. */
export async function touch(page: Page, moments: Point[][]) {
  const session = await page.context().newCDPSession(page)
  for (const [index, touchPoints] of moments.entries()) {
    await session.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

/** Swipes with one finger from the middle of the image, in steps. */
export async function swipe(page: Page, by: Point) {
  const box = await lightboxOf(page).getByRole('img').boundingBox()
  if (!box) throw new Error('There is no image.')
  const from = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  const steps = [0, 0.25, 0.5, 0.75, 1]
  await touch(
    page,
    steps.map((part) => [{ x: from.x + by.x * part, y: from.y + by.y * part }]),
  )
}
