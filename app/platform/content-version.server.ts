import { contentVersion } from './db/schema.server.ts'
import type { Clock, Services } from './services.server.ts'

/** How long a version read from the database stays valid; a write by this process invalidates it at once. */
const TRUST_MS = 1000

/**
 * The version of everything that cached pages show. Database triggers increase it with every committed change. Two
 * equal versions mean that nothing visible changed in between, whichever process wrote.
 */
export async function getContentVersion(services: Pick<Services, 'db'>): Promise<number> {
  const [row] = await services.db.select({ version: contentVersion.version }).from(contentVersion)
  if (!row) throw new Error('the database has no content version')
  return row.version
}

export type ContentVersion = {
  /** The current version; data read afterwards is at least this new. Rejects when the database is unavailable. */
  current(): Promise<number>
  /** Makes the next call query the database again. Call it after any request that may have written. */
  recheck(): void
}

/** Reads the content version at most once a second, for caches that are keyed by it. */
export function followContentVersion(options: { clock: Clock; version: () => Promise<number> }): ContentVersion {
  let asked: { at: number; version: Promise<number> } | undefined
  return {
    // The promise itself is cached, so concurrent callers share it, and a promise from before a write is dropped.
    current() {
      const now = options.clock.now().getTime()
      if (asked && now >= asked.at && now - asked.at < TRUST_MS) return asked.version
      const query = { at: now, version: options.version() }
      asked = query
      query.version.catch(() => {
        if (asked === query) asked = undefined
      })
      return query.version
    },
    recheck() {
      asked = undefined
    },
  }
}
