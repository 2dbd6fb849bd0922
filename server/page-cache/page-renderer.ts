import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { embedHosts } from '#app/features/embeds/embeds.server.ts'
import { operatorAccess } from '#app/features/operators/operators.server.ts'
import { clientAddressReader } from '#app/platform/client-address.server.ts'
import { lookUpOnce, operatorAccessContext } from '#app/platform/http/operator-access.server.ts'
import {
  clientAddressContext,
  databaseUnavailableContext,
  nonceContext,
  pageExpiryContext,
  rateLimitedContext,
  requestIdContext,
  servicesContext,
} from '#app/platform/http/page-context.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import {
  contentSecurityPolicy,
  frameAncestors,
  hashInlineScripts,
  paymentHosts,
  permissionsPolicy,
} from '../middleware/content-security-policy.ts'
import { RETRY_SOON, tooManyRequests } from '../middleware/error-response.ts'
import type { SharedPage } from './page-cache.ts'
import { deferHydration, replayEarlyPresses } from './react-router-rewrites.ts'

/** A rendered page. `personal`: it checked who the visitor is, so it may show the operator's data. */
export type RenderedPage = Omit<SharedPage, 'status'> & { status: number; personal: boolean }

/** Renders a page with React Router, with the policy and headers of its `handle`; returns other responses unchanged. */
type PageRenderer = (context: Context, request: Request, handle: PageHandle) => Promise<RenderedPage | Response>

/** Vite serves the modules: no nonce, no cache. */
export const isDevelopment = () => import.meta.env?.DEV ?? false

export function pageRenderer(services: Services, build: ServerBuild): PageRenderer {
  const { config } = services
  const development = isDevelopment()
  // Behind a proxy the request's own URL is not the public one that browsers use as their origin.
  const allowedActionOrigins = config.demo ? [] : [new URL(config.siteUrl).host]
  const mode = development ? 'development' : 'production'
  const respond = createRequestHandler({ ...build, allowedActionOrigins }, mode)
  const access = { ...operatorAccess(services), log: services.log }
  const addressOf = clientAddressReader(config)

  return async (context, request, handle) => {
    const framedBy = frameAncestors(config, handle)
    const address = addressOf(context)
    const limit = await services.limits.consume(/^\/admin\b/.test(context.req.path) ? 'admin-pages' : 'pages', address)
    // A short answer, because rendering a page is what the limit is meant to save.
    if (!limit.ok) return tooManyRequests(context, { ...limit, framedBy })
    const nonce = development ? undefined : randomBytes(16).toString('base64')
    const expiry: { notAfter?: Date } = {}
    let personal = false
    const provider = new RouterContextProvider()
    const once = lookUpOnce(access)
    provider.set(servicesContext, services)
    provider.set(operatorAccessContext, {
      ...access,
      findOperator: (headers) => {
        personal = true
        return once.findOperator(headers)
      },
    })
    provider.set(clientAddressContext, address)
    provider.set(nonceContext, nonce)
    provider.set(requestIdContext, context.get('requestId'))
    provider.set(pageExpiryContext, expiry)
    const rendered = await respond(request, provider)
    const refusal = provider.get(rateLimitedContext)
    if (refusal) return tooManyRequests(context, { ...refusal, framedBy })
    const response = provider.get(databaseUnavailableContext) ? inAMoment(rendered) : rendered
    if (development) response.headers.set('content-security-policy', framedBy)
    if (nonce === undefined || !response.headers.get('content-type')?.startsWith('text/html')) {
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
      return response
    }
    const page = secured(config, handle, {
      html: Buffer.from(await response.arrayBuffer()),
      nonce,
      headers: response.headers,
    })
    return { ...page, status: response.status, personal, notAfter: expiry.notAfter }
  }
}

/**
 * The answer of a page that failed because the database is unavailable; an action may already have answered otherwise.
 */
function inAMoment(rendered: Response): Response {
  if (rendered.status !== 500) return rendered
  const response = new Response(rendered.body, { status: 503, headers: rendered.headers })
  for (const [name, value] of Object.entries(RETRY_SOON)) response.headers.set(name, value)
  return response
}

/** The page with its inline scripts hashed in the policy, and the permissions of its `handle`. */
function secured(
  config: Services['config'],
  handle: PageHandle,
  page: { html: Buffer<ArrayBuffer>; nonce: string; headers: Headers },
): { html: Buffer<ArrayBuffer>; headers: Headers } {
  const { camera, payment, secret } = handle
  // A character per byte: decoding and encoding a page would cost more than everything done to it here.
  const rendered = page.html.toString('latin1')
  // Pages that need their script get it at once.
  const { html, hashes } = hashInlineScripts(
    replayEarlyPresses(camera || payment ? rendered : deferHydration(rendered), page.nonce),
    page.nonce,
  )
  const hosts = payment ? paymentHosts(config) : embedHosts(config)
  const headers = new Headers(page.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', contentSecurityPolicy(config, hosts, { ...handle, hashes }))
  if (secret) headers.set('x-robots-tag', 'noindex, nofollow')
  if (camera) headers.set('permissions-policy', permissionsPolicy({ camera }))
  if (payment) headers.set('permissions-policy', permissionsPolicy({ payment: paymentHosts(config).frame }))
  return { html: Buffer.from(html, 'latin1'), headers }
}
