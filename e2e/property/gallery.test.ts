import type { Locator, Page } from '@playwright/test'
import { untilHydrated } from '../booking-frame.ts'
import { holdRequests } from '../hold-requests.ts'
import { closeLightbox, counterOf, galleryImages, lightboxImage, lightboxOf, openGroup } from '../lightbox.ts'
import { expect, test } from '../page.ts'
import { elementOf, elementsOf, readHtml, tagsOf, textOf } from '../served-html.ts'

const LARGE = '/property/large-luxury'
const CABIN = '/property/lake-keowee'
const EXTERIOR = /^Dark timber lodge/
const HOT_TUB = /^Steaming wood-clad hot tub/

const openGroups = (page: Page) => page.locator('#gallery details[open] h3').allTextContents()
const button = (page: Page, name: string) => lightboxOf(page).getByRole('button', { name })

async function openLightbox(page: Page, at = 0) {
  await untilHydrated(page)
  await galleryImages(page).nth(at).click()
  await lightboxOf(page).waitFor()
}

test('a gallery shows one group at a time, and fetches the images of both units again on each visit; if that fails, the served ones stay', async ({
  visit,
}) => {
  const page = await visit('/contact', { expected: [/^500 GET .*\/images$/] })
  const requests: string[] = []
  page.on('request', (request) => request.url().endsWith('/images') && requests.push(request.url()))
  await page.goto(new URL(LARGE, page.url()).href)
  expect(await openGroups(page)).toEqual(['Amenities'])
  await openGroup(page, 'Kitchen')
  expect(await openGroups(page)).toEqual(['Kitchen'])
  await expect(galleryImages(page)).toHaveCount(2)
  await openGroup(page, 'Kitchen')
  expect(await openGroups(page)).toEqual([])

  await expect.poll(() => requests.length, { timeout: 10_000 }).toBe(2)
  await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).first().click()
  await page.getByRole('heading', { name: 'Get in Touch' }).waitFor()
  await page.goBack()
  await expect.poll(() => requests.length, { timeout: 10_000 }).toBe(4)
  expect(new Set(requests).size).toBe(2)

  await page.route('**/api/units/*/images', (route) => route.fulfill({ status: 500, body: 'no' }))
  const answers = Promise.all([1, 2].map(() => page.waitForResponse('**/api/units/*/images')))
  await page.reload()
  await answers
  await openLightbox(page)
  await expect.poll(() => counterOf(page)).toBe('1 / 14')
  await closeLightbox(page)
  await expect(galleryImages(page)).toHaveCount(6)
  await expect(page.locator('#gallery')).not.toContainText('Loading')
})

test('the gallery of the cabin begins closed, and without JavaScript an image is a link to its large version', async () => {
  const cabin = elementOf(await readHtml(CABIN), 'section', 'id="gallery"')
  expect(tagsOf(cabin, 'details').filter((group) => 'open' in group)).toEqual([])
  expect(elementsOf(cabin, 'h3').map(textOf)).toEqual(['Recreation', 'Bedrooms', 'Kitchen', 'Living Room'])
  const large = elementOf(await readHtml(LARGE), 'section', 'id="gallery"')
  expect(tagsOf(large, 'a')[0]?.href).toBe('/objects/homes/large-luxury-exterior.jpg?w=2000')
})

/** The small file first, then the large one. Then its neighbors are preloaded. */
async function expectAtOnce(page: Page) {
  const thumbnail = galleryImages(page).nth(1).getByRole('img')
  await thumbnail.scrollIntoViewIfNeeded()
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
  const small = await thumbnail.evaluate((image: HTMLImageElement) => image.currentSrc)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const release = await holdRequests(page, '**/*hot-tub*?w=1280')
  await openLightbox(page, 1)
  const large = lightboxOf(page).getByRole('img')
  expect(await large.evaluate((image: HTMLImageElement) => image.complete)).toBe(false)
  expect(await large.evaluate((image) => image.style.backgroundImage)).toContain(new URL(small).pathname)
  const box = await large.boundingBox()
  const neighbors = () => requests.filter((url) => /(?:hot-tub-summer|large-luxury-exterior)\.jpg\?w=1280$/.test(url))
  expect(neighbors()).toEqual([])
  release()
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
  expect(await large.boundingBox()).toEqual(box)
  await expect.poll(() => neighbors().length).toBe(2)
  await closeLightbox(page)
  await lightboxOf(page).waitFor({ state: 'detached' })
}

test('an image shows at once; a pointer and a keyboard go through all images of the large property, across groups, and wrap at both ends; the page behind stays', async ({
  visit,
}) => {
  const page = await visit(LARGE)
  await untilHydrated(page)
  await expectAtOnce(page)
  await openLightbox(page)
  await expect.poll(() => counterOf(page)).toBe('1 / 14')
  await expect.poll(() => lightboxImage(page)).toMatch(EXTERIOR)
  await button(page, 'Previous photo').click()
  expect([await counterOf(page), await lightboxImage(page)]).toEqual(['14 / 14', expect.stringMatching(/^Bunk room/)])
  await button(page, 'Next photo').click()
  await button(page, 'Next photo').click()
  expect([await counterOf(page), await lightboxImage(page)]).toEqual(['2 / 14', expect.stringMatching(HOT_TUB)])
  await expect(lightboxOf(page).getByRole('status')).toContainText('Photo 2 of 14, Amenities: Steaming')
  await expect(lightboxOf(page).getByRole('heading', { name: 'Amenities' })).toBeVisible()
  await expect(lightboxOf(page).locator('figcaption p')).toHaveText('Hot tub on the deck')
  await closeLightbox(page)
  await lightboxOf(page).waitFor({ state: 'detached' })

  const opener = galleryImages(page).nth(1)
  await opener.focus()
  await page.keyboard.press('Enter')
  await lightboxOf(page).waitFor()
  const counters: string[] = []
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End', 'Home', 'Alt+x']) {
    await page.keyboard.press(key)
    counters.push(await counterOf(page))
  }
  expect(counters).toEqual(['1 / 14', '14 / 14', '1 / 14', '14 / 14', '1 / 14', '1 / 14'])

  const focused: (string | null)[] = []
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    focused.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null))
  }
  expect(focused).toEqual(['Previous photo', 'Next photo', 'Close', 'Previous photo', 'Close'])
  await page.keyboard.press('Escape')
  await lightboxOf(page).waitFor({ state: 'detached' })
  await expect(opener).toBeFocused()

  await openLightbox(page)
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(0)
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, 600)

  await lightboxOf(page).getByRole('img').click()
  await expect(lightboxOf(page)).toBeVisible()
  await page.mouse.click(30, 760)
  await lightboxOf(page).waitFor({ state: 'detached' })
  await expect(galleryImages(page).first()).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before + 600)
})

test('at the cabin three large images stand between the sections and load when they come near; a single image of its gallery opens with its caption, and closes by its button, Escape or a press outside', {
  tag: '@slow',
}, async ({ visit }) => {
  const page = await visit(CABIN, { width: 390, isNew: true })
  await untilHydrated(page)
  await expectLoadedWhenNear(page)
  await expectSectionImages(page, 390)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectSectionImages(page, 1440)

  await openGroup(page, 'Recreation')
  const closings = [() => closeLightbox(page), () => page.keyboard.press('Escape'), () => page.mouse.click(30, 760)]
  for (const closes of closings) {
    await openLightbox(page, 1)
    await expect(lightboxOf(page).locator('figcaption')).toHaveText('The dock, kayaks, and water trampoline')
    await expect(lightboxOf(page).getByRole('button')).toHaveCount(1)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => lightboxImage(page)).toMatch(/^Wooden dock/)
    await closes()
    await lightboxOf(page).waitFor({ state: 'detached' })
    await expect(galleryImages(page).nth(1)).toBeFocused()
  }
})

const sectionImages = (page: Page) => page.locator('.section-image')
const stateOf = (image: Locator) =>
  image.evaluate((image: HTMLImageElement) => ({ loaded: image.currentSrc !== '', height: image.clientHeight }))

async function expectLoadedWhenNear(page: Page) {
  await expect(sectionImages(page)).toHaveCount(3)
  const last = sectionImages(page).last().getByRole('img')
  const before = await stateOf(last)
  expect(before.loaded).toBe(false)
  expect(before.height).toBeGreaterThan(200)
  await last.scrollIntoViewIfNeeded()
  await expect.poll(() => stateOf(last)).toEqual({ loaded: true, height: before.height })
}

/** They are in the layout of this width, and open like the images of a gallery. */
async function expectSectionImages(page: Page, width: number) {
  const last = sectionImages(page).last()
  expect((await stateOf(last.getByRole('img'))).height).toBeGreaterThan(200)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  const alt = (await last.getByRole('img').getAttribute('alt')) ?? ''
  await last.getByRole('link').click()
  await expect.poll(() => lightboxImage(page)).toBe(alt)
  expect(await counterOf(page)).toBe('4 / 11')
  await page.keyboard.press('Escape')
  await lightboxOf(page).waitFor({ state: 'detached' })
  await expect(last.getByRole('link')).toBeFocused()
}

test('the images at the top of any home open a lightbox of all its photos, which Back closes', async ({ visit }) => {
  // The gallery of this home opens single images.
  const page = await visit('/property/luxury-amenities')
  await untilHydrated(page)
  const second = page.locator('.property-mosaic').getByRole('link').nth(1)
  const alt = (await second.getByRole('img').getAttribute('alt')) ?? ''
  await second.click()
  await expect.poll(() => lightboxImage(page)).toBe(alt)
  expect(await counterOf(page)).toBe('7 / 10')
  await expect(lightboxOf(page).getByRole('heading')).toHaveText('Living Area')
  await page.keyboard.press('ArrowRight')
  await expect(lightboxOf(page).getByRole('heading')).toHaveText('Bedrooms')
  await page.goBack()
  await lightboxOf(page).waitFor({ state: 'detached' })
  await expect(second).toBeFocused()

  const all = page.getByRole('link', { name: 'See all 10 photos' })
  await all.click()
  await expect.poll(() => counterOf(page)).toBe('1 / 10')
  await page.keyboard.press('Escape')
  await lightboxOf(page).waitFor({ state: 'detached' })
  await expect(all).toBeFocused()
  expect(new URL(page.url()).hash).toBe('')
  expect(await page.evaluate(() => history.state?.lightbox)).toBeUndefined()
})
