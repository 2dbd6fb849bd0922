import { type Context, Hono } from 'hono'
import { FEATURES } from '#app/features/all-features.server.ts'
import { ogImageFile, ogImages } from '#app/features/media/og-images.server.ts'
import type { FindOgImage } from '#app/platform/feature/define-feature.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { OgImageContent } from '#app/shared/page-metadata.ts'

/**
 * Images for shared links. Only the current image of a page is rendered; any other address redirects to it. So nobody
 * can cause more renderings than there are pages.
 */
export function ogImageRoutes(services: Services): Hono {
  const images = ogImages(services)

  async function answer(context: Context, card: OgImageContent | null): Promise<Response> {
    if (!card) return missing(context)
    const file = ogImageFile(card)
    if (context.req.param('file') !== file) {
      context.header('cache-control', 'no-store')
      return context.redirect(`/share${card.page}/${file}`)
    }
    const bytes = await images.get(card)
    if (!bytes) return missing(context)
    return context.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      'content-type': 'image/jpeg',
      'content-length': String(bytes.byteLength),
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }

  const app = new Hono()
  for (const [page, find] of FEATURES.flatMap((feature) => Object.entries<FindOgImage>(feature.ogImages))) {
    app.get(`/share${page}/:file`, async (context) =>
      answer(context, await find(services, context.req.param('slug') ?? '')),
    )
  }
  return app
}

function missing(context: Context): Response {
  return context.json({ code: 'not-found', message: 'We couldn’t find that image.' }, 404, {
    'cache-control': 'no-store',
  })
}
