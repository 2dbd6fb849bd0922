import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import path from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { startChannelWorker } from '#app/features/channels/channels.jobs.server.ts'
import { makeFirstOperatorLink } from '#app/features/operators/first-operator.server.ts'
import { startPushWorker } from '#app/features/operators/push/push.jobs.server.ts'
import { listDemoRemains } from '#app/features/set-up/demo-remains.server.ts'
import { startWebhookWorker } from '#app/features/webhooks/webhooks.jobs.server.ts'
import { processConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { startMailWorker } from '#app/platform/mail/mail-worker.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { loadContent } from '#content/load-content.ts'
import { createApp } from './app.ts'
import { runCommand } from './commands/command-line.ts'
import { listenForCommands } from './commands/control-socket.ts'
import { stopGracefully } from './graceful-shutdown.ts'
import { health } from './health.ts'
import { createMetrics } from './metrics.ts'
import { startFileCleanUp, startRecurringJobs } from './recurring-jobs.ts'
import { markReleaseInUse, otherClients } from './releases.ts'
import { writeFirstOperatorLink } from './startup/first-operator-file.ts'
import { openServices } from './startup/services.ts'
import { refusedWithoutStorage } from './startup/start-refused.ts'
import { printAddress, timed } from './startup/terminal-output.ts'

/** Starts a release in its role: services, pages and API, jobs, and the socket for commands. */
export async function start(release: string): Promise<void> {
  const config = processConfig()
  const log = createLog(config.logLevel)
  const isFirst = !config.databaseUrl && !existsSync(path.join(config.dataDir, 'database'))
  const services = await timed(isFirst && 'Creating the database', () => openServices(config, log))
  await timed(isFirst && `Loading ${config.demo ? 'the demo' : 'the first content'}`, () =>
    loadContent(services, { demo: config.demo }).catch(refusedWithoutStorage),
  )
  const metrics = config.metricsPort ? createMetrics(services) : null
  const servesPages = config.role !== 'worker'
  const app = servesPages
    ? await createApp(services, { client: `${release}/client`, others: otherClients(release), metrics })
    : new Hono().route('/', health(services))
  for (const { title, detail, path } of await listDemoRemains(services)) {
    const page = path && config.siteUrl + path
    log.warn({ event: 'site.demo-content', ...(page && { page }) }, `${title}. ${detail}`)
  }
  const firstOperator = servesPages ? await makeFirstOperatorLink(services) : null
  const endCommands = await listenForCommands(services, runCommand)
  const endJobs = config.role === 'web' ? async () => {} : await startJobs(services)
  const endCleanUp = startFileCleanUp(services, () => markReleaseInUse(release, services.clock.now()))
  const server = listen({ fetch: app.fetch, port: config.port, hostname: config.host }, (port) => {
    log.info(
      { event: 'process.started', ...describeProcess(services, port) },
      servesPages ? 'the site is open' : 'the worker runs',
    )
    if (servesPages) printAddress(process.stdout, config, `http://${config.host}:${port}`)
    if (servesPages)
      writeFirstOperatorLink({ link: firstOperator, log, dataDir: config.dataDir, output: process.stdout })
  })
  const measured = metrics && listen({ fetch: metrics.routes.fetch, port: config.metricsPort, hostname: config.host })
  const endWork = async () => {
    measured?.close()
    await Promise.all([endCommands(), endJobs(), endCleanUp()])
  }
  const { stopping } = services
  const close = () => endWork().finally(services.database.close)
  stopGracefully(server, { log, stopping, isLive: !config.demo, close })
}

/** Exits with a sentence if the port is taken. */
function listen(options: Parameters<typeof serve>[0], onOpen: (port: number) => void = () => {}): Server {
  const server = serve(options, (address) => onOpen(address.port)) as Server
  server.on('error', (error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE'
        ? `Port ${options.port} is taken: stop what listens there, or choose another.`
        : error.message
    process.stderr.write(`${reason}\n`)
    process.exit(1)
  })
  return server
}

/** The log entry of a process that has started. */
function describeProcess({ config, database }: Services, port: number) {
  return {
    role: config.role,
    url: `http://${config.host}:${port}`,
    mode: config.demo ? 'demo mode: sample content, operator’s calls open to this machine' : 'live',
    mail: config.smtpUrl ? `through ${new URL(config.smtpUrl).hostname}` : 'as files in DATA_DIR/mail',
    database: database.kind,
  }
}

/** Returns a function that ends them. Before the site opens: one whose jobs cannot start must not take bookings. */
async function startJobs(services: Services): Promise<() => Promise<void>> {
  await services.jobs.start()
  const mail = await startMailWorker(services)
  const endRecurring = await startRecurringJobs(services)
  const endWebhooks = startWebhookWorker(services)
  const endChannels = startChannelWorker(services)
  const endPush = await startPushWorker(services)
  return async () => {
    await Promise.all([endRecurring(), endWebhooks(), endChannels(), endPush(), mail.stop()])
    await services.jobs.stop({ graceful: false })
  }
}
