import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import { embeddablePaths } from '#app/platform/http/embeddable.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { createApi } from './api.ts'
import { answerFailure } from './failure.ts'
import { pageMatcher } from './page-match.ts'
import { askedByAnyone, createPages, pageCacheFor } from './pages.ts'
import { foreignOriginGuard, requestGuard } from './request-guard.ts'
import { requestLog } from './request-log.ts'
import { sharePictureFiles } from './share-pictures.ts'
import { siteFiles } from './site-files.ts'
import { siteIcons } from './site-icons.ts'
import { discardUnreadBody } from './unread-body.ts'
import { untrustedProxyWarning } from './untrusted-proxy-warning.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * The whole site: finished pages from the cache first, then assets, calls and pictures, and pages rendered anew. `client` is the
 * folder of its browser files. `others` are those of other releases: a page that is open since then asks for its own assets.
 */
export async function createApp(services: Services, folders: { client: string; others: string[] }): Promise<Hono> {
  const build = (await import('virtual:react-router/server-build')) as unknown as ServerBuild
  const app = new Hono()
  const cache = pageCacheFor(services)
  const api = createApi(services)

  app.onError(answerFailure(services, pageMatcher(build)))
  app.use(discardUnreadBody)
  app.use(requestLog(services))
  app.use(requestGuard(services.config))
  app.use(foreignOriginGuard(services.config, embeddablePaths(api)))
  app.use(untrustedProxyWarning(services))
  app.use(async (context, next) => {
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      await next()
      cache.recheck()
      return
    }
    const asked = askedByAnyone(context, services.config)
    return (asked && (await cache.find(context, asked.pathname, asked.searchParams))) ?? next()
  })
  const onFound = (_path: string, context: Context) => context.header('cache-control', IMMUTABLE)
  for (const root of [folders.client, ...folders.others]) {
    app.use('/assets/*', serveStatic({ root, precompressed: true, onFound }))
  }
  app.use('/embed/:script{(?:stay|book)\\.js}', async (context, next) => {
    await next()
    context.res.headers.set('cache-control', 'public, max-age=300')
    context.res.headers.set('access-control-allow-origin', '*')
  })
  app.use(serveStatic({ root: folders.client, precompressed: true }))
  app.route('/', siteFiles(services, build))
  app.route('/', siteIcons(services))
  app.route('/', sharePictureFiles(services))
  app.route('/', api)
  app.route('/', createPages(services, build, cache))
  return app
}
