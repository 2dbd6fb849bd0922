import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { followContentVersion } from '#app/platform/content-version.server.ts'
import type { Clock } from '#app/platform/services.server.ts'
import { matchesTag } from '#app/shared/http-headers.ts'
import { acceptedEncoding, compressed } from './compression.ts'

const MAX_PAGES = 500
/** Of missing pages, and of pages by an unusual spelling of their path: there is no end to those. */
const MAX_STRAYS = 100
const MAX_AGE_MS = 60_000

/** A page that everyone sees alike: found or missing. `notAfter` is an instant at which it stops being true. */
export type SharedPage = { status: 200 | 404; html: string; headers: Headers; notAfter?: Date }

/** What is asked for: the raw path, how it is known (`PageMatch`), and the content version that the page will show at least. */
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

/** What came of a rendering: a page for all who wait for it, or an answer for the one who asked first. */
type Rendered = { kept: CachedPage } | { own: Response }

function answer(context: Context, page: CachedPage): Response {
  // A copy for each answer: the `Response` of the server package keeps the headers it is given, and later handlers add to them.
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
 * Finished pages that everyone gets alike, kept whole and compressed. Bounded, keyed by the raw path alone (never by the Host
 * header), and dropped when the content version moves, after a minute, or at the instant the page names itself. Whoever makes
 * paths up pushes out no real page.
 */
export function createPageCache(options: { clock: Clock; version: () => Promise<number> }) {
  const usual = new LRUCache<string, CachedPage>({ max: MAX_PAGES })
  const strays = new LRUCache<string, CachedPage>({ max: MAX_STRAYS })
  const underway = new Map<string, { version: number; rendered: Promise<Rendered> }>()
  const content = followContentVersion(options)

  async function keep({ path, query, isUsual, version }: Asked, page: SharedPage): Promise<CachedPage> {
    const { status } = page
    const identity = new TextEncoder().encode(page.html)
    const [br, gzip] = await Promise.all([compressed(identity, 'br', 9), compressed(identity, 'gzip', 6)])
    // Weak, because it names the page in all its encodings.
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    const headers = new Headers(page.headers)
    if (status === 200) headers.set('etag', etag)
    headers.append('vary', 'Accept-Encoding')
    headers.set('cache-control', status === 200 ? 'private, no-cache' : 'no-store')
    const oldAt = options.clock.now().getTime() + MAX_AGE_MS
    const until = Math.min(oldAt, page.notAfter?.getTime() ?? Number.POSITIVE_INFINITY)
    const kept = { status, query, version, until, etag, headers, bodies: { br, gzip, identity } }
    const pages = isUsual && status === 200 ? usual : strays
    pages.set(path, kept)
    return kept
  }

  return {
    /** The kept page of a path and a query, or null when there is none that is still right, as far as the database can be asked. */
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
    /** The version that a page about to be rendered will show at least. Rejects when the database cannot say. */
    version: content.current,
    /**
     * Renders a path once for all who ask for it meanwhile at the same version, keeps the page and answers with it. When
     * `render` gives a `Response`, that is for its caller alone and each of the others renders anew.
     */
    async share(context: Context, asked: Asked, render: () => Promise<SharedPage | Response>): Promise<Response> {
      const { path, version } = asked
      const before = underway.get(path)
      const found = before?.version === version ? await before.rendered.catch(() => null) : null
      if (found && 'kept' in found) return answer(context, found.kept)
      const rendered = render().then(
        async (made): Promise<Rendered> => ('html' in made ? { kept: await keep(asked, made) } : { own: made }),
      )
      const own = { version, rendered }
      underway.set(path, own)
      try {
        const outcome = await rendered
        return 'own' in outcome ? outcome.own : answer(context, outcome.kept)
      } finally {
        if (underway.get(path) === own) underway.delete(path)
      }
    },
    /** Makes the next look-up ask the database again: called after any request that may have written. */
    recheck: content.recheck,
  }
}

export type PageCache = ReturnType<typeof createPageCache>
