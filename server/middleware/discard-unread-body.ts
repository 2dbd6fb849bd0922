import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'

/** How long an answer waits for the rest of an unread body, and how many bytes of it are discarded. */
const TIMEOUT_MS = 2000
const MOST_BYTES = 32 * 1024 * 1024

/** Reads until the body is complete, within the limits. */
function discard(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) done()
    }
    // A reader that took only a part pauses the stream while nobody consumes it.
    const goOn = () => setImmediate(() => incoming.resume())
    const done = () => {
      clearTimeout(timer)
      incoming.off('data', onData).off('pause', goOn).off('end', done).off('close', done)
      resolve()
    }
    const timer = setTimeout(done, TIMEOUT_MS)
    incoming.on('data', onData).on('pause', goOn).on('end', done).on('close', done).resume()
  })
}

/**
 * Goes first. An answer sent before the body was read (too large, refused, rate limited) would leave the rest in the
 * connection. The server would close it while a proxy sends the next visitor's request. So the rest is read and
 * discarded; if that takes too long, the answer says that the connection closes.
 */
export const discardUnreadBody: MiddlewareHandler = async (context, next) => {
  await next()
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage }
  if (!incoming || incoming.complete || incoming.destroyed) return
  await discard(incoming)
  if (!incoming.complete) context.res.headers.set('connection', 'close')
}
