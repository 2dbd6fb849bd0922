import { type Context, Hono } from 'hono'
import { getSite } from '#app/features/site/site.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { NIGHT } from '#app/shared/theme-colors.ts'

/**
 * The web app manifests of the site, and of the back office, which installs as an app. Both have the operator's brand.
 * Their icons are those of `site-icons.ts`.
 */
export function webManifest(services: Services): Hono {
  const icon = (size: number, src: string, purpose: 'any' | 'maskable') => {
    return { src, sizes: `${size}x${size}`, type: 'image/png', purpose }
  }
  const look = {
    lang: 'en',
    theme_color: NIGHT.mountain,
    background_color: NIGHT.mountain,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon(192, '/icon-192.png', 'any'),
      icon(512, '/icon-512.png', 'any'),
      icon(512, '/icon-maskable-512.png', 'maskable'),
    ],
  }
  const answer = (context: Context, manifest: object) =>
    context.body(JSON.stringify({ ...manifest, ...look }), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=3600',
    })
  return new Hono()
    .get('/site.webmanifest', async (context) => {
      const { brand, defaultDescription } = await getSite(services)
      const names = { id: '/', name: brand, short_name: brand, description: defaultDescription }
      // Displayed as a browser page: nobody needs to install an app for a booking of four nights.
      return answer(context, { ...names, start_url: '/', display: 'browser' })
    })
    .get('/back-office.webmanifest', async (context) => {
      const { brand } = await getSite(services)
      const names = { id: '/admin', name: `${brand}: back office`, short_name: brand }
      return answer(context, { ...names, start_url: '/admin', scope: '/admin', display: 'standalone' })
    })
}
