import { Hono } from 'hono'
import sharp from 'sharp'
import { getSite } from '#app/features/site/site.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { DUSK, LIT, NIGHT } from '#app/shared/theme-colors.ts'

/** Four panes of a window. At sixteen pixels each of their edges falls on a pixel boundary. */
const PANES = 'M3 2h4v5H3zM9 2h4v5H9zM3 9h4v5H3zM9 9h4v5H9z'
const BY_DARK = `<style>@media (prefers-color-scheme: dark) { rect { fill: ${DUSK} } }</style>`

/** The lit window on night. `whole` fills the square and leaves room around the window, because the system crops it. */
function windowIcon({ whole = false, style = '' } = {}): string {
  const panes = `<path fill="${LIT}" d="${PANES}"${whole ? ' transform="matrix(.75 0 0 .75 2 2)"' : ''}/>`
  const ground = `<rect width="16" height="16" rx="${whole ? 0 : 2}" fill="${NIGHT.mountain}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${style}${ground}${panes}</svg>`
}

const png = (size: number, icon = windowIcon()) =>
  sharp(Buffer.from(icon), { density: (72 * size) / 16 })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer()

/** Packs PNGs into an ICO file: a header, an entry for each, and the files. */
async function ico(sizes: number[]): Promise<Buffer> {
  const pictures = await Promise.all(sizes.map((size) => png(size)))
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  for (const [index, picture] of pictures.entries()) {
    const entry = head.subarray(6 + 16 * index)
    entry.writeUInt8(sizes[index] ?? 0, 0)
    entry.writeUInt8(sizes[index] ?? 0, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(picture.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += picture.length
  }
  return Buffer.concat([head, ...pictures])
}

const ICONS: Record<string, { type: string; draw: () => Promise<Buffer> }> = {
  '/favicon.svg': { type: 'image/svg+xml', draw: async () => Buffer.from(windowIcon({ style: BY_DARK })) },
  '/favicon.ico': { type: 'image/x-icon', draw: () => ico([16, 32, 48]) },
  '/apple-touch-icon.png': { type: 'image/png', draw: () => png(180, windowIcon({ whole: true })) },
  '/icon-192.png': { type: 'image/png', draw: () => png(192) },
  '/icon-512.png': { type: 'image/png', draw: () => png(512) },
  '/icon-whole-512.png': { type: 'image/png', draw: () => png(512, windowIcon({ whole: true })) },
}

const A_WEEK = 'public, max-age=604800'

/** The icons of tabs, home screens and search results, all drawn from one window, and the manifest with the brand. */
export function siteIcons(services: Services): Hono {
  const app = new Hono()
  for (const [path, { type, draw }] of Object.entries(ICONS)) {
    let drawn: Promise<Buffer> | undefined
    app.get(path, async (context) => {
      drawn ??= draw()
      return context.body(new Uint8Array(await drawn), 200, { 'content-type': type, 'cache-control': A_WEEK })
    })
  }
  const icon = (size: number, src: string, purpose: 'any' | 'maskable') => {
    return { src, sizes: `${size}x${size}`, type: 'image/png', purpose }
  }
  return app.get('/site.webmanifest', async (context) => {
    const { brand, defaultDescription } = await getSite(services)
    const manifest = {
      id: '/',
      name: brand,
      short_name: brand,
      description: defaultDescription,
      lang: 'en',
      start_url: '/',
      // Displayed as a browser page: nobody needs to install an app for a booking of four nights.
      display: 'browser',
      theme_color: NIGHT.mountain,
      background_color: NIGHT.mountain,
      icons: [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        icon(192, '/icon-192.png', 'any'),
        icon(512, '/icon-512.png', 'any'),
        icon(512, '/icon-whole-512.png', 'maskable'),
      ],
    }
    return context.body(JSON.stringify(manifest), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=3600',
    })
  })
}
