import type { Server } from 'node:http'
import type { Services } from '#app/platform/services.server.ts'

/** How long requests in flight may still take after a stop signal. */
const DRAIN_MS = 10_000
/**
 * How long a live site goes on accepting requests after a stop signal. Proxies see in that time, by `/readyz`, that it
 * stops, and send it no more. A demo has none before it.
 */
const NOTICE_MS = 2_500
/**
 * The process exits after this in any case. The mail in progress has 15 s, the embedded database takes up to 20 s to
 * close.
 */
const LAST_MS = 50_000
/** A terminal and npm both pass on one Ctrl-C: a second signal this soon is the same one. */
const SAME_SIGNAL_MS = 500

type Stopped = Pick<Services, 'log' | 'stopping'> & { isLive: boolean; close: () => Promise<void> }

/**
 * On SIGTERM or SIGINT: lets proxies know, then accepts no new request. Finishes those in flight, closes the services,
 * and exits with 0. Exits with 1 when closing fails or takes too long, and at once on a second signal.
 */
export function stopGracefully(server: Server, { close, log, stopping, isLive }: Stopped): void {
  let signalledAt: number | undefined
  const stop = (signal: string) => {
    if (signalledAt !== undefined) {
      if (performance.now() - signalledAt < SAME_SIGNAL_MS) return
      log.warn({ event: 'process.killed', signal }, 'second stop signal: exiting at once')
      process.exit(1)
    }
    signalledAt = performance.now()
    log.info({ event: 'process.stopping', signal }, 'stopping: finishing requests in flight')
    stopping.abort()
    // Each answer closes its connection, or a proxy would go on sending on it.
    server.prependListener('request', (_request, answer) => {
      answer.shouldKeepAlive = false
    })
    if (isLive) setTimeout(drain, NOTICE_MS)
    else drain()
    setTimeout(() => {
      log.error({ event: 'process.stop-timed-out' }, 'the site did not stop in time: exiting at once')
      process.exit(1)
    }, LAST_MS)
  }
  const drain = () => {
    server.close(() => void finish())
    setInterval(() => server.closeIdleConnections(), 100)
    setTimeout(() => server.closeAllConnections(), DRAIN_MS)
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
