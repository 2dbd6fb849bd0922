import { get } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import { limitOf } from '#server/page-sizes.ts'
import { expect, test } from './page.ts'
import { elementsOf, readHtml, tagsOf } from './served-html.ts'
import { siteUrl } from './site-url.ts'
import { freeStay, pathOf, propertyOf, SLUGS } from './stays.ts'

/** The transferred bytes, before decompression. */
function bodySize(url: string): Promise<{ bytes: number; encoding: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': 'br, gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve({ bytes, encoding: answer.headers['content-encoding'] }))
    })
    request.on('error', reject)
  })
}

test('the home page arrives compressed and within its budget', async () => {
  const { bytes, encoding } = await bodySize(`${siteUrl()}/`)
  expect(encoding).toMatch(/^(?:br|gzip)$/)
  expect(bytes).toBeLessThanOrEqual(15 * 1024)
})

test('what a property page shows arrives in the first round trip of its connection, and all of it in little more', async () => {
  // Ten packets, minus a thousand bytes for the headers. The data for the scripts, at the end, may come in the next three.
  const turn = 13_600
  const all = 17_900
  for (const slug of SLUGS) {
    const stay = await freeStay(slug)
    for (const path of [propertyOf(slug).path, pathOf(slug, stay)]) {
      expect((await bodySize(`${siteUrl()}${path}`)).bytes, path).toBeLessThanOrEqual(all)
      const html = await (await fetch(`${siteUrl()}${path}`)).text()
      const shown = html.slice(0, html.indexOf('streamController.enqueue('))
      expect(shown, path).toContain('</main>')
      const level = { [constants.BROTLI_PARAM_QUALITY]: 6 }
      expect(brotliCompressSync(shown, { params: level }).length, path).toBeLessThanOrEqual(turn)
    }
  }
})

test('no script is loaded before the first paint: the page names them, and its own small one loads them', async () => {
  const page = await readHtml('/')
  expect(tagsOf(page, 'script').filter(({ src }) => src)).toEqual([])
  const scripts = tagsOf(page, 'link').filter(({ href = '' }) => href.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(3)
  expect(new Set(scripts.map(({ rel }) => rel))).toEqual(new Set(['later']))
  const loaders = elementsOf(page, 'script', 'type="module"')
  expect(loaders).toEqual([expect.stringContaining("type: 'paint'")])
})

test('a browser on the home page loads scripts within the budgets, and each file once', async ({ visit }) => {
  const page = await visit('/', { isNew: true })
  await page.waitForLoadState('networkidle')
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize })),
  )
  const scripts = files.filter(({ path }) => path.endsWith('.js'))
  const sum = (kind: RegExp) =>
    files.filter(({ path }) => kind.test(path)).reduce((total, { bytes }) => total + bytes, 0)
  expect(scripts.length).toBeGreaterThan(0)
  expect(sum(/^\/assets\/.*\.(?:js|css)$/)).toBeLessThanOrEqual(limitOf('pages/home'))
  expect(sum(/^\/embed\/.*\.js$/)).toBeLessThanOrEqual(limitOf('embed/search'))
  expect(scripts.map(({ path }) => path).toSorted()).toEqual([...new Set(scripts.map(({ path }) => path))].toSorted())

  // The server and the browser name the same stylesheet and fonts.
  const styles = files
    .map(({ path }) => path)
    .filter((path) => /^\/assets\/.*\.(css|woff2)$/.test(path))
    .map((path) => path.replace(/-[^-]*(?=\.\w+$)/, ''))
  expect(styles.length).toBeGreaterThanOrEqual(2)
  expect(styles.toSorted()).toEqual([...new Set(styles)].toSorted())
})

test('the later photos of a home in the results load from the first swipe on, each before it is reached, and a press opens the home', async ({
  visit,
}) => {
  const page = await visit('/robots.txt', { isNew: true })
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/objects/homes/')) asked.add(pathname)
  })
  await page.goto(new URL('/search', page.url()).href, { waitUntil: 'networkidle' })
  const strips = page.getByRole('group', { name: /^Photos of / })
  const images = strips.first().locator('img')
  const count = await images.count()
  expect(count).toBeGreaterThanOrEqual(3)
  expect(asked.size).toBeLessThanOrEqual(await strips.count())
  const before = asked.size
  await strips.first().focus()
  // How many a browser loads at once is its own choice. The next one is there before a guest swipes to it.
  for (let at = 1; at < count; at += 1) {
    await expect(async () => {
      // A press while the strip still comes to rest can be lost.
      await page.keyboard.press('ArrowRight')
      await expect(images.nth(at)).toBeInViewport({ ratio: 0.99, timeout: 2_000 })
    }).toPass()
    for (const shown of [at, Math.min(at + 1, count - 1)])
      await expect(images.nth(shown)).toHaveJSProperty('complete', true)
  }
  expect(await images.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0))).toBe(
    true,
  )
  expect(asked.size).toBe(before + count - 1)
  const name = (await strips.first().getAttribute('aria-label'))?.replace('Photos of ', '') ?? ''
  await strips.first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
})
