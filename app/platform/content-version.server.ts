import { contentVersion } from './db/schema.server.ts'
import type { Clock, Services } from './services.server.ts'

/** How long a version read from the database is believed; a write through this process ends it at once. */
const TRUST_MS = 1000

/**
 * The version of what cached pages show. Triggers of the database make a new one with every committed change, so two equal
 * answers mean that nothing shown has changed in between, whichever process wrote.
 */
export async function getContentVersion(services: Pick<Services, 'db'>): Promise<number> {
  const [row] = await services.db.select({ version: contentVersion.version }).from(contentVersion)
  if (!row) throw new Error('the database has no content version')
  return row.version
}

export type ContentVersion = {
  /** What is read after this is of the version at least. Rejects when the database cannot say. */
  current(): Promise<number>
  /** Makes the next look-up ask the database again: called after any request that may have written. */
  recheck(): void
}

/** Asks for the content version at most once a second, for whoever keeps what was read at a version. */
export function followContentVersion(options: { clock: Clock; version: () => Promise<number> }): ContentVersion {
  let asked: { at: number; version: Promise<number> } | undefined
  return {
    // The promise is what is kept: whoever asks meanwhile waits for it too, and none from before a write outlives it.
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
