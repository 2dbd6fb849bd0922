import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ServerBuild } from 'react-router'
import { hasSessionCookie } from '#app/features/operators/operators.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { embedCors } from '#app/platform/http/embeddable.server.ts'
import { MAX_BODY_BYTES } from '#app/platform/http/openapi.server.ts'
import { rememberVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { frameAncestors } from '../middleware/content-security-policy.ts'
import { fallbackPage } from '../middleware/fallback-page.ts'
import { type RunOrShed, refuseOverload } from '../middleware/load-shedding.ts'
import { refuseNulInForm } from '../middleware/refuse-nul.ts'
import { acceptedEncoding, compressed } from './compression.ts'
import { createPageCache, type PageKey, type SharedPage } from './page-cache.ts'
import { pageMatcher, withDecodableAddress } from './page-match.ts'
import { isDevelopment, pageRenderer, type RenderedPage } from './page-renderer.ts'

const TOO_LARGE = {
  title: 'That’s too much at once',
  sentence: 'A form can send up to 1 MB. Go back, shorten what you wrote, and send it again.',
}

const FILE_TOO_LARGE = {
  title: 'This file is too large',
  sentence: 'A file can have up to 5 MB. Go back, and choose a smaller one.',
}

/** A file of 5 MB, and the other fields of its form. */
const MAX_FILE_FORM_BYTES = 5.5 * 1024 * 1024

/** The router in the browser posts to `.data`. */
const pageOf = (path: string) => path.replace(/\.data$/, '')

/** For a single visitor, strong compression costs more than it saves. */
const QUICK = 6

/** A longer query is never a real one, and is not cached. */
const LONGEST_QUESTION = 1000

/**
 * The values of these keys in a query, in one spelling. Foreign keys and those without a value are left out, and their
 * order does not matter.
 */
function questionOf(query: URLSearchParams, keys: readonly string[] = []): string {
  if (query.size === 0) return ''
  const asked = keys.flatMap((key) => {
    // All values of a repeated key, even empty ones: the browser takes the first.
    const values = query.getAll(key)
    return values.some(Boolean) ? values.map((value) => [key, value]) : []
  })
  return asked.length > 0 ? `?${new URLSearchParams(asked)}` : ''
}

/**
 * The pages: shared ones are rendered once, through the cache, and personal ones per request. `runOrShed` bounds how
 * many are rendered at once.
 */
export function createPages(services: Services, build: ServerBuild, runOrShed: RunOrShed) {
  const { config } = services
  const development = isDevelopment()
  const matchOf = pageMatcher(build)
  const renderNow = pageRenderer(services, build)
  const render: typeof renderNow = async (context, request, match) => {
    const rendered = await runOrShed(context, () => renderNow(context, request, match))
    return rendered ?? refuseOverload(context, frameAncestors(config, match))
  }
  const cors = embedCors(config)
  const cache = createPageCache(services)

  /** The shared page for a request without personal parts; null if it must be rendered for the visitor. */
  function findShared(context: Context) {
    const asked = development ? null : askedByAnyone(context, config)
    // The router in the browser requests `.data`.
    if (!asked || asked.pathname.endsWith('.data')) return null
    const match = matchOf(asked.pathname)
    if (match.perRequest || match.visitorQuery?.some((key) => asked.searchParams.has(key))) return null
    const question = questionOf(asked.searchParams, match.query)
    if (question.length > LONGEST_QUESTION) return null
    // Not framed, a frame's page has a heading and a way back.
    const destination = match.frame && context.req.header('sec-fetch-dest') === 'document' ? 'document' : null
    const key: PageKey = {
      key: `${asked.pathname}${question}${destination ? `#${destination}` : ''}`,
      isUsual: match.isUsual && question === '',
      dependsOn: match.nights ? 'nights' : 'content',
    }
    return { key, match, path: asked.pathname, question, destination }
  }

  function requestOf({ path, question, destination }: NonNullable<ReturnType<typeof findShared>>): Request {
    // Assigned, not resolved against the URL: a path that starts with two slashes would name another host.
    const address = new URL(config.siteUrl)
    address.pathname = path
    address.search = question
    const headers = new Headers(destination ? { 'sec-fetch-dest': destination } : {})
    return withDecodableAddress(new Request(address, { headers }))
  }

  const routes = new Hono().all(
    '*',
    rememberVisitor(services),
    (context, next) => (matchOf(context.req.path).embeddable ? cors(context, next) : next()),
    limitBody(config, matchOf),
    refuseNulInForm,
    async (context) => {
      const shared = findShared(context)
      // Without the versions nothing can be cached, but a page can be rendered, if only to report the outage.
      const canCache = shared && (await services.versions.current().catch(() => null))
      if (!shared || !canCache) {
        const request = withDecodableAddress(context.req.raw)
        return answerAlone(context, await render(context, request, matchOf(context.req.path)))
      }
      return cache.share(context, shared.key, async () => {
        const page = await render(context, requestOf(shared), shared.match)
        return isForEveryone(page) ? page : answerAlone(context, page)
      })
    },
  )

  /** The cached page of a request; null when there is none. */
  async function findCached(context: Context): Promise<Response | null> {
    const shared = findShared(context)
    return shared && cache.find(context, shared.key)
  }

  return { routes, findCached }
}

/** Forms with a file may be larger than others. */
function limitBody(config: Config, matchOf: ReturnType<typeof pageMatcher>): MiddlewareHandler {
  const limitTo = (maxSize: number, refusal: typeof TOO_LARGE) =>
    bodyLimit({
      maxSize,
      onError: ({ req }) => fallbackPage(413, { ...refusal, framedBy: frameAncestors(config, matchOf(req.path)) }),
    })
  const limitForm = limitTo(MAX_BODY_BYTES, TOO_LARGE)
  const limitFile = limitTo(MAX_FILE_FORM_BYTES, FILE_TOO_LARGE)
  return (context, next) => (matchOf(pageOf(context.req.path)).file ? limitFile : limitForm)(context, next)
}

/** The URL of a request whose page is the same for everyone; null for writes and requests with a session. */
function askedByAnyone({ req }: Context, config: Config): URL | null {
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
  return new Response(await compressed(html, encoding, QUICK), { status, headers })
}
