import { sql } from 'drizzle-orm'
import type { ChangedArea } from '#app/shared/changed-areas.ts'
import type { Clock } from './clock.server.ts'
import type { Tx } from './db/database.server.ts'
import { contentVersion } from './installation.tables.server.ts'

/**
 * `content` counts every committed change of what pages show, except who has which nights. `nights` changes with bookings,
 * holds and imported nights, and when a hold expires. `stays` and `messages` count what only the back office shows: other
 * facts of bookings, money and turnovers; conversations and emails. Database triggers count.
 */
export type Versions = { [Area in ChangedArea]: Area extends 'nights' ? string : number }

/** Equal versions mean that nothing visible changed in between, whichever process wrote. */
export async function getVersions({ db, clock }: { db: Tx; clock: Clock }): Promise<Versions> {
  const { version, nights, stays, messages } = contentVersion
  // An expired hold frees its nights without any write.
  const nextExpiry = sql`select min(expires_at) from occupancies where kind = 'hold' and expires_at > ${clock.now()}`
  const [row] = await db
    .select({ content: version, nights: sql<string>`concat(${nights}, ' ', (${nextExpiry}))`, stays, messages })
    .from(contentVersion)
  if (!row) throw new Error('the database has no content version')
  return row
}

/** The current versions, for caches that are keyed by them. */
export type CurrentVersions = {
  /** Data read afterwards is at least this new. Rejects when the database is unavailable. */
  current(): Promise<Versions>
  /** Makes the next call query the database again. Call it after anything that may have written. */
  recheck(): void
}

/** How long versions read from the database stay valid; a write by this process invalidates them at once. */
const TRUST_MS = 1000

/** Reads the versions at most once in `trustMs`, which is a second by default. */
export function followVersions(options: {
  clock: Clock
  read: () => Promise<Versions>
  trustMs?: number
}): CurrentVersions {
  const { clock, read, trustMs = TRUST_MS } = options
  let asked: { at: number; versions: Promise<Versions> } | undefined
  return {
    // The promise itself is cached, so concurrent callers share it, and a promise from before a write is dropped.
    current() {
      const now = clock.now().getTime()
      if (asked && now >= asked.at && now - asked.at < trustMs) return asked.versions
      const query = { at: now, versions: read() }
      asked = query
      query.versions.catch(() => {
        if (asked === query) asked = undefined
      })
      return query.versions
    },
    recheck() {
      asked = undefined
    },
  }
}
