import { isStorageUnavailable } from '../storage/storage.server.ts'
import { errorCode } from './retry.server.ts'

/** What the network says when nobody answers there. */
const NETWORK =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** Connection lost (08), no room (53), shut down, starting or too slow (57), database gone (3D000). */
const SERVER = /^(?:08...|53...|57...|3D000)$/
/** What `pg` and the embedded database say in words alone. */
const WORDS = /^Connection terminated|^timeout exceeded when trying to connect|^The embedded database |not queryable/

/** Whether the database did not answer, so that the same may be tried again in a moment; a bug of ours is no such thing. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // The network says the same of whatever did not answer.
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
