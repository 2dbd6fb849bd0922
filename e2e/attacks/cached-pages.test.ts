import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ask } from '../ask.ts'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'

const PAGES = [
  '/',
  '/contact',
  '/host-with-us',
  '/newsletter',
  '/staycation',
  '/privacy',
  '/property/lake-keowee',
  '/search',
]

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
}

test('simultaneous visitors, with any query, each get a readable page and their own request id', {
  tag: '@slow',
}, async () => {
  const accepted = ['br', 'gzip', 'identity']
  const texts = new Set<string>()
  const ids = new Set<unknown>()
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(
      Array.from({ length: 60 }, async (_, number) => {
        const encoding = accepted[number % 3] ?? ''
        const answer = await ask(`${siteUrl()}/contact?utm_source=${round}-${number}`, {
          headers: { 'accept-encoding': encoding },
        })
        expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding)
        texts.add(String(decoders[encoding]?.(answer.bytes)))
        ids.add(answer.headers['x-request-id'])
      }),
    )
  }
  expect([texts.size, ids.size]).toEqual([1, 180])
})

test('every page ignores an unknown query and keeps it in the address', { tag: '@slow' }, async ({ visit }) => {
  const page = await visit('/sign-in')
  for (const path of PAGES) {
    await page.goto(`${siteUrl()}${path}?utm_source=mail&gclid=7&fbclid=a%20b`)
    await untilHydrated(page)
    expect(new URL(page.url()).search, path).toBe('?utm_source=mail&gclid=7&fbclid=a%20b')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${siteUrl()}${path}`)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).first().click()
    await expect.poll(() => new URL(page.url()).pathname, path).toBe('/privacy')
  }
})
