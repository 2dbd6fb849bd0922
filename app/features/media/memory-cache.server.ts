/** Files in memory, `most` bytes of them: those that were not asked for the longest go first. */
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
      // One that takes a large part of the room would push out many that are asked for more.
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
