import type { ServerType } from '@hono/node-server'
import type { Services } from '#app/platform/services.server.ts'

/** How long requests that are being answered may still take once the process was told to stop. */
const DRAIN_MS = 10_000
/** After this the process ends whatever still runs. The mail being sent has 15 s, the embedded database gives itself 20 s to close. */
const LAST_MS = 50_000
/** A terminal and the npm between it and the site both pass on one Ctrl-C: a signal this soon is the same one. */
const SAME_SIGNAL_MS = 500

/**
 * On SIGTERM or SIGINT: takes no new request, finishes those in flight, closes what the site stands on, and exits with 0; with 1 when
 * that fails or lasts too long, and at once when it is told again.
 */
export function stopGracefully(
  server: ServerType,
  { close, log }: { close: () => Promise<void>; log: Services['log'] },
): void {
  let toldAt: number | undefined
  const stop = (signal: string) => {
    if (toldAt !== undefined) {
      if (performance.now() - toldAt < SAME_SIGNAL_MS) return
      log.warn({ signal }, 'told to stop again: ending at once')
      process.exit(1)
    }
    toldAt = performance.now()
    log.info({ signal }, 'stopping: finishing what is in flight')
    setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, DRAIN_MS)
    setTimeout(() => {
      log.error('the site did not stop in time: ending at once')
      process.exit(1)
    }, LAST_MS)
    server.close(() => void finish())
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  const finish = async () => {
    try {
      await close()
      log.info('stopped')
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'the database could not be closed')
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}
