import { isStorageKey } from '#app/platform/storage/storage.server.ts'

const PREFIX = '/objects/'

/** The storage's key of an address `/objects/...`; null when it is none. */
export function objectKey(address: string): string | null {
  const key = address.startsWith(PREFIX) ? address.slice(PREFIX.length) : ''
  return isStorageKey(key) ? key : null
}

/** Where the object of a key is served. */
export function objectAddress(key: string): string {
  return `${PREFIX}${key}`
}
