/** An LRU cache of files in memory, up to `most` bytes. */
export function memoryCache(most: number) {
  const kept = new Map<string, Uint8Array>()
  let total = 0

  function forget(name: string) {
    total -= kept.get(name)?.byteLength ?? 0
    kept.delete(name)
  }

  return {
    get(name: string): Uint8Array | null {
      const bytes = kept.get(name)
      if (!bytes) return null
      kept.delete(name)
      kept.set(name, bytes)
      return bytes
    },
    keep(name: string, bytes: Uint8Array): void {
      forget(name)
      // A file that takes a large part of the space would evict many that are used more.
      if (bytes.byteLength > most / 8) return
      kept.set(name, bytes)
      total += bytes.byteLength
      for (const oldest of kept.keys()) {
        if (total <= most) break
        forget(oldest)
      }
    },
    size: () => total,
  }
}
