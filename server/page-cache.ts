import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { Clock } from '#app/platform/services.server.ts'
import { matchesTag } from '#app/shared/http-headers.ts'
import { acceptedEncoding } from './accepted-encoding.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const MAX_PAGES = 500
const MAX_AGE_MS = 60_000
/** How long a version read from the database is believed; a write through this process ends it at once. */
const VERSION_TRUST_MS = 1000

type CachedPage = {
  version: number
  until: number
  bodies: { br: Uint8Array<ArrayBuffer>; gzip: Uint8Array<ArrayBuffer>; identity: Uint8Array<ArrayBuffer> }
  headers: Record<string, string>
}

/**
 * Finished pages of anonymous visitors, kept whole and compressed. Bounded, keyed by the path alone (never by the Host
 * header), and dropped when the content version moves, after a minute, or at the instant the page names itself.
 */
export function createPageCache(options: { clock: Clock; version: () => Promise<number> }) {
  const pages = new Map<string, CachedPage>()
  let known = { version: -1, at: 0 }

  async function currentVersion(): Promise<number> {
    const now = options.clock.now().getTime()
    if (now - known.at >= VERSION_TRUST_MS || now < known.at) known = { version: await options.version(), at: now }
    return known.version
  }

  function answer(context: Context, page: CachedPage): Response {
    const encoding = acceptedEncoding(context.req.header('accept-encoding'))
    if (matchesTag(context.req.header('if-none-match'), page.headers.etag ?? ''))
      return new Response(null, { status: 304, headers: page.headers })
    const headers = encoding === 'identity' ? page.headers : { ...page.headers, 'content-encoding': encoding }
    return new Response(context.req.method === 'HEAD' ? null : page.bodies[encoding], { headers })
  }

  return {
    /** The kept page of a path, or null when there is none that is still right. */
    async find(context: Context, path: string): Promise<Response | null> {
      const page = pages.get(path)
      if (!page) return null
      if (page.until <= options.clock.now().getTime() || page.version !== (await currentVersion())) {
        pages.delete(path)
        return null
      }
      return answer(context, page)
    },
    /** The version that a page about to be rendered will show at least. */
    version: currentVersion,
    /** Keeps a rendered page and answers with it. `notAfter` is an instant at which it stops being true. */
    async keep(
      context: Context,
      path: string,
      page: { html: string; version: number; headers: Record<string, string>; notAfter?: Date },
    ): Promise<Response> {
      const identity = new TextEncoder().encode(page.html)
      const [br, gzipped] = await Promise.all([
        brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
        zip(identity),
      ])
      // Weak, because it names the page in all its encodings.
      const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
      const kept: CachedPage = {
        version: page.version,
        until: Math.min(
          options.clock.now().getTime() + MAX_AGE_MS,
          page.notAfter?.getTime() ?? Number.POSITIVE_INFINITY,
        ),
        bodies: { br: new Uint8Array(br), gzip: new Uint8Array(gzipped), identity },
        headers: { ...page.headers, etag, vary: 'Accept-Encoding', 'cache-control': 'private, no-cache' },
      }
      pages.delete(path)
      const oldest = pages.size >= MAX_PAGES ? pages.keys().next().value : undefined
      if (oldest !== undefined) pages.delete(oldest)
      pages.set(path, kept)
      return answer(context, kept)
    },
    /** Makes the next look-up ask the database again: called after any request that may have written. */
    recheck(): void {
      known = { ...known, at: 0 }
    },
  }
}

export type PageCache = ReturnType<typeof createPageCache>
