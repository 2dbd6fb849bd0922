/** A stored object. `stream` opens it; callers that only need the size need not close anything. */
type StoredObject = { size: number; stream(): ReadableStream<Uint8Array> }

/** Storage for the site's files, such as images. Every driver passes `storage.contract.ts`. */
export type Storage = {
  /**
   * Stores the bytes under the key and replaces any previous object. Concurrent readers get the old or the new object,
   * never a part.
   */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The object, or null. */
  get(key: string): Promise<StoredObject | null>
  /** Deletes the object, if it exists. */
  delete(key: string): Promise<void>
}

/** The store did not answer, or reported an outage: a retry may succeed in a moment. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** Whether an error, or its cause, says that the store is unavailable. */
export function isStorageUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof StorageUnavailable || isStorageUnavailable(error.cause)
}

const SEGMENT = /^[a-z0-9][a-z0-9._-]*$/i
const LONGEST_KEY = 500

/**
 * Whether the text is a valid key. It has segments of letters, digits, `.`, `_` and `-`, separated by `/`. Each starts
 * with a letter or digit.
 */
export function isStorageKey(text: string): boolean {
  return (
    text.length <= LONGEST_KEY && text.split('/').every((segment) => SEGMENT.test(segment) && segment.length <= 200)
  )
}

/** Throws on a key that could escape the storage. That is a bug of the caller, who must not pass on visitors' input. */
export function requireStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
}
