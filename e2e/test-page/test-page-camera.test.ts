import { chromium } from '@playwright/test'
import { findBrowser } from '../browser.ts'
import { expect, test } from '../page.ts'
import { watchErrors } from '../page-errors.ts'
import { siteUrl } from '../site-url.ts'
import { createProperty, imagesOf, openWindow } from '../upload-dialog.ts'

test('a photo is taken with the camera and uploaded; nothing is offered for recording', {
  tag: '@slow',
}, async () => {
  const id = await createProperty('Camera')
  const options = await findBrowser()
  const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), ...fake] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    const errors = watchErrors(page)
    await page.goto(`${siteUrl()}/test`)
    const dialog = await openWindow(page, 'Camera')
    await dialog.getByRole('tab', { name: 'Camera' }).click()
    const take = dialog.getByRole('button', { name: 'Take a picture' })
    await take.waitFor()
    await expect
      .poll(() => dialog.locator('video').evaluate((video) => (video as HTMLVideoElement).videoWidth), {
        timeout: 10_000,
      })
      .toBeGreaterThan(0)
    await expect(dialog.getByRole('button', { name: /record/i })).toHaveCount(0)
    await take.click()
    await dialog.getByRole('button', { name: 'Submit recorded file' }).click()
    await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Delete image 1 of Camera' }).waitFor()
    expect(await imagesOf(id)).toHaveLength(1)
    expect(errors()).toEqual([])
  } finally {
    await browser.close()
  }
})
