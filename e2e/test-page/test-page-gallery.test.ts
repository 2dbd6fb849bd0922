import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { visitByRequests } from '../form-requests.ts'
import { openGroup } from '../lightbox.ts'
import { saveScreenshot } from '../look.ts'
import { expect, test } from '../page.ts'
import { type Site, startSite } from '../site.ts'
import { choose, imageFile, messages, openWindow } from '../upload-dialog.ts'

/** Allows for a busy machine with two cores. */
const SOON = { timeout: 10_000 }
const PROPERTY = 'Large Luxury'

test.describe('an image that the operator adds to a property', () => {
  let site: Site
  test.beforeAll(async () => {
    site = await startSite()
  })
  test.afterAll(() => site.stop())

  const countOn = async (page: Page) =>
    Number(
      /See all (\d+) photos/.exec(
        (await page.getByRole('link', { name: /^See all \d+ photos$/ }).textContent()) ?? '',
      )?.[1],
    )

  for (const width of [390, 1440])
    test(`needs a unit and a group, and guests see it with its description, at ${width}`, { tag: '@slow' }, async ({
      visit,
    }) => {
      const guest = await visit(`${site.url}/property/large-luxury`, { width })
      const before = await countOn(guest)

      const page = await visit(`${site.url}/test`, { width })
      const dialog = await openWindow(page, PROPERTY)
      await choose(page, dialog, [
        await imageFile(`deck-${width}.jpg`, width),
        await imageFile(`stairs-${width}.jpg`, width + 1),
      ])
      // The panel opens automatically and cannot be disabled.
      await dialog.getByLabel('Gallery group').waitFor()
      await expectAccessible(page)
      await saveScreenshot(page, `upload-panel-${width}`)
      await dialog.locator('.uppy-Dashboard-FileCard-actions').getByRole('button', { name: 'Cancel' }).click()
      await dialog.getByRole('button', { name: 'Upload 2 files' }).click()
      await expect.poll(() => messages(dialog), SOON).toContain('Missing required meta fields')

      await dialog.getByRole('button', { name: `Edit file deck-${width}.jpg` }).click()
      await dialog.getByLabel('Unit').selectOption({ index: 2 })
      await dialog.getByLabel('Gallery group').selectOption('Kitchen')
      await dialog.getByLabel('Alt text').fill(`A blue deck, ${width} wide`)
      await dialog.getByLabel('Caption').fill(`Coffee goes here, ${width}`)
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      // One choice applies to the others.
      await dialog.getByRole('button', { name: `Edit file stairs-${width}.jpg` }).click()
      await expect(dialog.getByLabel('Gallery group')).toHaveValue('kitchen')
      await dialog.getByLabel('Alt text').fill(`Oak stairs, ${width} wide`)
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      const attached = page.waitForRequest('**/api/objects/attach')
      await dialog.getByRole('button', { name: 'Upload 2 files' }).click()
      expect((await attached).postDataJSON()).toMatchObject({
        visibility: 'public',
        unitId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        category: 'kitchen',
        altText: expect.stringContaining(`${width} wide`),
      })
      await dialog.waitFor({ state: 'hidden' })

      await expect
        .poll(async () => {
          const [, count] = /See all (\d+) photos/.exec((await visitByRequests(site.url).open(guest.url())).text) ?? []
          return Number(count)
        }, SOON)
        .toBe(before + 2)
      await guest.reload()
      await openGroup(guest, 'Kitchen')
      for (const description of [`A blue deck, ${width} wide`, `Oak stairs, ${width} wide`]) {
        const image = guest.locator('#gallery').getByRole('img', { name: description })
        await image.scrollIntoViewIfNeeded()
        await expect
          .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth), SOON)
          .toBeGreaterThan(0)
      }
      await saveScreenshot(guest, `uploaded-in-gallery-${width}`)
      await guest
        .locator('#gallery')
        .getByRole('img', { name: `A blue deck, ${width} wide` })
        .click()
      await guest.getByRole('dialog').getByText(`Coffee goes here, ${width}`).waitFor()
    })
})

test('an image of a property with units needs one and a group, and can be sorted and described by keyboard', {
  tag: '@slow',
}, async ({ visit }) => {
  const page = await visit('/test')
  const dialog = await openWindow(page, PROPERTY)
  // Other tests show the gallery of this home, so nothing is added to it.
  await page.route('**/api/objects/attach', (route) => route.fulfill({ json: { objectPath: '', images: [] } }))
  await choose(page, dialog, [await imageFile('keys.jpg', 5)])
  const field = (id: string) => dialog.locator(`#uppy-Dashboard-FileCard-input-${id}`)
  await field('name').waitFor()
  await dialog.locator('.uppy-Dashboard-FileCard-actions').getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect.poll(() => messages(dialog), SOON).toContain('Missing required meta fields')

  await dialog.getByRole('button', { name: 'Edit file keys.jpg' }).click()
  const focused = () => page.evaluate(() => document.activeElement?.id)
  await expect.poll(focused, SOON).toBe('uppy-Dashboard-FileCard-input-name')
  await expectAccessible(page, '.uppy-Dashboard-FileCard')
  const keys = ['Tab', 'ArrowDown', 'Tab', 'ArrowDown', 'Tab']
  for (const key of keys) await page.keyboard.press(key)
  await expect.poll(() => focused()).toBe('uppy-Dashboard-FileCard-input-altText')
  await page.keyboard.type('Keys on a hook')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Yours')
  // Uppy stores the last letter in the next frame, which is always in time for a person.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const attached = page.waitForRequest('**/api/objects/attach')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Upload 1 file' }).waitFor()
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Upload 1 file') break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  expect((await attached).postDataJSON()).toMatchObject({
    visibility: 'public',
    unitId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    category: 'amenities',
    altText: 'Keys on a hook',
    caption: 'Yours',
  })
  await dialog.waitFor({ state: 'hidden' })
})
