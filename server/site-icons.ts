import { type Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { litColor } from '#app/features/site/accent.ts'
import { getSite } from '#app/features/site/site.server.ts'
import { loadSharp } from '#app/platform/load-sharp.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { NIGHT } from '#app/shared/theme-colors.ts'

/** The window of `public/favicon.svg`, in the color of the brand. `edge` is the ground around it, in its pixels. */
function icon(lit: string, edge: number, radius: number): string {
  const size = 16 + 2 * edge
  const ground = `<rect x="${-edge}" y="${-edge}" width="${size}" height="${size}" rx="${radius}" fill="${NIGHT.mountain}"/>`
  const panes = `<path fill="${lit}" d="M3 2h4v5H3zM9 2h4v5H9zM3 9h4v5H3zM9 9h4v5H9z"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-edge} ${-edge} ${size} ${size}">${ground}${panes}</svg>`
}

/** The icons as images: width in pixels, and whether a launcher may cut off their corners. */
const IMAGES = {
  '/favicon.ico': { width: 32, cut: false },
  '/apple-touch-icon.png': { width: 180, cut: true },
  '/icon-192.png': { width: 192, cut: false },
  '/icon-512.png': { width: 512, cut: false },
  '/icon-maskable-512.png': { width: 512, cut: true },
}

async function drawn(drawing: string, width: number): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp()
  const density = (72 * width) / 16
  const bytes = await sharp(Buffer.from(drawing), { density }).resize(width).png().toBuffer()
  return bytes as Uint8Array<ArrayBuffer>
}

/**
 * The icons of a site with a color of its own; without one they are the files in `public/`. Browsers read a PNG under
 * the name `favicon.ico`, too. An operator sees a new color within an hour.
 */
export function siteIcons(services: Services): Hono {
  const color = async () => litColor((await getSite(services)).accent)
  const answer = (context: Context, type: string, body: string | Uint8Array<ArrayBuffer>) =>
    context.body(body, 200, { 'content-type': type, 'cache-control': 'public, max-age=3600' })

  const routes = new Hono().get('/favicon.svg', async (context, next) => {
    const lit = await color()
    return lit ? answer(context, 'image/svg+xml; charset=utf-8', icon(lit, 0, 2)) : next()
  })
  for (const [path, { width, cut }] of Object.entries(IMAGES)) {
    // Drawn once for each color; the site has one at a time.
    const images = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({
      max: 1,
      memoMethod: (lit) => drawn(cut ? icon(lit, 4, 0) : icon(lit, 0, 2), width),
    })
    routes.get(path, async (context, next) => {
      const lit = await color()
      return lit ? answer(context, 'image/png', await images.memo(lit)) : next()
    })
  }
  return routes
}
