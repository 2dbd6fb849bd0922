/** The store of the page that the back office shows without connection. `public/back-office-worker.js` reads it. */
const NAME = 'back-office'
const PATH = '/admin/offline'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** Stores the page on this device. `seenAt` is in ISO 8601. Browsers have a store with https only. */
export async function storeOfflineCopy(html: string, seenAt: string): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(NAME)
  await cache.put(PATH, new Response(html, { headers: { ...HEADERS, 'x-seen-at': seenAt } }))
}

/** Removes it: nothing of a site’s guests stays on a device where nobody is signed in. */
export async function removeOfflineCopy(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(NAME)
}
