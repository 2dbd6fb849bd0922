import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { embedHosts } from '#app/features/embeds/embeds.server.ts'
import { hasSessionCookie, operatorAccess } from '#app/features/operators/operators.server.ts'
import { clientAddressReader } from '#app/platform/client-address.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { getContentVersion } from '#app/platform/content-version.server.ts'
import { MAX_BODY_BYTES } from '#app/platform/http/openapi.server.ts'
import { operatorAccessContext } from '#app/platform/http/operator-access.server.ts'
import {
  clientAddressContext,
  databaseUnavailableContext,
  nonceContext,
  pageExpiryContext,
  rateLimitedContext,
  requestIdContext,
  servicesContext,
} from '#app/platform/http/page-context.server.ts'
import { rememberVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { acceptedEncoding, compressed } from './compressed.ts'
import {
  contentSecurityPolicy,
  frameAncestors,
  hashInlineScripts,
  paymentHosts,
  permissionsPolicy,
} from './content-security.ts'
import { withDecodableAddress } from './decodable-address.ts'
import { IN_A_MOMENT, tooOften } from './failure.ts'
import { createPageCache, type PageCache, type SharedPage } from './page-cache.ts'
import { pageMatcher } from './page-match.ts'
import { plainPage } from './plain-page.ts'
import { quickToPaint } from './quick-to-paint.ts'

/** Where pictures are chosen, taken with the camera and uploaded. */
const UPLOADS = /^\/test\/?$/
/** Where a guest pays: the one page with a script of somebody else's. */
const PAYING = /^\/embed\/pay\//

const TOO_LARGE = {
  title: 'That is too much at once',
  sentence: 'One form takes 1 MB at most. Go back, shorten what you wrote, and send it again.',
}

/** For whoever renders once, a page costs more to compress well than to send. */
const QUICK = 6

type Page = Omit<SharedPage, 'status'> & {
  status: number
  /** It asked who is there, so what it shows may be for the operator alone. */
  personal: boolean
}

/** What a request asks for, when nobody but those with a cookie of their own could get another page for it; else null. */
export function askedByAnyone({ req }: Context, config: Config): URL | null {
  if (req.method !== 'GET' && req.method !== 'HEAD') return null
  // The other cookies are neighbouring sites': no page is rendered with them.
  if (req.header('cookie') !== undefined && hasSessionCookie(config, req.raw.headers)) return null
  return new URL(req.url)
}

function isForEveryone(page: Page | Response): page is Page & SharedPage {
  if (!('html' in page) || (page.status !== 200 && page.status !== 404) || page.personal) return false
  return !page.headers.has('cache-control') && !page.headers.has('set-cookie')
}

async function answerAlone(context: Context, page: Page | Response): Promise<Response> {
  if (!('html' in page)) return page
  const { html, status, headers } = page
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  headers.append('vary', 'Accept-Encoding')
  if (context.req.method === 'HEAD') return new Response(null, { status, headers })
  const encoding = acceptedEncoding(context.req.header('accept-encoding'))
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return new Response(await compressed(new TextEncoder().encode(html), encoding, QUICK), { status, headers })
}

/** The answer of a page that failed because the database is away; an action may have answered otherwise already. */
function inAMoment(rendered: Response): Response {
  if (rendered.status !== 500) return rendered
  const response = new Response(rendered.body, { status: 503, headers: rendered.headers })
  for (const [name, value] of Object.entries(IN_A_MOMENT)) response.headers.set(name, value)
  return response
}

/** The cache of finished pages, tied to the database's content version. */
export function pageCacheFor(services: Services): PageCache {
  const { clock, log } = services
  const version = () =>
    getContentVersion(services).catch((error) => {
      log.error({ err: error }, 'the content version could not be read')
      throw error
    })
  return createPageCache({ clock, version })
}

/** Renders the pages: React Router for everything a person sees, its inline scripts named by hash in the policy. */
export function createPages(services: Services, build: ServerBuild, cache: PageCache): Hono {
  const { config } = services
  const development = import.meta.env?.DEV ?? false
  // Behind a proxy the request's own address is not the public one that browsers name as their origin.
  const allowedActionOrigins = config.demo ? [] : [new URL(config.siteUrl).host]
  const handle = createRequestHandler({ ...build, allowedActionOrigins }, development ? 'development' : 'production')
  const hosts = embedHosts(config)
  const access = operatorAccess(services)
  const matchOf = pageMatcher(build)
  const addressOf = clientAddressReader(config)

  async function render(context: Context, request: Request): Promise<Page | Response> {
    const address = addressOf(context)
    const limit = await services.limits.consume('pages', address)
    // Short, whoever asks: to render a page that says so would be what there is too much of.
    if (!limit.ok) return tooOften(config, context, limit)
    const nonce = development ? undefined : randomBytes(16).toString('base64')
    const life: { notAfter?: Date } = {}
    let personal = false
    const provider = new RouterContextProvider()
    provider.set(servicesContext, services)
    provider.set(operatorAccessContext, {
      ...access,
      isOperator: (headers) => {
        personal = true
        return access.isOperator(headers)
      },
    })
    provider.set(clientAddressContext, address)
    provider.set(nonceContext, nonce)
    provider.set(requestIdContext, context.get('requestId'))
    provider.set(pageExpiryContext, life)
    const rendered = await handle(request, provider)
    const refused = provider.get(rateLimitedContext)
    if (refused) return tooOften(config, context, refused)
    const response = provider.get(databaseUnavailableContext) ? inAMoment(rendered) : rendered
    if (nonce === undefined || !response.headers.get('content-type')?.startsWith('text/html')) {
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
      return response
    }

    const { path } = context.req
    const uploads = UPLOADS.test(path)
    const paying = PAYING.test(path)
    const page = await response.text()
    // Pages that do nothing without their script get it at once.
    const { html, hashes } = hashInlineScripts(uploads || paying ? page : quickToPaint(page), nonce)
    const policy = contentSecurityPolicy(config, paying ? paymentHosts(config) : hosts, {
      hashes,
      path,
      uploads,
    })
    const headers = new Headers(response.headers)
    headers.set('content-type', 'text/html; charset=utf-8')
    headers.set('content-security-policy', policy)
    if (uploads) headers.set('permissions-policy', permissionsPolicy({ camera: true }))
    if (paying) headers.set('permissions-policy', permissionsPolicy({ payment: paymentHosts(config).frame }))
    return {
      html,
      status: response.status,
      headers,
      personal,
      notAfter: life.notAfter,
    }
  }

  const tooLarge = ({ req }: Context) => plainPage(413, { ...TOO_LARGE, framedBy: frameAncestors(config, req.path) })
  /** The page that anyone gets for this, and the request that it is rendered for: of the visitor's own it has nothing. */
  function findShared(context: Context) {
    const asked = development ? null : askedByAnyone(context, config)
    // `.data` is what the router in the browser asks for.
    if (!asked || asked.pathname.endsWith('.data')) return null
    // Set on the address, not resolved against it: a path that begins with two slashes would name another host.
    const address = new URL(config.siteUrl)
    address.pathname = asked.pathname
    const request = withDecodableAddress(new Request(address))
    const match = matchOf(new URL(request.url).pathname)
    if (match.perRequest || match.query.some((key) => asked.searchParams.has(key))) return null
    return { request, ...match, path: asked.pathname }
  }

  const limitBody = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge })
  return new Hono().all('*', rememberVisitor(services), limitBody, async (context) => {
    const shared = findShared(context)
    // Without the version nothing can be kept, but a page can be rendered, were it only to say what is wrong.
    const version = shared ? await cache.version().catch(() => null) : null
    if (!shared || version === null) {
      return answerAlone(context, await render(context, withDecodableAddress(context.req.raw)))
    }
    return cache.share(context, { ...shared, version }, async () => {
      const page = await render(context, shared.request)
      return isForEveryone(page) ? page : answerAlone(context, page)
    })
  })
}
