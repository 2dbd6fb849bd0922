/** A stored object. `stream` opens it; whoever only wants the size need not close anything. */
export type StoredObject = { size: number; stream(): ReadableStream<Uint8Array> }

/** Where files live that the site keeps, such as pictures. Every driver passes `storage.contract.ts`. */
export type Storage = {
  /** Stores the bytes under the key, replacing what was there. Whoever reads meanwhile gets the old or the new, never a part. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The object, or null when there is none. */
  get(key: string): Promise<StoredObject | null>
  /** Deletes the object; when there is none, nothing happens. */
  delete(key: string): Promise<void>
}

const AWAY = 'STORAGE_AWAY'

/** The `code` of an error of a driver: whether the same call may succeed in a moment. */
export function storageCode(passes: boolean): string {
  return passes ? AWAY : 'STORAGE_REFUSED'
}

/** Whether an error, or what caused it, says that the store did not answer or cannot just now. */
export function isStorageUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as NodeJS.ErrnoException).code === AWAY || isStorageUnavailable(error.cause)
}

const SEGMENT = /^[a-z0-9][a-z0-9._-]*$/i
const LONGEST_KEY = 500

/** Whether the text may name an object: segments of letters, digits, `.`, `_` and `-` that begin with a letter or digit, parted by `/`. */
export function isStorageKey(text: string): boolean {
  return (
    text.length <= LONGEST_KEY && text.split('/').every((segment) => SEGMENT.test(segment) && segment.length <= 200)
  )
}

/** Throws when the key could lead outside the storage: a bug of the caller, who must not pass on what a visitor typed. */
export function requireStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
}
