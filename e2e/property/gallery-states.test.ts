import type { Page } from '@playwright/test'
import { ask } from '../ask.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { holdRequests } from '../hold-requests.ts'
import { counterOf, galleryImages, lightboxImage, openGroup } from '../lightbox.ts'
import { type NewDatabase, newDatabase } from '../new-database.ts'
import { expect, test } from '../page.ts'
import { elementOf, elementsOf, tagsOf, textOf } from '../served-html.ts'
import { type Site, startSite } from '../site.ts'
import type { Slug } from '../stays.ts'

const NOTE = 'These images are illustrations, not photos of the home.'
const NONE = 'No images available at this time.'

let database: NewDatabase
let site: Site

test.beforeAll(async () => {
  database = await newDatabase()
  site = await startSite({ DATABASE_URL: database.url })
})

test.afterAll(async () => {
  await site?.stop()
  await database?.drop()
})

const propertyAt = (slug: Slug) => `${site.url}/property/${slug}`
const galleryText = (page: Page) => page.locator('#gallery').innerText()

/** Runs a statement on the images of a property, and waits until the site's page has changed. */
async function changeImages(slug: Slug, statement: string) {
  const page = async () => (await ask(propertyAt(slug))).text
  const before = await page()
  const found = await database.client.query<{ id: string }>(
    `select i.id from unit_images i join property_units u on u.id = i.unit_id join properties p on p.id = u.property_id
     where p.slug = $1 order by i.category, i.display_order`,
    [slug],
  )
  await database.client.query(statement, [found.rows.map(({ id }) => id)])
  await expect.poll(page, { timeout: 10_000 }).not.toBe(before)
}
const removeImages = (slug: Slug) => changeImages(slug, 'delete from unit_images where id = any($1)')

test('an image without a description is named by its group, and an old address format still works', {
  tag: '@slow',
}, async ({ visit }) => {
  await changeImages(
    'lake-keowee',
    `update unit_images set alt_text = '', gcs_path = '@assets/kitchen.jpg' where id = any($1) and gcs_path like '%kitchen%'`,
  )
  const page = await visit(propertyAt('lake-keowee'), { expected: [/^404 GET .*\/attached_assets\//] })
  // Until then a press follows the link, to an image that is not there.
  await untilHydrated(page)
  await openGroup(page, 'Kitchen')
  const image = page.locator('#gallery a[href="/attached_assets/kitchen.jpg"]')
  await expect(image.getByRole('img')).toHaveAttribute('alt', 'Kitchen')
  await image.click()
  await expect.poll(() => lightboxImage(page)).toBe('Kitchen')
})

test('a group without images is left out', { tag: '@slow' }, async () => {
  await changeImages(
    'luxury-amenities',
    `delete from unit_images where id = any($1) and category in ('amenities', 'kitchen')`,
  )
  const gallery = elementOf((await ask(propertyAt('luxury-amenities'))).text, 'section', 'id="gallery"')
  expect(elementsOf(gallery, 'h3').map(textOf)).toEqual(['Living Area', 'Bedrooms'])
  expect(tagsOf(gallery, 'details').filter((group) => 'open' in group)).toEqual([])
})

test('without images the condo says so, also when the call fails, the cabin says nothing, and "Loading images..." shows while they load', {
  tag: '@slow',
}, async ({ visit }) => {
  await removeImages('spacious-condo')
  await removeImages('lake-keowee')
  const page = await visit(`${site.url}/contact`, { expected: [/^500 GET .*\/images$/] })
  const showCondo = await holdRequests(page, '**/api/units/*/images')
  await page.goto(propertyAt('spacious-condo'))
  await expect.poll(() => galleryText(page)).toContain('Loading images...')
  await expectAccessible(page, '#gallery')
  showCondo()
  await page.locator('#gallery').getByText(NONE).waitFor()
  expect(await galleryText(page)).not.toContain('Loading')

  const showCabin = await holdRequests(page, '**/api/units/*/images')
  await page.goto(propertyAt('lake-keowee'))
  await page.getByText('Loading images...').waitFor()
  showCabin()
  await page.locator('#gallery').waitFor({ state: 'detached' })

  await page.route('**/api/units/*/images', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.goto(propertyAt('spacious-condo'))
  await page.locator('#gallery').getByText(NONE).waitFor()
})

test('the large property shows its built-in set, labeled as illustrations, and opens it in the lightbox', {
  tag: '@slow',
}, async ({ visit }) => {
  await removeImages('large-luxury')
  const page = await visit(propertyAt('large-luxury'))
  await untilHydrated(page)
  await page.locator('#gallery').getByText(NOTE).waitFor()
  await page.locator('#gallery details[open] h3').filter({ hasText: 'Amenities' }).waitFor()
  await galleryImages(page).first().click()
  await expect.poll(() => lightboxImage(page)).toMatch(/\w+ \w+ \w+/)
  await expect.poll(() => counterOf(page)).toMatch(/^1 \/ \d+$/)
})

test('without JavaScript no loading message is shown', { tag: '@slow' }, async ({ visit }) => {
  const page = await visit(propertyAt('spacious-condo'), { javaScript: false })
  expect(await galleryText(page)).toBe(`Gallery\n\n${NONE}`)
  await page.goto(propertyAt('large-luxury'))
  await expect.poll(() => galleryText(page)).toContain(NOTE)
  await expect(galleryImages(page)).not.toHaveCount(0)
  await page.goto(propertyAt('lake-keowee'))
  await expect(page.locator('#gallery')).toBeHidden()
})
