import { randomBytes } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Context, Handler } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { embedHosts } from '#app/features/embeds/embeds.server.ts'
import { getContentVersion } from '#app/platform/content-version.server.ts'
import { nonceContext, pageLifeContext, servicesContext } from '#app/platform/page-context.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import { contentSecurityPolicy, hashInlineScripts } from './content-security.ts'
import { createPageCache, type PageCache } from './page-cache.ts'

const EMBEDDABLE = /^\/embed\//

function isCacheable(context: Context): boolean {
  const { method, url } = context.req
  return (method === 'GET' || method === 'HEAD') && !url.includes('?') && !context.req.header('cookie')
}

/** The cache of finished pages, tied to the database's content version. */
export function pageCacheFor(services: Services): PageCache {
  return createPageCache({ clock: services.clock, version: () => getContentVersion(services) })
}

/** Renders the pages: React Router for everything a person sees, its inline scripts named by hash in the policy. */
export function createPages(services: Services, build: ServerBuild, cache: PageCache): Handler {
  const { config } = services
  const development = import.meta.env?.DEV ?? false
  // Behind a proxy the request's own address is not the public one that browsers name as their origin.
  const allowedActionOrigins = config.demo ? [] : [new URL(config.siteUrl).host]
  const handle = createRequestHandler({ ...build, allowedActionOrigins }, development ? 'development' : 'production')
  const hosts = embedHosts(config)

  return async (context) => {
    const path = context.req.path
    const cacheable = !development && isCacheable(context)
    const version = cacheable ? await cache.version() : 0
    const nonce = development ? undefined : randomBytes(16).toString('base64')
    const life: { notAfter?: Date } = {}
    const provider = new RouterContextProvider()
    provider.set(servicesContext, services)
    provider.set(nonceContext, nonce)
    provider.set(pageLifeContext, life)
    const response = await handle(context.req.raw, provider)
    if (nonce === undefined || !response.headers.get('content-type')?.startsWith('text/html')) {
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
      return response
    }

    const { html, hashes } = hashInlineScripts(await response.text(), nonce)
    // Scripts come after what a guest sees first: the stylesheet, the faces and the first picture.
    const page = html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    const embeddable = EMBEDDABLE.test(path)
    const headers: Record<string, string> = {
      ...Object.fromEntries(response.headers),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(config, hosts, { hashes, embeddable }),
    }
    if (
      cacheable &&
      response.status === 200 &&
      !embeddable &&
      !headers['cache-control'] &&
      context.req.method === 'GET'
    ) {
      return cache.keep(context, path, { html: page, version, headers, notAfter: life.notAfter })
    }
    headers['cache-control'] ??= 'no-store'
    headers.vary = 'Accept-Encoding'
    if (context.req.method === 'HEAD') return new Response(null, { status: response.status, headers })
    if (acceptedEncoding(context.req.header('accept-encoding')) !== 'br')
      return new Response(page, { status: response.status, headers })
    const body = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    return new Response(new Uint8Array(body), {
      status: response.status,
      headers: { ...headers, 'content-encoding': 'br' },
    })
  }
}
