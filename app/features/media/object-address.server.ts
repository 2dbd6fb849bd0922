import { isStorageKey } from '#app/platform/storage/storage.server.ts'

const PREFIX = '/objects/'

/** The storage key of an address `/objects/...`; null for any other address. */
export function objectKey(address: string): string | null {
  const key = address.startsWith(PREFIX) ? address.slice(PREFIX.length) : ''
  return isStorageKey(key) ? key : null
}

/** The address that serves the object with this key. */
export function objectAddress(key: string): string {
  return `${PREFIX}${key}`
}
