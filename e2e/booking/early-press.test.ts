import type { Page } from '@playwright/test'
import { bookingFrame } from '../booking-frame.ts'
import { holdRequests } from '../hold-requests.ts'
import { counterOf, lightboxOf } from '../lightbox.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'

const PROPERTY = '/property/large-luxury'
const SCRIPTS = '**/assets/*.js'

/** Opens the page with its scripts held back until `release`. */
async function openBeforeScript(page: Page) {
  const release = await holdRequests(page, SCRIPTS)
  await page.goto(`${siteUrl()}${PROPERTY}`, { waitUntil: 'commit' })
  return release
}

test('a press before the script is there is done once it is', async ({ visit }) => {
  const page = await visit('/robots.txt')
  const image = page.locator('.property-mosaic .image-link').first()
  for (const width of process.env.TEST_ALL ? [390, 1440] : [390])
    await test.step(`at ${width} px the first photo opens, and the page stays`, async () => {
      await page.setViewportSize({ width, height: 900 })
      const release = await openBeforeScript(page)
      await image.click({ noWaitAfter: true })
      // A second one, because nothing happened.
      await image.click({ noWaitAfter: true })
      await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
      release()
      await expect(lightboxOf(page)).toBeVisible()
      expect(await counterOf(page)).toBe('1 / 14')
      await expect(image).toBeInViewport()
      expect(new URL(page.url()).hash).toBe('')
      await page.keyboard.press('Escape')
      await expect(image).toBeFocused()
    })

  await test.step('Check availability in the booking frame opens the calendar', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const release = await openBeforeScript(page)
    const button = page.frameLocator('#book iframe').getByRole('button', { name: 'Check availability' })
    await button.click({ noWaitAfter: true })
    release()
    const frame = await bookingFrame(page)
    await expect(frame.locator('[data-date]').first()).toBeVisible()
  })
})

test('without its script a photo that was pressed leads where its link leads', async ({ visit }) => {
  const page = await visit('/robots.txt', { expected: [/assets\/.*\.js/, /^uncaught: /] })
  const release = await holdRequests(page, SCRIPTS, { finish: (route) => route.abort() })
  await page.goto(`${siteUrl()}${PROPERTY}`, { waitUntil: 'commit' })
  await page.locator('.property-mosaic .image-link').first().click({ noWaitAfter: true })
  release()
  await expect(page).toHaveURL(/#gallery$/)
})
