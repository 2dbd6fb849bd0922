import { Hono } from 'hono'
import { getSite } from '#app/features/site/site.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { NIGHT } from '#app/shared/theme-colors.ts'

/** The web app manifest, with the operator's brand. Its icons are those of `site-icons.ts`. */
export function webManifest(services: Services): Hono {
  const icon = (size: number, src: string, purpose: 'any' | 'maskable') => {
    return { src, sizes: `${size}x${size}`, type: 'image/png', purpose }
  }
  return new Hono().get('/site.webmanifest', async (context) => {
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
        icon(512, '/icon-maskable-512.png', 'maskable'),
      ],
    }
    return context.body(JSON.stringify(manifest), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=3600',
    })
  })
}
