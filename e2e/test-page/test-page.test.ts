import { expectAccessible } from '../axe.ts'
import { holdRequests } from '../hold-requests.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { choiceOf, choose, createProperty, imageFiles, imagesOf, messages, openWindow } from '../upload-dialog.ts'

/** Allows for a busy machine with two cores. */
const SOON = { timeout: 10_000 }

test('the page says Loading... until the properties are there; an operator makes one, which starts without images and unpublished', {
  tag: '@slow',
}, async ({ visit }) => {
  const page = await visit('/robots.txt', { expected: [/503 POST .*\/api\/properties/] })
  const answer = await holdRequests(page, '**/api/properties')
  await page.goto(`${siteUrl()}/test`)
  await page.getByText('Loading...', { exact: true }).waitFor()
  const upload = page.getByRole('button', { name: 'Upload Property Images' })
  await expect(upload).toBeDisabled()
  await expect(page.getByText('Choose a property first.')).toBeVisible()
  answer()
  await page.getByRole('radio').first().waitFor()
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)

  const create = page.getByRole('button', { name: 'Create Property' })
  await create.click()
  await page.getByText('Please enter a property name').waitFor()
  await expect(page.getByLabel('Property Name')).toBeFocused()

  await page.getByLabel('Property Name').fill('Barn on the hill')
  await page.getByLabel('Description').fill('A barn.')
  await page.getByLabel('Location').fill('Hayden, CO')
  // At first it cannot be created: the input stays.
  const keys: (string | undefined)[] = []
  await page.route('**/api/properties', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    return route.fulfill({ status: 503, body: '' })
  })
  await create.click()
  await page.getByText('Nothing you typed is lost').waitFor()
  await expect(page.getByLabel('Description')).toHaveValue('A barn.')
  await page.unrouteAll({ behavior: 'wait' })

  const letGo = await holdRequests(page, '**/api/properties', { method: 'POST' })
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await create.click()
  await page.getByRole('button', { name: 'Creating...' }).waitFor()
  letGo()
  const request = await sent
  expect(request.headers()['idempotency-key']).toBe(keys[0])
  expect(request.headers()['idempotency-key']).toMatch(/^[\w-]{36}$/)
  expect(request.postDataJSON()).toEqual({
    name: 'Barn on the hill',
    description: 'A barn.',
    location: 'Hayden, CO',
    address: 'Hayden, CO',
    propertyType: 'home',
    bedrooms: 1,
    bathrooms: 1,
    maxGuests: 2,
    pricePerNight: 100,
    cleaningFee: 50,
  })
  await page.getByText('Property created').waitFor()
  await expect(page.getByLabel('Property Name')).toHaveValue('')
  const choice = choiceOf(page, 'Barn on the hill')
  await expect(choice).toBeChecked()
  await expect(page.locator('label', { has: choice })).toContainText('0 images · Unpublished')
})

test('an operator uploads five images, not six, describes and turns one, deletes one with a double press, and finds the other four after a reload', async ({
  visit,
}) => {
  const id = await createProperty('Five images')
  // An image may still be loading when it is deleted.
  const page = await visit('/test', { width: 390, expected: [/500 DELETE/, /^404 GET .*\/objects\/uploads\//] })
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const all = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(all.filter((name) => /upload-window|uppy/i.test(name))).toEqual([])
  const dialog = await openWindow(page, 'Five images')
  expect(fetched.filter((path) => /upload-window.*\.js$/.test(path))).toHaveLength(1)

  await choose(page, dialog, await imageFiles(6))
  await expect.poll(() => messages(dialog), SOON).toContain('You can only upload 5 files')
  await choose(page, dialog, await imageFiles(5))
  await dialog.getByText('5 files selected').waitFor()
  // Uppy logs an error for a file that arrives before its preview is drawn.
  await expect(dialog.locator('img.uppy-Dashboard-Item-previewImg')).toHaveCount(5)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Edit file photo-1.jpg' }).click()
  await dialog.getByLabel('Alt text').fill('The porch at dusk')
  await dialog.getByRole('button', { name: 'Edit image' }).click()
  await dialog.getByRole('button', { name: 'Crop square' }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Rotate 90°' }).first().click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  const attached: { altText?: string; objectPath: string; visibility: string }[] = []
  page.on('request', (request) => request.url().endsWith('/attach') && attached.push(request.postDataJSON()))
  await dialog.getByRole('button', { name: 'Upload 5 files' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const described = attached.filter(({ altText }) => altText === 'The porch at dusk')
  expect(described).toEqual([
    expect.objectContaining({
      visibility: 'public',
      objectPath: expect.stringMatching(/^\/objects\/uploads\/[\w-]+\.jpg$/),
    }),
  ])
  const deletes = page.getByRole('button', { name: /^Delete image \d of Five images$/ })
  await expect(deletes).toHaveCount(5)
  expect(await imagesOf(id)).toHaveLength(5)
  await expect(page.locator('label', { has: choiceOf(page, 'Five images') })).toContainText('5 images')

  const images = await imagesOf(id)
  const at = images.findIndex((image) => !image.includes(described[0]?.objectPath ?? '')) + 1
  const deleteOne = page.getByRole('button', { name: `Delete image ${at} of Five images` })
  const refusal = { status: 500, json: { code: 'failure', message: 'The storage is away.' } }
  await page.route('**/api/objects/**', (route) => route.fulfill(refusal), { times: 1 })
  await deleteOne.click()
  await page.getByText('The storage is away.').waitFor()
  expect(await imagesOf(id)).toHaveLength(5)

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') sent.push(request.url())
  })
  await deleteOne.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await page.getByText('Image deleted').waitFor()
  await expect(deletes).toHaveCount(4)
  expect(sent).toHaveLength(1)
  expect(await imagesOf(id)).not.toContain(images[at - 1])
  await page.reload()
  await choiceOf(page, 'Five images').check()
  await expect(deletes).toHaveCount(4)
  const shown = page.getByRole('img', { name: /^Five images, \d/ })
  for (const image of await shown.all()) {
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth), SOON)
      .toBeGreaterThan(0)
  }
  const turned = page.locator(`img[src*="${described[0]?.objectPath}"]`)
  expect(await turned.evaluate((image: HTMLImageElement) => image.naturalHeight / image.naturalWidth)).toBeCloseTo(
    1.5,
    1,
  )
})
