import type { Page } from '@playwright/test'
import { ask } from '../ask.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { holdRequests } from '../hold-requests.ts'
import { counterOf, galleryImages, lightboxImage } from '../lightbox.ts'
import { type NewDatabase, newDatabase } from '../new-database.ts'
import { expect, test } from '../page.ts'
import { elementOf, elementsOf, tagsOf, textOf } from '../served-html.ts'
import { type Site, startSite } from '../site.ts'
import type { Slug } from '../stays.ts'

const NOTE = 'These images are illustrations, not photos of the home.'
const NONE = 'No images available at this time.'
/** The images of a property, whatever unit has them. */
const IMAGES = `select i.id from unit_images i join property_units u on u.id = i.unit_id join properties p
  on p.id = u.property_id where p.slug = $1`

let database: NewDatabase
let site: Site

test.beforeAll(async () => {
  test.setTimeout(120_000)
  database = await newDatabase()
  const run = (slug: Slug, statement: string) => database.client.query(statement, [slug])
  for (const slug of ['spacious-condo', 'lake-keowee', 'large-luxury'] as const)
    await run(slug, `delete from unit_images where id in (${IMAGES})`)
  await run(
    'luxury-amenities',
    `delete from unit_images where id in (${IMAGES} and i.category in ('amenities', 'kitchen'))`,
  )
  await run(
    'luxury-amenities',
    `update unit_images set alt_text = '', gcs_path = '@assets/bedroom.jpg'
     where id in (${IMAGES} and i.category = 'bedrooms' order by i.display_order limit 1)`,
  )
  site = await startSite({ DATABASE_URL: database.url })
})

test.afterAll(async () => {
  await site?.stop()
  await database?.drop()
})

const propertyAt = (slug: Slug) => `${site.url}/property/${slug}`
const galleryText = (page: Page) => page.locator('#gallery').innerText()

test('a group without images is left out, an image without a description is named by its group, and an old address format still works', async () => {
  const { text } = await ask(propertyAt('luxury-amenities'))
  const gallery = elementOf(text, 'section', 'gallery-heading')
  expect(elementsOf(gallery, 'h3').map(textOf)).toEqual(['Living Area', 'Bedrooms'])
  expect(tagsOf(gallery, 'details').filter((group) => 'open' in group)).toEqual([])
  const [link = ''] = elementsOf(gallery, 'a', 'href="/attached_assets/bedroom.jpg')
  expect(tagsOf(link, 'img')).toEqual([expect.objectContaining({ alt: 'Bedrooms' })])
})

test('without images the condo says so, the cabin says nothing, and "Loading images..." shows while they load', async ({
  visit,
}) => {
  const page = await visit(`${site.url}/robots.txt`, { expected: [/^500 GET .*\/images$/] })
  const showCondo = await holdRequests(page, '**/api/units/*/images')
  await page.goto(propertyAt('spacious-condo'))
  await expect.poll(() => galleryText(page)).toContain('Loading images...')
  await expectAccessible(page, '#gallery')
  showCondo()
  await page.locator('#gallery').getByText(NONE).waitFor()
  expect(await galleryText(page)).not.toContain('Loading')

  await page.unrouteAll({ behavior: 'wait' })
  const showCabin = await holdRequests(page, '**/api/units/*/images')
  await page.goto(propertyAt('lake-keowee'))
  await page.getByText('Loading images...').waitFor()
  showCabin()
  await page.locator('#gallery').waitFor({ state: 'detached' })

  // When the call fails, the gallery is as empty.
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/api/units/*/images', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.goto(propertyAt('spacious-condo'))
  await page.locator('#gallery').getByText(NONE).waitFor()
})

test('the large property shows its built-in set, labeled as illustrations, and opens it in the lightbox', async ({
  visit,
}) => {
  const page = await visit(propertyAt('large-luxury'))
  await untilHydrated(page)
  await page.locator('#gallery').getByText(NOTE).waitFor()
  await page.locator('#gallery details[open] h3').filter({ hasText: 'Amenities' }).waitFor()
  await galleryImages(page).first().click()
  await expect.poll(() => lightboxImage(page)).toMatch(/\w+ \w+ \w+/)
  await expect.poll(() => counterOf(page)).toMatch(/^1 \/ \d+$/)
})

test('without JavaScript no loading message is shown', async ({ visit }) => {
  const page = await visit(propertyAt('spacious-condo'), { javaScript: false })
  expect(await galleryText(page)).toBe(`Gallery\n\n${NONE}`)
  await page.goto(propertyAt('large-luxury'))
  await expect.poll(() => galleryText(page)).toContain(NOTE)
  await expect(galleryImages(page)).not.toHaveCount(0)
  await page.goto(propertyAt('lake-keowee'))
  await expect(page.locator('#gallery')).toBeHidden()
})
