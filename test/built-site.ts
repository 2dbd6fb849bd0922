import { Hono } from 'hono'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { handleError } from '#app/entry.server.tsx'
import type { Services } from '#app/platform/services.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { createLoadShedding } from '#server/middleware/load-shedding.ts'
import { createPages } from '#server/page-cache/pages.ts'

/** The content of each page, with the number of renders so far. */
export const PAGE_HTML = `<!doctype html><title>Home</title>${'<p>Snow, pancakes, snow.</p>'.repeat(1000)}`

/** A router build without React: one route with these parts, for every path unless one is named. */
export type PageRoute = {
  path?: string
  handle?: PageHandle
  loader?: (args: { request: Request; context: RouterContextProvider }) => unknown
  action?: (args: { request: Request }) => unknown
  headers?: (given: { loaderHeaders: Headers }) => HeadersInit
}

function buildOf({ path = '*', ...route }: PageRoute, shown: { status: number }[], html: string): ServerBuild {
  const handleRequest = (_request: Request, status: number, headers: Headers) => {
    shown.push({ status })
    headers.set('content-type', 'text/html')
    return new Response(`${html}${shown.length}`, { status, headers })
  }
  const entry = { module: { default: handleRequest, handleError } }
  const routes = { root: { id: 'root', path, module: { default: () => null, ...route } } }
  const routeDiscovery = { mode: 'initial', manifestPath: '/__manifest' }
  const manifest = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' }
  return {
    entry,
    routes,
    assets: manifest,
    publicPath: '/',
    future: {},
    ssr: true,
    routeDiscovery,
  } as unknown as ServerBuild
}

/** A site of such pages behind its cache; each render is added to `shown`. The cache holds fewer of large pages. */
export function builtSite(services: Services, route: PageRoute, shown: { status: number }[], html = PAGE_HTML) {
  const pages = createPages(services, buildOf(route, shown, html), createLoadShedding(services))
  const site = new Hono()
    .use(async (context, next) => (await pages.findCached(context)) ?? next())
    .route('/', pages.routes)
  return (path: string, init?: RequestInit, env?: unknown) => site.request(path, init, env as object)
}
