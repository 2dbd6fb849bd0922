import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { followContentVersion } from '#app/platform/content-version.server.ts'
import type { Clock } from '#app/platform/services.server.ts'
import { matchesTag } from '#app/shared/http-headers.ts'
import { acceptedEncoding, compressed } from './compression.ts'

const MAX_PAGES = 500
/** For missing pages, and for unusual spellings of a path: their number is unlimited. */
const MAX_STRAYS = 100
const MAX_AGE_MS = 60_000

/** A page that is the same for everyone: found or missing. `notAfter` is the time at which it becomes outdated. */
export type SharedPage = { status: 200 | 404; html: string; headers: Headers; notAfter?: Date }

/**
 * The request: the raw path, what is known of it (`PageMatch`), and the minimum content version that the page shows.
 */
type Asked = { path: string; query: readonly string[]; isUsual: boolean; version: number }

type CachedPage = {
  status: 200 | 404
  query: readonly string[]
  version: number
  until: number
  etag: string
  headers: Headers
  bodies: { br: Uint8Array<ArrayBuffer>; gzip: Uint8Array<ArrayBuffer>; identity: Uint8Array<ArrayBuffer> }
}

/** The result of a rendering: a page for all waiting requests, or a response for the first one only. */
type Rendered = { cached: CachedPage } | { own: Response }

function answer(context: Context, page: CachedPage): Response {
  // Copied per answer: the server package's `Response` keeps the headers object, and later handlers add to it.
  const headers = new Headers(page.headers)
  const { status } = page
  if (status === 200 && matchesTag(context.req.header('if-none-match'), page.etag)) {
    return new Response(null, { status: 304, headers })
  }
  const encoding = acceptedEncoding(context.req.header('accept-encoding'))
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return new Response(context.req.method === 'HEAD' ? null : page.bodies[encoding], { status, headers })
}

/**
 * A cache of rendered pages that are the same for everyone, stored whole and compressed. Its size is limited, and its
 * key is only the raw path (never the Host header). Pages are dropped when the content version changes, after a minute,
 * or at the time the page sets itself. Requests for made-up paths evict no real page.
 */
export function createPageCache(options: { clock: Clock; version: () => Promise<number> }) {
  const usual = new LRUCache<string, CachedPage>({ max: MAX_PAGES })
  const strays = new LRUCache<string, CachedPage>({ max: MAX_STRAYS })
  const underway = new Map<string, { version: number; rendered: Promise<Rendered> }>()
  const content = followContentVersion(options)

  async function store({ path, query, isUsual, version }: Asked, page: SharedPage): Promise<CachedPage> {
    const { status } = page
    const identity = new TextEncoder().encode(page.html)
    const [br, gzip] = await Promise.all([compressed(identity, 'br', 9), compressed(identity, 'gzip', 6)])
    // Weak, because the tag covers the page in all its encodings.
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    const headers = new Headers(page.headers)
    if (status === 200) headers.set('etag', etag)
    headers.append('vary', 'Accept-Encoding')
    headers.set('cache-control', status === 200 ? 'private, no-cache' : 'no-store')
    const oldAt = options.clock.now().getTime() + MAX_AGE_MS
    const until = Math.min(oldAt, page.notAfter?.getTime() ?? Number.POSITIVE_INFINITY)
    const cached = { status, query, version, until, etag, headers, bodies: { br, gzip, identity } }
    const pages = isUsual && status === 200 ? usual : strays
    pages.set(path, cached)
    return cached
  }

  return {
    /** The cached page of a path and a query; null when none is valid, as far as the database can be checked. */
    async find(context: Context, path: string, query: URLSearchParams): Promise<Response | null> {
      const pages = usual.get(path) ? usual : strays
      const page = pages.get(path)
      if (!page || page.query.some((key) => query.has(key))) return null
      const version =
        page.until > options.clock.now().getTime() ? await content.current().catch(() => page.version) : null
      if (version === page.version) return answer(context, page)
      if (pages.get(path) === page) pages.delete(path)
      return null
    },
    /** The minimum version that a page rendered now will show. Rejects when the database is unavailable. */
    version: content.current,
    /**
     * Renders a path once for all concurrent requests at the same version, caches the page and answers with it. If
     * `render` returns a `Response`, that is only for its caller, and each of the others renders again.
     */
    async share(context: Context, asked: Asked, render: () => Promise<SharedPage | Response>): Promise<Response> {
      const { path, version } = asked
      const before = underway.get(path)
      const found = before?.version === version ? await before.rendered.catch(() => null) : null
      if (found && 'cached' in found) return answer(context, found.cached)
      const rendered = render().then(
        async (made): Promise<Rendered> => ('html' in made ? { cached: await store(asked, made) } : { own: made }),
      )
      const own = { version, rendered }
      underway.set(path, own)
      try {
        const outcome = await rendered
        return 'own' in outcome ? outcome.own : answer(context, outcome.cached)
      } finally {
        if (underway.get(path) === own) underway.delete(path)
      }
    },
    /** Makes the next check query the database again. Call it after any request that may have written. */
    recheck: content.recheck,
  }
}

export type PageCache = ReturnType<typeof createPageCache>
