import { isStorageUnavailable } from '../storage/storage.server.ts'
import { errorCode } from './retry.server.ts'

/** Network errors when nothing answers. */
const NETWORK =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/**
 * Connection lost (08), insufficient resources (53), shutting down, starting or timed out (57), database missing
 * (3D000).
 */
const SERVER = /^(?:08...|53...|57...|3D000)$/
/** Errors of `pg` and the embedded database that have only a message. */
const WORDS = /^Connection terminated|^timeout exceeded when trying to connect|^The embedded database |not queryable/

/** Whether the database did not answer, so the same call may be retried in a moment. False for our own bugs. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // Other services cause the same network errors.
  if (isStorageUnavailable(error)) return false
  if (SERVER.test(errorCode(error) ?? '')) return true
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  if (!(innermost instanceof Error)) return false
  const { code, syscall } = innermost as NodeJS.ErrnoException
  // A server that listens on a socket in a folder takes the socket away when it ends.
  const noSocket = code === 'ENOENT' && syscall === 'connect'
  return noSocket || NETWORK.test(String(code)) || WORDS.test(innermost.message)
}
