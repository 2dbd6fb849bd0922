import type { Page } from '@playwright/test'
import { BOTH_WIDTHS, expectAccessibleInBothThemes } from '../axe.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { choiceOf, choose, createProperty, imageFiles, imagesOf, openWindow } from '../upload-dialog.ts'

/** The accessible name of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent
    return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? ''
  })
}

async function tabTo(page: Page, name: RegExp) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (name.test(await focused(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`60 tabs do not lead to ${name}, but to ${await focused(page)}.`)
}

for (const width of BOTH_WIDTHS) {
  test(`the page and each panel of the dialog are accessible at ${width} px, light and dark`, {
    tag: '@slow',
  }, async ({ visit }) => {
    const name = `Access ${width}`
    await createProperty(name)
    const page = await visit('/test', { width })
    await page.getByRole('button', { name: 'Create Property' }).click()
    await expectAccessibleInBothThemes(page)
    const dialog = await openWindow(page, name)
    await expectAccessibleInBothThemes(page)
    const shown = await dialog.boundingBox()
    expect(shown?.x).toBeGreaterThanOrEqual(0)
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(width)
    await choose(page, dialog, await imageFiles(3))
    await dialog.getByRole('button', { name: 'Upload 3 files' }).waitFor()
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'Edit file photo-1.jpg' }).click()
    await dialog.getByLabel('Alt text').waitFor()
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'Edit image' }).click()
    await dialog.getByRole('button', { name: 'Crop square' }).waitFor()
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.getByRole('button', { name: 'Upload 3 files' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: `Delete image 3 of ${name}` }).waitFor()
    await expectAccessibleInBothThemes(page)
    if (width === 390) await expectTwoColumns(page, name)
  })
}

/** Of three images, and nothing is wider than the screen. */
async function expectTwoColumns(page: Page, name: string) {
  const boxes = await Promise.all([1, 2, 3].map((n) => page.getByRole('img', { name: `${name}, ${n}` }).boundingBox()))
  const [first, second, last] = boxes
  expect(second?.y).toBe(first?.y)
  expect(last?.x).toBe(first?.x)
  expect(last?.y).toBeGreaterThan(first?.y ?? 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
}

test('by keyboard: choose a property, upload, and delete; the dialog traps the focus and restores it', {
  tag: '@slow',
}, async ({ visit }) => {
  // The test goes to the first property of this name, so a retry needs a new name.
  const name = `Keyboard ${crypto.randomUUID().slice(0, 8)}`
  const id = await createProperty(name)
  const page = await visit('/test')
  // Intercept the file chooser early: a key press does not wait for that.
  page.on('filechooser', () => {})
  await choiceOf(page, name).waitFor()
  await page.getByRole('radio').first().focus()
  for (let presses = 0; !(await focused(page)).startsWith(name); presses += 1) {
    if (presses > 60) throw new Error('the arrows do not lead to the property')
    await page.keyboard.press('ArrowDown')
  }
  await tabTo(page, /^Upload Property Images/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Upload images of ${name}` })
  await dialog.waitFor()
  await tabTo(page, /^My Device/)
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(await imageFiles(2))
  await dialog.getByRole('button', { name: 'Upload 2 files' }).waitFor()
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((window) => window.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toMatch(/^Upload Property Images/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Upload 2 files/)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: `Delete image 2 of ${name}` }).waitFor()
  await tabTo(page, /^Delete image 1 of Keyboard/)
  await page.keyboard.press('Enter')
  await expect.poll(() => imagesOf(id).then((images) => images.length), { timeout: 10_000 }).toBe(1)
  await expect.poll(() => focused(page), { timeout: 10_000 }).toMatch(/^Delete image 1 of Keyboard/)
})

test('only the test page may use the camera and what the upload dialog needs, and no other page names it', async () => {
  const [test, property] = await Promise.all(['/test', '/'].map((path) => fetch(siteUrl() + path)))
  expect(test?.headers.get('permissions-policy')).toContain('camera=(self)')
  expect(test?.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-")
  expect(test?.headers.get('content-security-policy')).toContain("style-src 'self';")
  expect(property?.headers.get('permissions-policy')).toContain('camera=()')
  expect(property?.headers.get('content-security-policy')).not.toContain('blob:')
  expect(await property?.text()).not.toMatch(/upload-window|uppy/i)
})
