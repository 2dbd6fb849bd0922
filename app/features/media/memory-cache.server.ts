/** An LRU cache of files in memory, up to `most` bytes. */
export function memoryCache(most: number) {
  const files = new Map<string, Uint8Array>()
  let total = 0

  function forget(name: string) {
    total -= files.get(name)?.byteLength ?? 0
    files.delete(name)
  }

  return {
    get(name: string): Uint8Array | null {
      const bytes = files.get(name)
      if (!bytes) return null
      files.delete(name)
      files.set(name, bytes)
      return bytes
    },
    keep(name: string, bytes: Uint8Array): void {
      forget(name)
      // A file that takes a large part of the space would evict many that are used more.
      if (bytes.byteLength > most / 8) return
      files.set(name, bytes)
      total += bytes.byteLength
      for (const oldest of files.keys()) {
        if (total <= most) break
        forget(oldest)
      }
    },
    size: () => total,
  }
}
