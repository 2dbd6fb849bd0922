import { createServer as createHttpServer } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createBuilder, createServer } from 'vite'
import { brokenSourcePage } from './broken-source-page.ts'

type Development = typeof import('./development.ts')

/** The development server: one process, Vite in front with hot reload; the app reloads when its sources change. */
const http = createHttpServer((request, response) => {
  vite.middlewares(request, response, () => listener(request, response))
})
// Hot reload uses the site's own port: with Vite's fixed one, a second development server would fail.
const vite = await createServer({ server: { middlewareMode: true, hmr: { server: http } }, appType: 'custom' })
// Loaded through Vite like the app, so that no module exists twice.
const { startServices } = (await vite.ssrLoadModule('/server/development.ts')) as Development
const currentApp = () => vite.ssrLoadModule('/server/app.ts') as Promise<typeof import('./app.ts')>
const { services, startSite } = await startServices()

// The scripts for other sites are also built here, and rebuilt when their sources change.
process.env.BUILD_DIRECTORY = path.resolve('build/dev')
const client = `${process.env.BUILD_DIRECTORY}/client`
const embeds = await createBuilder({ configFile: 'vite/embed.config.ts', logLevel: 'warn', build: { watch: {} } })
await embeds.buildApp()
await startSite()

let loaded: { from: unknown; fetch: (request: Request) => Response | Promise<Response> } | undefined
const listener = getRequestListener(async (request) => {
  try {
    const from = await currentApp()
    if (loaded?.from !== from)
      loaded = { from, fetch: (await from.createApp(services, { client, others: [], metrics: null })).fetch }
    return await loaded.fetch(request)
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    loaded = undefined
    services.log.error({ event: 'process.broken-source', err: error }, 'a source file is broken')
    return new Response(brokenSourcePage(error), {
      status: 500,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
})
const { port, host } = services.config
http.listen(port, host, () =>
  services.log.info({ event: 'process.developing' }, `developing on http://${host}:${port}`),
)
