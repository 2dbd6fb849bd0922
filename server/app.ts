import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import type { Services } from '#app/platform/services.server.ts'
import { createApi } from './api.ts'
import { type createMetrics, markCached } from './metrics.ts'
import { discardUnreadBody } from './middleware/discard-unread-body.ts'
import { answerError } from './middleware/error-response.ts'
import { createLoadShedding, shedCalls } from './middleware/load-shedding.ts'
import { refuseNulInAddress } from './middleware/refuse-nul.ts'
import { demoGuard, foreignOriginGuard, guarded, noTrace, oneHost } from './middleware/request-guard.ts'
import { requestLog } from './middleware/request-log.ts'
import { untrustedProxyWarning } from './middleware/untrusted-proxy-warning.ts'
import { newsletterPreview } from './newsletter-preview.ts'
import { ogImageRoutes } from './og-images.ts'
import { pageMatcher } from './page-cache/page-match.ts'
import { createPages } from './page-cache/pages.ts'
import { previews } from './previews.ts'
import { securityTxt } from './security-txt.ts'
import { siteIcons } from './site-icons.ts'
import { sitemap } from './sitemap.ts'
import { webManifest } from './web-manifest.ts'
import { workerHeaders } from './worker-headers.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const A_WEEK = 'public, max-age=604800'

/**
 * The whole site: cached pages first, then assets, API calls and images, then newly rendered pages. `client` is the
 * folder of its browser files. `others` are those of other releases: a page opened earlier still requests its own
 * assets. Without `metrics` nothing is measured.
 */
export async function createApp(
  services: Services,
  { client, others, metrics }: { client: string; others: string[]; metrics: ReturnType<typeof createMetrics> | null },
): Promise<Hono> {
  const build = (await import('virtual:react-router/server-build')) as unknown as ServerBuild
  const app = new Hono()
  const runOrShed = createLoadShedding(services)
  const pages = createPages(services, build, runOrShed)
  const api = createApi(services, runOrShed)

  const matchOf = pageMatcher(build)
  app.onError(answerError(services, matchOf))
  if (metrics) app.use(metrics.count((path) => matchOf(path).pattern))
  app.use(discardUnreadBody)
  app.use(requestLog(services))
  const { config } = services
  app.use(
    guarded(
      oneHost,
      noTrace,
      demoGuard(config),
      refuseNulInAddress,
      foreignOriginGuard(config, api),
      untrustedProxyWarning(services),
    ),
  )
  app.use(async (context, next) => {
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      await next()
      services.versions.recheck()
      return
    }
    const cached = await pages.findCached(context)
    if (!cached) return next()
    markCached(context)
    return cached
  })
  const onFound = (_path: string, context: Context) => context.header('cache-control', IMMUTABLE)
  for (const root of [client, ...others]) {
    app.use('/assets/*', serveStatic({ root, precompressed: true, onFound }))
  }
  app.use('/embed/:file{stay\\.js|book\\.js|stay\\.css}', async (context, next) => {
    await next()
    context.res.headers.set('cache-control', 'public, max-age=300')
    context.res.headers.set('access-control-allow-origin', '*')
  })
  app.route('/', siteIcons(services)).use('/back-office-worker.js', workerHeaders)
  const onIcon = (_path: string, context: Context) => context.header('cache-control', A_WEEK)
  app.use('/:icon{[\\w-]+\\.(?:ico|svg|png)}', serveStatic({ root: client, precompressed: true, onFound: onIcon }))
  // A page's path has no dot, and is not looked for among the files.
  app.use('/:file{.+\\..+}', serveStatic({ root: client, precompressed: true }))
  app.route('/', sitemap(services, build))
  app.route('/', webManifest(services))
  app.route('/', securityTxt(services))
  app.route('/', ogImageRoutes(services))
  for (const path of ['/api/availability', '/api/properties/*']) app.use(path, shedCalls(runOrShed))
  app.route('/', api)
  app.route('/', newsletterPreview(services))
  app.route('/', previews(services, build))
  app.route('/', pages.routes)
  return app
}
