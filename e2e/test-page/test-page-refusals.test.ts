import type { Page } from '@playwright/test'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { choose, createProperty, imageFile, imagesOf, messages, openWindow } from '../upload-dialog.ts'

/** Allows for a busy machine with two cores. */
const SOON = { timeout: 10_000 }

const MEGABYTE = 1024 * 1024
const KINDS = 'JPEG, PNG, WebP, AVIF, HEIC, GIF, or TIFF'

/** A file of this size that starts like a JPEG. */
async function heavy(name: string, bytes: number) {
  const { buffer, mimeType } = await imageFile(name)
  return { name, mimeType, buffer: Buffer.concat([buffer, Buffer.alloc(bytes - buffer.length)]) }
}

/** Each in a new page. The last one stops the page's clock. In each run the first two, with `--all` the others, too. */
const CASES: [title: string, run: (page: Page) => Promise<void>][] = [
  [
    'a file over 10 MB, one that is not an image, and a duplicate are refused with Uppy’s messages',
    async (page) => {
      await createProperty('Refusals')
      await page.goto(`${siteUrl()}/test`)
      const dialog = await openWindow(page, 'Refusals')
      await choose(page, dialog, [await heavy('vast.jpg', 10 * MEGABYTE + 1)])
      await expect.poll(() => messages(dialog), SOON).toContain('vast.jpg exceeds maximum allowed size of 10 MB')
      await choose(page, dialog, [{ name: 'rules.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }])
      await expect.poll(() => messages(dialog), SOON).toContain(`You can only upload: ${KINDS}`)
      const part = dialog.getByText(`${KINDS}, up to 10 MB each, up to 5 at a time.`)
      await part.waitFor()

      const porch = await imageFile('porch.jpg')
      await choose(page, dialog, [porch])
      await dialog.getByText('1 file selected').waitFor()
      // The chooser creates a new file each time; a file dropped twice is the same one.
      const twice = await page.evaluateHandle(
        (bytes) => {
          const files = new DataTransfer()
          files.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg', lastModified: 1 }))
          return files
        },
        [...porch.buffer],
      )
      const ground = dialog.locator('..')
      await ground.dispatchEvent('drop', { dataTransfer: twice })
      await dialog.getByText('2 files selected').waitFor()
      await ground.dispatchEvent('drop', { dataTransfer: twice })
      await expect
        .poll(() => messages(dialog), SOON)
        .toContain("Cannot add the duplicate file 'dropped.jpg', it already exists")
    },
  ],
  [
    'an image that the server refuses by its content shows the server’s message, and the others upload',
    async (page) => {
      const id = await createProperty('By bytes')
      await page.goto(`${siteUrl()}/test`)
      const dialog = await openWindow(page, 'By bytes')
      const html = {
        name: 'false.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from('<!doctype html><script>1</script>'),
      }
      await choose(page, dialog, [await imageFile('true.jpg'), html])
      await dialog.getByRole('button', { name: 'Upload 2 files' }).click()
      await expect
        .poll(() => messages(dialog), SOON)
        .toEqual([expect.stringMatching(/^Failed to upload false\.jpg: \w+.*JPEG/)])
      await expect.poll(() => imagesOf(id), SOON).toHaveLength(1)
      // It cannot succeed: it is off the list, and said until something else is chosen.
      await expect(dialog.getByRole('button', { name: 'Retry upload' })).toHaveCount(0)
      await expect(dialog.getByText('false.jpg', { exact: true })).toHaveCount(0)
      await choose(page, dialog, [await imageFile('next.jpg')])
      await expect.poll(() => messages(dialog), SOON).toEqual([])
    },
  ],
  [
    'an empty file and an SVG are refused at once: nothing is sent, and nothing is offered again',
    async (page) => {
      await createProperty('At once refused')
      await page.goto(`${siteUrl()}/test`)
      const sent: string[] = []
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
      const dialog = await openWindow(page, 'At once refused')
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
      for (const [file, words] of [
        [{ name: 'none.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }, 'This file is empty.'],
        [{ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg }, `You can only upload: ${KINDS}`],
      ] as const) {
        await choose(page, dialog, [file])
        await expect.poll(() => messages(dialog), SOON).toContainEqual(expect.stringContaining(words))
        await expect(dialog.getByText(file.name, { exact: true })).toHaveCount(0)
      }
      await expect(dialog.getByRole('button', { name: /^(Upload|Retry)/ })).toHaveCount(0)
      expect(sent).toEqual([])
    },
  ],
  [
    'a pasted image is not reported as a duplicate of itself',
    async (page) => {
      await createProperty('Pasted')
      await page.goto(`${siteUrl()}/test`)
      const dialog = await openWindow(page, 'Pasted')
      const { buffer } = await imageFile('pasted.jpg')
      await page.evaluate(
        (bytes) => {
          const files = new DataTransfer()
          files.items.add(new File([new Uint8Array(bytes)], 'pasted.jpg', { type: 'image/jpeg' }))
          const paste = new ClipboardEvent('paste', { clipboardData: files, bubbles: true })
          const button = document.querySelector<HTMLElement>('.uppy-Dashboard-inner button')
          button?.focus()
          button?.dispatchEvent(paste)
        },
        [...buffer],
      )
      await dialog.getByText('pasted.jpg', { exact: true }).waitFor()
      expect(await messages(dialog)).toEqual([])
    },
  ],
  [
    'of seven refused files four are listed, then the number of the others, for five seconds',
    async (page) => {
      await createProperty('Seven')
      await page.goto(`${siteUrl()}/test`)
      const dialog = await openWindow(page, 'Seven')
      const vast = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((n) => heavy(`vast-${n}.jpg`, 10 * MEGABYTE + n)))
      await page.clock.install()
      const drop = await page.evaluateHandle(
        (names) => {
          const files = new DataTransfer()
          for (const name of names) {
            files.items.add(new File([new Uint8Array(10_485_761)], name, { type: 'image/jpeg' }))
          }
          return files
        },
        vast.map(({ name }) => name),
      )
      await dialog.locator('..').dispatchEvent('drop', { dataTransfer: drop })
      const expected = [1, 2, 3, 4].map((n) => `vast-${n}.jpg exceeds maximum allowed size of 10 MB`)
      await page.clock.runFor(1_000)
      await expect
        .poll(() => messages(dialog), SOON)
        .toEqual([...expected, '3 additional restrictions were not fulfilled'])
      await page.clock.runFor(3_500)
      expect(await messages(dialog)).toHaveLength(5)
      await page.clock.runFor(2_000)
      await expect.poll(() => messages(dialog), SOON).toEqual([])
    },
  ],
]

test('what cannot be uploaded is refused with the reason, and the others upload', { tag: '@slow' }, async ({
  visit,
}) => {
  test.setTimeout(180_000)
  const page = await visit('/robots.txt', { expected: [/4\d\d POST .*\/upload/, /\[Uppy\]/] })
  const cases = CASES.slice(0, process.env.TEST_ALL ? undefined : 2)
  for (const [title, run] of cases) await test.step(title, () => run(page))
})
