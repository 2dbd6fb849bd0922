import { createHash } from 'node:crypto'

const MAX_KEY_LENGTH = 200

/** The name of an event as a key that the database can store and index. */
export function eventKey(name: string): string {
  const isPlain = name.length <= MAX_KEY_LENGTH && name.isWellFormed() && !/\p{Cc}/u.test(name)
  return isPlain ? name : createHash('sha256').update(name).digest('hex')
}
