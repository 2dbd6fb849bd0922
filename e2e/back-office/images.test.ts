import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { slugOf } from '#app/shared/slug.ts'
import { formOf } from '#test/requests/served-page.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { createProperty, imageFiles, imagesOf } from '../upload-dialog.ts'

const UPLOAD = '**/photos/upload?*'
const SOON = { timeout: 20_000 }
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /\[Uppy\]/, /FAILED|failed/]

async function addProperty(name: string) {
  const unique = `${name} ${process.pid} ${Date.now()}`
  const id = await createProperty(unique)
  return { id, path: `/admin/homes/${slugOf(unique)}/photos` }
}

type Chosen = Awaited<ReturnType<typeof imageFiles>>
const send = (page: Page, files: Chosen) => page.locator('.image-files input').setInputFiles(files)
const summary = (page: Page) => page.locator('.image-queue > [role=status]')
const cards = (page: Page) => page.locator('.image-card')
/** The addresses of the photos in the order in which they are seen. */
const orderOf = (page: Page) =>
  cards(page).evaluateAll((all) =>
    (all as HTMLElement[])
      .toSorted((one, other) => Number(one.style.order) - Number(other.style.order))
      .map((card) => card.dataset.image),
  )
const small = async (name: string, width: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height: 1000, channels: 3, background: '#7a8' } })
    .jpeg()
    .toBuffer(),
})

for (const width of [390, 1440]) {
  test(`an operator adds photos, describes, orders, replaces and removes them, at ${width}`, {
    tag: '@slow',
  }, async ({ visit }) => {
    const { id, path } = await addProperty(`Photos ${width}`)
    const page = await visit(path, { width, expected: [/^415 POST/, /\[Uppy\]/] })
    await untilHydrated(page)
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') }
    const film = { name: 'IMG_1.MOV', mimeType: 'video/quicktime', buffer: Buffer.from('film') }
    const huge = { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(11 * 1024 * 1024) }
    await send(page, [...(await imageFiles(2)), await small('wide.jpg', 1600), broken, film, huge])
    await expect(summary(page)).toHaveText('3 of 6 photos added, 3 not added', SOON)
    const queue = page.locator('.image-queue')
    await queue.getByText('This isn’t a supported image.').waitFor()
    await queue.getByText('This isn’t a photo that can be read here.').waitFor()
    await queue.getByText('This photo has 11.0 MB, and the limit is 10 MB.').waitFor()
    await expect(cards(page)).toHaveCount(3)
    await expect(cards(page).filter({ hasText: 'Small: 900 pixels wide.' })).toHaveCount(2)
    const pictures = queue.locator('.image-queue-thumbnail > img')
    await expect(pictures).toHaveCount(3)
    expect(await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))).toEqual([
      216, 216, 216,
    ])
    await expectAccessible(page)
    await queue.getByRole('button', { name: 'Clear the finished' }).click()
    await expect(queue).toHaveCount(0)

    // Words, photo after photo with the keyboard.
    const todo = page.locator('.image-todo > li')
    await expect(page.getByRole('heading', { name: 'To complete 3 photos' })).toBeVisible()
    await todo.first().getByLabel('Category', { exact: true }).selectOption('Kitchen')
    await todo.first().getByLabel('Alt text').fill('The island with three stools')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'To complete 2 photos' }).waitFor()
    await expect(todo.first().getByLabel('Alt text')).toBeFocused()
    await page.keyboard.type('The porch')
    await todo.first().getByLabel('Category', { exact: true }).selectOption('A new category')
    await todo.first().getByLabel('Name of the new category').fill('Boat house')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'To complete 1 photo' }).waitFor()
    await page.getByRole('rowheader', { name: 'Boat house' }).waitFor()

    // The order: the handle by pointer or keys, and buttons.
    const [a, b, c] = await orderOf(page)
    const handle = (at: number) => cards(page).nth(at).locator('.image-handle')
    if (width === 1440) {
      await cards(page).first().scrollIntoViewIfNeeded()
      await cards(page)
        .nth(2)
        .locator('img')
        .hover({ position: { x: 60, y: 60 } })
      await page.mouse.down()
      await cards(page)
        .first()
        .locator('img')
        .hover({ position: { x: 70, y: 60 } })
      await page.mouse.up()
    } else {
      await handle(2).focus()
      for (const key of ['ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
      await expect(handle(2)).toBeFocused()
    }
    await page.getByRole('status').getByText('Cover photo changed').waitFor()
    await expect.poll(() => imagesIn(page)).toEqual([c, a, b])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => imagesIn(page)).toEqual([a, b, c])
    await page.getByRole('button', { name: 'Make cover: The porch' }).click()
    await expect.poll(() => imagesIn(page)).toEqual([b, a, c])
    await page.getByRole('button', { name: 'Move later: The porch' }).click()
    await expect.poll(() => imagesIn(page)).toEqual([a, b, c])
    await expect(page.getByRole('button', { name: 'Move later: The porch' })).toBeFocused()

    // Another photo in the place of one, with its words.
    const porch = cards(page).filter({ hasText: 'The porch' })
    await porch.getByText('Replace: The porch').click()
    await porch.getByLabel('The new photo').setInputFiles(await small('better.jpg', 1800))
    await expect(summary(page)).toHaveText('1 of 1 photo added', SOON)
    await expect.poll(async () => (await imagesIn(page))[1]).not.toBe(b)
    await expect(porch.getByText('Small:')).toHaveCount(0)
    await expect(cards(page)).toHaveCount(3)

    await page.getByRole('button', { name: 'Remove The porch' }).click()
    await page.getByRole('status').getByText('Photo removed').waitFor()
    await expect(cards(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(porch).toHaveCount(1)
    await expect
      .poll(() => porch.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await cards(page).first().getByText('Edit').click()
    await expectAccessible(page, '.image-card')
    expect(await imagesOf(id)).toHaveLength(3)
  })
}

/** The stored images, as the page shows them when nothing is moving. */
const imagesIn = (page: Page) =>
  cards(page).evaluateAll((all) => (all as HTMLElement[]).map((card) => card.dataset.image))

test('a lost connection stops nothing: photos go on by themselves when it is back, each once', async ({ visit }) => {
  const { path } = await addProperty('Tunnel')
  const page = await visit(path, { width: 390, expected: OFFLINE })
  await untilHydrated(page)
  // The first photo arrives, and its answer is lost.
  await page.route(
    UPLOAD,
    async (route) => {
      await route.fetch()
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )
  await send(page, await imageFiles(1))
  await expect(summary(page)).toHaveText('0 of 1 photo added, 1 waiting for the connection', SOON)
  await send(page, (await imageFiles(3)).slice(1))
  await expect(summary(page)).toHaveText('0 of 3 photos added, 3 waiting for the connection', SOON)
  await page.context().setOffline(false)
  await expect(summary(page)).toHaveText('3 of 3 photos added', SOON)
  await expect(cards(page)).toHaveCount(3)
})

test('while the storage is silent, photos say so and wait', { tag: '@slow' }, async ({ visit }) => {
  const { path } = await addProperty('Silent')
  const page = await visit(path, { expected: [/503 POST/, /\[Uppy\]/] })
  await untilHydrated(page)
  const message = 'The storage for images isn’t answering. Nothing was stored.'
  let isAway = true
  await page.route(UPLOAD, (route) =>
    isAway ? route.fulfill({ status: 503, json: { code: 'storage-away', message } }) : route.continue(),
  )
  await send(page, await imageFiles(1))
  await page.getByText(message).waitFor()
  await expect(cards(page)).toHaveCount(0)
  isAway = false
  await page.getByRole('button', { name: 'Try again now' }).click()
  await expect(cards(page)).toHaveCount(1, SOON)
})

test('without JavaScript photos are sent, described, ordered, replaced and removed', async () => {
  const { path } = await addProperty('Plain')
  const operator = visitByRequests()
  let page = await operator.open(path)
  const fileOf = ({ name, mimeType, buffer }: Chosen[number]) =>
    new File([new Uint8Array(buffer)], name, { type: mimeType })
  const sendOne = async (file: File) => {
    const { fields } = formOf(page, { button: 'Send the photo' })
    const { name = '' } = fields.find(({ kind }) => kind === 'file') ?? {}
    page = await operator.send(page, { button: 'Send the photo' }, { [name]: file })
  }
  const press = async (button: string, typed = {}) => {
    page = await operator.send(page, { button, at: 0 }, typed)
  }
  const shown = () => [...page.html.matchAll(/data-image="([^"]+)"/g)].map(([, image]) => image)
  for (const file of await imageFiles(2)) {
    await sendOne(fileOf(file))
    expect(page.notes).toContainEqual(expect.stringContaining('Photo added'))
  }
  const [first, second] = shown()
  await press('Make cover: photo 2')
  expect(shown()).toEqual([second, first])
  await press('Save', { 'Alt text': 'The dock', Category: 'Outside' })
  expect(page.text).toContain('Gallery: Outside')
  await press('Replace the photo', { 'The new photo': fileOf(await small('new.jpg', 1700)) })
  expect(page.notes).toContainEqual(expect.stringContaining('Photo replaced'))
  await press('Remove The dock')
  expect(shown()).toHaveLength(1)
  await press('Undo')
  expect(shown()).toHaveLength(2)
  await sendOne(new File(['x'], 'a.jpg', { type: 'image/jpeg' }))
  expect(page.notes).toContainEqual(expect.stringContaining('This isn’t a supported image.'))
})
