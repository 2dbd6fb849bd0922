import type { ServerType } from '@hono/node-server'
import type { Services } from '#app/platform/services.server.ts'

/** How long requests that are being answered may still take once the process was told to stop. */
const PATIENCE_MS = 10_000

/** On SIGTERM or SIGINT: takes no new request, finishes those in flight, closes the database, and exits with 0. */
export function stopGracefully(server: ServerType, { database, log }: Services): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping: finishing what is in flight')
    const force = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, PATIENCE_MS)
    server.close(async () => {
      clearTimeout(force)
      await database.close()
      log.info('stopped')
      process.exit(0)
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}
