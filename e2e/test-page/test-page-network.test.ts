import type { Page, Route } from '@playwright/test'
import { expect, test } from '../page.ts'
import { choose, createProperty, imageFile, imageFiles, imagesOf, messages, openWindow } from '../upload-dialog.ts'

/** Three retries take a second, and the two cores may be busy. */
const SOON = { timeout: 10_000 }
const UPLOAD = '**/api/objects/upload'

const ATTACHING = [
  ['refused', 'Failed to attach object to property', (route: Route) => route.fulfill({ status: 500, body: '' })],
  ['lost', 'Error attaching object', (route: Route) => route.abort('connectionreset')],
] as const

/** The result of an upload to this property. */
type Case = [title: string, property: string, run: (page: Page, id: string) => Promise<void>]

/** With `npm test -- --all`. The last one leaves its file in the dialog. */
const MORE_CASES: Case[] = [
  [
    'an upload that the server cannot accept now is retried three times',
    'Three more',
    async (page, id) => {
      const dialog = await openWindow(page, 'Three more')
      let sent = 0
      await page.route(UPLOAD, (route) => {
        sent += 1
        return sent <= 3 ? route.fulfill({ status: 503, body: '' }) : route.continue()
      })
      await choose(page, dialog, [await imageFile('patient.jpg')])
      await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
      await dialog.waitFor({ state: 'hidden' })
      expect(sent).toBe(4)
      expect(await imagesOf(id)).toHaveLength(1)
    },
  ],
  [
    'an upload that cannot succeed is sent once',
    'Once',
    async (page) => {
      const dialog = await openWindow(page, 'Once')
      let sent = 0
      await page.route(UPLOAD, (route) => {
        sent += 1
        return route.fulfill({ status: 507, json: { code: 'no-space', message: 'There is no space left.' } })
      })
      await choose(page, dialog, [await imageFile('full.jpg')])
      await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
      await expect.poll(() => messages(dialog), SOON).toEqual(['Failed to upload full.jpg: There is no space left.'])
      expect(sent).toBe(1)
    },
  ],
]

const CASES: Case[] = [
  [
    'after the fourth failure the dialog says so, and the operator retries',
    'Again',
    async (page, id) => {
      const dialog = await openWindow(page, 'Again')
      let sent = 0
      await page.route(UPLOAD, (route) => {
        sent += 1
        return sent <= 4 ? route.fulfill({ status: 503, body: '' }) : route.continue()
      })
      await choose(page, dialog, [await imageFile('stubborn.jpg')])
      await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
      await expect
        .poll(() => messages(dialog), SOON)
        .toEqual(['Failed to upload stubborn.jpg: The site isn’t answering right now. Please try again in a moment.'])
      expect(sent).toBe(4)
      await dialog.getByRole('button', { name: 'Retry upload' }).last().click()
      await dialog.waitFor({ state: 'hidden' })
      expect(await imagesOf(id)).toHaveLength(1)
    },
  ],
  [
    'without a connection the dialog says so until it is back, and then goes on',
    'Offline',
    async (page, id) => {
      const dialog = await openWindow(page, 'Offline')
      await choose(page, dialog, [await imageFile('away.jpg')])
      await page.context().setOffline(true)
      await expect.poll(() => messages(dialog), SOON).toContain('No Internet connection')
      await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
      await expect
        .poll(() => messages(dialog), SOON)
        .toContainEqual('Failed to upload away.jpg: The connection was lost. Please check it, then try again.')
      expect(await messages(dialog)).toContain('No Internet connection')
      await page.context().setOffline(false)
      await dialog.getByText('Connected to the Internet').first().waitFor()
      expect(await messages(dialog)).not.toContain('No Internet connection')
      await dialog.getByRole('button', { name: 'Retry upload' }).last().click()
      await dialog.waitFor({ state: 'hidden' })
      expect(await imagesOf(id)).toHaveLength(1)
    },
  ],
  [
    'an expired session closes the dialog, leads to the sign-in page, and keeps the chosen files',
    'Session',
    async (page, id) => {
      const dialog = await openWindow(page, 'Session')
      const refusal = { status: 401, json: { code: 'sign-in-needed', message: 'Please sign in first.' } }
      await page.route(UPLOAD, (route) => route.fulfill(refusal), { times: 1 })
      await choose(page, dialog, [await imageFile('kept.jpg')])
      await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
      await dialog.waitFor({ state: 'hidden' })
      const link = page.getByRole('alert').getByRole('link', { name: 'Sign in again' })
      await expect(link).toHaveAttribute('href', '/sign-in?to=/test')
      await page.getByRole('button', { name: 'Upload Property Images' }).click()
      await dialog.getByRole('button', { name: 'Retry upload' }).last().click()
      await dialog.waitFor({ state: 'hidden' })
      await expect(link).toHaveCount(0)
      expect(await imagesOf(id)).toHaveLength(1)
    },
  ],
  ...ATTACHING.slice(0, process.env.TEST_ALL ? undefined : 1).map(
    ([how, words, fail]): Case => [
      `an image whose attaching was ${how} is logged, shown, and added on retry`,
      `Attaching ${how}`,
      async (page, id) => {
        const logged: string[] = []
        page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
        const dialog = await openWindow(page, `Attaching ${how}`)
        await page.route('**/api/objects/attach', fail, { times: 1 })
        await choose(page, dialog, await imageFiles(2))
        await dialog.getByRole('button', { name: 'Upload 2 files' }).click()
        await dialog.waitFor({ state: 'hidden' })
        const notice = page
          .getByRole('alert')
          .filter({ hasText: '1 image was uploaded, but not added to the property' })
        await notice.waitFor()
        expect(logged.filter((line) => line.startsWith(words))).toHaveLength(1)
        expect(await imagesOf(id)).toHaveLength(1)
        await notice.getByRole('button', { name: 'Try again' }).click()
        await notice.waitFor({ state: 'detached' })
        expect(await imagesOf(id)).toHaveLength(2)
      },
    ],
  ),
]

test('an upload is retried as often as it can succeed, says why it failed, and nothing chosen is lost', {
  tag: '@slow',
}, async ({ visit }) => {
  test.setTimeout(180_000)
  const expected = [/50[037] POST/, /401 /, /attach/i, /\[Uppy\]/, /ERR_INTERNET_DISCONNECTED/]
  const cases = [...CASES, ...(process.env.TEST_ALL ? MORE_CASES : [])]
  const ids: string[] = []
  for (const [, property] of cases) ids.push(await createProperty(property))
  const page = await visit('/test', { expected })
  for (const [at, [title, , run]] of cases.entries()) {
    await test.step(title, () => run(page, ids[at] ?? ''))
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('five images upload at once; without progress for 30 seconds that is said until they are sent again', {
  tag: '@slow',
}, async ({ visit }) => {
  const id = await createProperty('At once')
  const page = await visit('/test')
  const dialog = await openWindow(page, 'At once')
  const held: Route[] = []
  await page.route(UPLOAD, (route) => {
    held.push(route)
  })
  await choose(page, dialog, await imageFiles(5))
  await page.clock.install()
  await dialog.getByRole('button', { name: 'Upload 5 files' }).click()
  await expect.poll(() => held.length, SOON).toBe(5)
  await page.clock.runFor(29_000)
  expect(await messages(dialog)).toEqual([])
  await page.clock.runFor(2_000)
  const words = 'Upload has not made any progress for 30 seconds. You may want to retry it. photo-'
  await expect.poll(() => messages(dialog), SOON).toEqual([expect.stringContaining(words)])
  await page.clock.runFor(60_000)
  expect(await messages(dialog)).toEqual([expect.stringContaining(words)])
  await expect(dialog).not.toContainText(/left/)
  expect(held).toHaveLength(5)
  await page.unroute(UPLOAD)
  await page.clock.resume()
  await dialog.getByRole('button', { name: 'Retry upload' }).last().click()
  await expect.poll(() => messages(dialog), SOON).toEqual([])
  await dialog.waitFor({ state: 'hidden' })
  expect(await imagesOf(id)).toHaveLength(5)
})
