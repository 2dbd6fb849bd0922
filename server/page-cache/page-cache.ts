import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { Clock } from '#app/platform/clock.server.ts'
import { createVersionedCache, type DependsOn } from '#app/platform/versioned-cache.server.ts'
import type { CurrentVersions } from '#app/platform/versions.server.ts'
import { quarterHourEnd } from '#app/shared/dates.ts'
import { matchesTag } from '#app/shared/http-headers.ts'
import { acceptedEncoding, compressed, type Encoding } from './compression.ts'

/** Twice: once for the site's own pages, once for strays. */
const MAX_BYTES = 16 * 2 ** 20
const MAX_AGE_MS = 60_000

/** A page that is the same for everyone: found or missing. `notAfter` is the time at which it becomes outdated. */
export type SharedPage = { status: 200 | 404; html: Uint8Array<ArrayBuffer>; headers: Headers; notAfter?: Date }

/**
 * What identifies a cached page: the raw path and, in one spelling, what the page reads of its query. Unless `isUsual`,
 * it is a stray, one of an unlimited number. It is a missing page, an unusual spelling of a path, or a page with a
 * query.
 */
export type PageKey = { key: string; isUsual: boolean; dependsOn: DependsOn }

type CachedPage = {
  status: 200 | 404
  etag: string | null
  headers: Record<string, string>
  html: Uint8Array<ArrayBuffer>
  bodies: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>
  isUsual: boolean
}

/** The result of a rendering: a page for all waiting requests, or a response for the first one only. */
type Rendered = { page: CachedPage } | { own: Response }

/** A page without a query is sent thousands of times, one with a query perhaps never again. */
const LEVELS = { usual: { br: 9, gzip: 6, identity: 0 }, stray: { br: 6, gzip: 5, identity: 0 } }

function bodyOf(page: CachedPage, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const found = page.bodies.get(encoding)
  if (found) return found
  const body = compressed(page.html, encoding, LEVELS[page.isUsual ? 'usual' : 'stray'][encoding])
  page.bodies.set(encoding, body)
  return body
}

async function answer(context: Context, page: CachedPage): Promise<Response> {
  const { status, headers } = page
  if (page.etag && matchesTag(context.req.header('if-none-match'), page.etag)) {
    return new Response(null, { status: 304, headers })
  }
  const encoding = acceptedEncoding(context.req.header('accept-encoding'))
  const body = context.req.method === 'HEAD' ? null : await bodyOf(page, encoding)
  // A plain record goes to the socket as it is.
  return new Response(body, {
    status,
    headers: encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding },
  })
}

function pageToCache({ status, html, headers: rendered }: SharedPage, { isUsual, dependsOn }: PageKey): CachedPage {
  const headers = new Headers(rendered)
  headers.append('vary', 'Accept-Encoding')
  // A guest who goes back must not see nights as free that were sold meanwhile. Browsers go back without asking again.
  const isStored = status === 200 && dependsOn === 'content'
  headers.set('cache-control', isStored ? 'private, no-cache' : 'no-store')
  // Weak, because the tag covers the page in all its encodings.
  const etag = isStored ? `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` : null
  if (etag) headers.set('etag', etag)
  return { status, etag, headers: Object.fromEntries(headers), html, bodies: new Map(), isUsual }
}

/** With its compressed bodies a page is about a third larger. */
const sizeOf = (rendered: Rendered) => ('page' in rendered ? Math.ceil(rendered.page.html.byteLength * 1.4) + 1000 : 1)

/**
 * A cache of rendered pages that are the same for everyone, stored whole and compressed. Never keyed by the Host
 * header. Pages are dropped when what they depend on changes, and after a minute. They are also dropped at full
 * quarters of an hour, or at the time the page sets itself. Requests for made-up addresses evict only each other.
 */
export function createPageCache({ clock, versions }: { clock: Clock; versions: CurrentVersions }) {
  const pages = createVersionedCache<Rendered>({ clock, versions, max: MAX_BYTES, sizeOf, maxAgeMs: MAX_AGE_MS })

  return {
    /** The cached page; null when none is valid, as far as the database can be checked. */
    async find(context: Context, { key }: PageKey): Promise<Response | null> {
      const found = await pages.find(key)
      return found && 'page' in found ? answer(context, found.page) : null
    },
    /**
     * Renders a page once for all concurrent requests, caches it and answers with it. If `render` returns a `Response`,
     * that is only for its caller, and each of the others renders again. Rejects when the database is unavailable.
     */
    async share(context: Context, page: PageKey, render: () => Promise<SharedPage | Response>): Promise<Response> {
      const found = await pages.read(page.key, page.dependsOn, async () => {
        // The date and hour of a property decide which days can be booked.
        const quarterEnd = quarterHourEnd(clock.now())
        const rendered = await render()
        if (!('html' in rendered)) return { value: { own: rendered }, kind: 'personal' }
        const stray = !page.isUsual || rendered.status === 404
        return {
          value: { page: pageToCache(rendered, page) },
          notAfter: rendered.notAfter && rendered.notAfter < quarterEnd ? rendered.notAfter : quarterEnd,
          ...(stray && { kind: 'stray' as const }),
        }
      })
      return 'own' in found ? found.own : answer(context, found.page)
    },
  }
}

export type PageCache = ReturnType<typeof createPageCache>
