import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ServerBuild } from 'react-router'
import { hasSessionCookie } from '#app/features/operators/operators.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { getContentVersion } from '#app/platform/content-version.server.ts'
import { embedCors } from '#app/platform/http/embeddable.server.ts'
import { MAX_BODY_BYTES } from '#app/platform/http/openapi.server.ts'
import { rememberVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { frameAncestors } from '../middleware/content-security-policy.ts'
import { fallbackPage } from '../middleware/fallback-page.ts'
import { acceptedEncoding, compressed } from './compression.ts'
import { createPageCache, type PageCache, type SharedPage } from './page-cache.ts'
import { pageMatcher, withDecodableAddress } from './page-match.ts'
import { isDevelopment, pageRenderer, type RenderedPage } from './page-renderer.ts'

const TOO_LARGE = {
  title: 'That is too much at once',
  sentence: 'One form takes 1 MB at most. Go back, shorten what you wrote, and send it again.',
}

/** For a single visitor, strong compression costs more than it saves. */
const QUICK = 6

/** Renders the pages: shared ones once, through the cache, and personal ones per request. */
export function createPages(services: Services, build: ServerBuild, cache: PageCache): Hono {
  const { config } = services
  const development = isDevelopment()
  const matchOf = pageMatcher(build)
  const render = pageRenderer(services, build)
  const cors = embedCors(config)

  /** The request for the shared page, without anything of the visitor. */
  function findShared(context: Context) {
    const asked = development ? null : askedByAnyone(context, config)
    // The router in the browser requests `.data`.
    if (!asked || asked.pathname.endsWith('.data')) return null
    // Assigned, not resolved against the URL: a path that starts with two slashes would name another host.
    const address = new URL(config.siteUrl)
    address.pathname = asked.pathname
    const match = matchOf(asked.pathname)
    if (match.perRequest || match.query.some((key) => asked.searchParams.has(key))) return null
    return { request: withDecodableAddress(new Request(address)), match, path: asked.pathname }
  }

  return new Hono().all(
    '*',
    rememberVisitor(services),
    (context, next) => (matchOf(context.req.path).embeddable ? cors(context, next) : next()),
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: ({ req }) => fallbackPage(413, { ...TOO_LARGE, framedBy: frameAncestors(config, matchOf(req.path)) }),
    }),
    async (context) => {
      const shared = findShared(context)
      // Without the version nothing can be cached, but a page can be rendered, if only to report the outage.
      const version = shared ? await cache.version().catch(() => null) : null
      if (!shared || version === null) {
        const request = withDecodableAddress(context.req.raw)
        return answerAlone(context, await render(context, request, matchOf(context.req.path)))
      }
      const { request, match, path } = shared
      return cache.share(context, { ...match, path, version }, async () => {
        const page = await render(context, request, match)
        return isForEveryone(page) ? page : answerAlone(context, page)
      })
    },
  )
}

/** The cache of rendered pages, tied to the database's content version. */
export function pageCacheFor(services: Services): PageCache {
  const { clock, log } = services
  const version = () =>
    getContentVersion(services).catch((error) => {
      log.error({ event: 'content-version.not-read', err: error }, 'the content version could not be read')
      throw error
    })
  return createPageCache({ clock, version })
}

/** The URL of a request whose page is the same for everyone; null for writes and requests with a session. */
export function askedByAnyone({ req }: Context, config: Config): URL | null {
  if (req.method !== 'GET' && req.method !== 'HEAD') return null
  // Other cookies belong to neighboring sites: no page is rendered with them.
  if (req.header('cookie') !== undefined && hasSessionCookie(config, req.raw.headers)) return null
  return new URL(req.url)
}

function isForEveryone(page: RenderedPage | Response): page is RenderedPage & SharedPage {
  if (!('html' in page) || (page.status !== 200 && page.status !== 404) || page.personal) return false
  return !page.headers.has('cache-control') && !page.headers.has('set-cookie')
}

async function answerAlone(context: Context, page: RenderedPage | Response): Promise<Response> {
  if (!('html' in page)) return page
  const { html, status, headers } = page
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  headers.append('vary', 'Accept-Encoding')
  if (context.req.method === 'HEAD') return new Response(null, { status, headers })
  const encoding = acceptedEncoding(context.req.header('accept-encoding'))
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return new Response(await compressed(new TextEncoder().encode(html), encoding, QUICK), { status, headers })
}
