import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'

/** So long an answer waits for the rest of a body that nobody reads, and so much of it is thrown away. */
const TIMEOUT_MS = 2000
const MOST_BYTES = 32 * 1024 * 1024

/** Reads on until the body has come whole, within the bounds. */
function discard(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) done()
    }
    // Whoever read some of it stops the flow when nobody takes what was read.
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
 * Goes first. Answers that come before the body was read (too large, refused, too often) would leave its rest in the
 * connection, and the server would cut it while a proxy sends the next visitor's request. So the rest is read and thrown
 * away, and where that takes too long the answer says that the connection ends with it.
 */
export const discardUnreadBody: MiddlewareHandler = async (context, next) => {
  await next()
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage }
  if (!incoming || incoming.complete || incoming.destroyed) return
  await discard(incoming)
  if (!incoming.complete) context.res.headers.set('connection', 'close')
}
