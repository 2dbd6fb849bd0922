import { holdRequests } from '../hold-requests.ts'
import { expect, test } from '../page.ts'
import { choiceOf, choose, createProperty, imagesOf, messages, openWindow, photo, photos } from '../upload-dialog.ts'

/** Allows for a busy machine with two cores. */
const SOON = { timeout: 10_000 }

test('the page names itself, is not indexed, and says Loading... until the properties are there', async ({ visit }) => {
  const page = await visit('/')
  const answer = await holdRequests(page, '**/api/properties')
  await page.goto(new URL('/test', page.url()).href)
  expect(await page.title()).toBe('Object Storage Test | Powder & Cove')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  await page.getByText('Loading...', { exact: true }).waitFor()
  const upload = page.getByRole('button', { name: 'Upload Property Images' })
  await expect(upload).toBeDisabled()
  await expect(page.getByText('Choose a property first.')).toBeVisible()
  answer()
  await page.getByRole('radio').first().waitFor()
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
})

test('an operator makes a test property, which starts without images and unpublished', async ({ visit }) => {
  const page = await visit('/test')
  const create = page.getByRole('button', { name: 'Create Property' })
  await create.click()
  await page.getByText('Please enter a property name').waitFor()
  await expect(page.getByLabel('Property Name')).toBeFocused()

  await page.getByLabel('Property Name').fill('Barn on the hill')
  await page.getByLabel('Description').fill('A barn.')
  await page.getByLabel('Location').fill('Hayden, CO')
  const answer = await holdRequests(page, '**/api/properties', { method: 'POST' })
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await create.click()
  await page.getByRole('button', { name: 'Creating...' }).waitFor()
  answer()
  const request = await sent
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

test('the input stays when the property cannot be created, and succeeds the second time', async ({ visit }) => {
  const page = await visit('/test', { expected: [/503 POST .*\/api\/properties/] })
  const keys: (string | undefined)[] = []
  await page.route('**/api/properties', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? route.fulfill({ status: 503, body: '' }) : route.continue()
  })
  await page.getByLabel('Property Name').fill('Stubborn barn')
  await page.getByLabel('Description').fill('A barn.')
  await page.getByLabel('Location').fill('Hayden, CO')
  const create = page.getByRole('button', { name: 'Create Property' })
  await create.click()
  await page.getByText('Nothing you typed is lost').waitFor()
  await expect(page.getByLabel('Description')).toHaveValue('A barn.')
  await create.click()
  await page.getByText('Property created').waitFor()
  expect(keys[1]).toBe(keys[0])
})

test('an operator uploads five images, deletes one, and finds the other four after a reload', async ({ visit }) => {
  const id = await createProperty('Five images')
  const page = await visit('/test')
  const dialog = await openWindow(page, 'Five images')
  await choose(page, dialog, await photos(5))
  await dialog.getByText('5 files selected').waitFor()
  // Uppy logs an error for a file that arrives before its preview is drawn.
  await expect(dialog.locator('img.uppy-Dashboard-Item-previewImg')).toHaveCount(5)
  await dialog.getByRole('button', { name: 'Upload 5 files' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const deletes = page.getByRole('button', { name: /^Delete image \d of Five images$/ })
  await expect(deletes).toHaveCount(5)
  expect(await imagesOf(id)).toHaveLength(5)
  await expect(page.locator('label', { has: choiceOf(page, 'Five images') })).toContainText('5 images')

  const [, second] = await imagesOf(id)
  await page.getByRole('button', { name: 'Delete image 2 of Five images' }).click()
  await expect(deletes).toHaveCount(4)
  expect(await imagesOf(id)).not.toContain(second)
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
})

test('the sixth image is refused with Uppy’s message', async ({ visit }) => {
  await createProperty('Six images')
  const page = await visit('/test')
  const dialog = await openWindow(page, 'Six images')
  await choose(page, dialog, await photos(6))
  await expect.poll(() => messages(dialog), SOON).toContain('You can only upload 5 files')
})

test('each image is described where it was uploaded, and its description is saved with it', async ({ visit }) => {
  await createProperty('Described')
  const page = await visit('/test')
  const dialog = await openWindow(page, 'Described')
  await choose(page, dialog, [await photo('porch.jpg')])
  await dialog.getByRole('button', { name: 'Edit file porch.jpg' }).click()
  await dialog.getByLabel('Alt text').fill('The porch at dusk')
  await dialog.getByRole('button', { name: 'Edit image' }).click()
  await dialog.getByRole('button', { name: 'Rotate 90°' }).first().click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  const attached = page.waitForRequest('**/api/objects/attach')
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
  const sent = (await attached).postDataJSON()
  expect(sent).toMatchObject({ visibility: 'public', altText: 'The porch at dusk' })
  expect(sent.objectPath).toMatch(/^\/objects\/uploads\/[\w-]+\.jpg$/)
  await dialog.waitFor({ state: 'hidden' })
  const image = page.getByRole('img', { name: 'Described, 1' })
  await expect
    .poll(() =>
      image.evaluate(
        (element) => (element as HTMLImageElement).naturalHeight / (element as HTMLImageElement).naturalWidth,
      ),
    )
    .toBeCloseTo(1.5, 1)
})

test('an image that cannot be deleted stays, with the reason', async ({ visit }) => {
  const id = await createProperty('Stays')
  const page = await visit('/test', { expected: [/500 DELETE/] })
  const dialog = await openWindow(page, 'Stays')
  await choose(page, dialog, [await photo('stays.jpg')])
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.route('**/api/objects/**', (route) => {
    const deletes = route.request().method() === 'DELETE'
    return deletes
      ? route.fulfill({ status: 500, json: { code: 'failure', message: 'The storage is away.' } })
      : route.continue()
  })
  await page.getByRole('button', { name: 'Delete image 1 of Stays' }).click()
  await page.getByText('The storage is away.').waitFor()
  expect(await imagesOf(id)).toHaveLength(1)
})

test('pressing Delete twice deletes once', async ({ visit }) => {
  await createProperty('Pressed twice')
  // The image may still be loading when it is deleted.
  const page = await visit('/test', { expected: [/^404 GET .*\/objects\/uploads\//] })
  const dialog = await openWindow(page, 'Pressed twice')
  await choose(page, dialog, [await photo('one.jpg'), await photo('two.jpg')])
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const deletes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletes.push(request.url())
  })
  await page.getByRole('button', { name: 'Delete image 1 of Pressed twice' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await page.getByText('Image deleted').waitFor()
  expect(deletes).toHaveLength(1)
})
