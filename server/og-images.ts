import { type Context, Hono } from 'hono'
import { getGiveaway } from '#app/features/giveaway/giveaway.server.ts'
import { giveawayOgImage } from '#app/features/giveaway/og-image.server.ts'
import { getPost } from '#app/features/journal/journal.server.ts'
import { postOgImage } from '#app/features/journal/og-image.server.ts'
import { ogImageFile, ogImages } from '#app/features/media/og-images.server.ts'
import { ogImageContent } from '#app/features/properties/og-image.server.ts'
import { getProperty } from '#app/features/properties/properties.server.ts'
import { getSite } from '#app/features/site/site.server.ts'
import type { Services } from '#app/platform/services.server.ts'

type Card = Parameters<typeof ogImageFile>[0]

/**
 * Images for shared links. Only the current image of a page is rendered; any other address redirects to it. So nobody
 * can cause more renderings than there are pages.
 */
export function ogImageRoutes(services: Services): Hono {
  const images = ogImages(services)

  async function answer(context: Context, card: Card | null): Promise<Response> {
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

  return new Hono()
    .get('/share/property/:slug/:file', async (context) => {
      const property = await getProperty(services, { slug: context.req.param('slug') })
      return answer(context, property && ogImageContent(property, await getSite(services)))
    })
    .get('/share/journal/:slug/:file', async (context) => {
      const post = await getPost(services, { slug: context.req.param('slug') })
      return answer(context, post && postOgImage(post, await getSite(services)))
    })
    .get('/share/staycation/:file', async (context) => {
      const giveaway = await getGiveaway(services)
      return answer(context, giveaway && giveawayOgImage(giveaway, await getSite(services)))
    })
}

function missing(context: Context): Response {
  return context.json({ code: 'not-found', message: 'We couldn’t find that image.' }, 404, {
    'cache-control': 'no-store',
  })
}
