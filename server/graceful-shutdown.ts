import type { ServerType } from '@hono/node-server'
import type { Services } from '#app/platform/services.server.ts'

/** How long requests in flight may still take after a stop signal. */
const DRAIN_MS = 10_000
/**
 * The process exits after this in any case. The mail in progress has 15 s, the embedded database takes up to 20 s to
 * close.
 */
const LAST_MS = 50_000
/** A terminal and npm both pass on one Ctrl-C: a second signal this soon is the same one. */
const SAME_SIGNAL_MS = 500

/**
 * On SIGTERM or SIGINT: accepts no new request, finishes those in flight, closes the services, and exits with 0. Exits
 * with 1 when closing fails or takes too long, and at once on a second signal.
 */
export function stopGracefully(
  server: ServerType,
  { close, log }: { close: () => Promise<void>; log: Services['log'] },
): void {
  let signalledAt: number | undefined
  const stop = (signal: string) => {
    if (signalledAt !== undefined) {
      if (performance.now() - signalledAt < SAME_SIGNAL_MS) return
      log.warn({ event: 'process.killed', signal }, 'second stop signal: exiting at once')
      process.exit(1)
    }
    signalledAt = performance.now()
    log.info({ event: 'process.stopping', signal }, 'stopping: finishing requests in flight')
    setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, DRAIN_MS)
    setTimeout(() => {
      log.error({ event: 'process.stop-timed-out' }, 'the site did not stop in time: exiting at once')
      process.exit(1)
    }, LAST_MS)
    server.close(() => void finish())
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  const finish = async () => {
    try {
      await close()
      log.info({ event: 'process.stopped' }, 'stopped')
      process.exit(0)
    } catch (error) {
      log.error({ event: 'database.not-closed', err: error }, 'the database could not be closed')
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}
