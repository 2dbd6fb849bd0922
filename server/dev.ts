import { createServer as createHttpServer } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createBuilder, createServer } from 'vite'
import { processConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { startMailWorker } from '#app/platform/mail/mail-worker.server.ts'
import { takeCommands } from './control-socket.ts'
import { openServices } from './services.ts'
import { lastWords, refusedWithoutStorage } from './start-refused.ts'

type App = typeof import('./app.ts')

/** The settings and services of this process. Where there are none it ends, and says why. */
async function start() {
  try {
    const config = processConfig()
    const log = createLog(config.logLevel)
    const services = await openServices(config, log)
    await services.jobs.start()
    await startMailWorker(services)
    return { config, log, services }
  } catch (error) {
    process.stderr.write(`${lastWords(error)}\n`)
    process.exit(1)
  }
}

/** The developer's server: one process, Vite in front with hot reload, the app loaded anew when its sources change. */
const { config, log, services } = await start()
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })

// The scripts for other sites are built here too, and again when their sources change.
process.env.BUILD_DIRECTORY = path.resolve('build/dev')
const client = `${process.env.BUILD_DIRECTORY}/client`
const embeds = await createBuilder({ configFile: 'vite/embed.config.ts', logLevel: 'warn', build: { watch: {} } })
await embeds.buildApp()

let loaded: { from: App; fetch: (request: Request) => Response | Promise<Response> } | undefined
async function currentApp() {
  const from = (await vite.ssrLoadModule('/server/app.ts')) as App
  if (loaded?.from !== from) {
    if (!loaded) {
      await from.loadContent(services, { demo: config.demo }).catch(refusedWithoutStorage)
      await from.startRecurringJobs(services, async () => {})
    }
    loaded = { from, fetch: (await from.createApp(services, { client, others: [] })).fetch }
  }
  return loaded
}

await takeCommands(services, async (...asked) => (await currentApp()).from.runCommand(...asked))

const listener = getRequestListener(async (request) => {
  try {
    return await (await currentApp()).fetch(request)
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    throw error
  }
})
createHttpServer((request, response) => {
  vite.middlewares(request, response, () => listener(request, response))
}).listen(config.port, config.host, () => log.info(`developing on http://${config.host}:${config.port}`))
