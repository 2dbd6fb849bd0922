import { contentVersion } from './db/schema.server.ts'
import type { Services } from './services.server.ts'

/**
 * The version of what cached pages show. Triggers of the database make a new one with every committed change, so two equal
 * answers mean that nothing shown has changed in between, whichever process wrote.
 */
export async function getContentVersion(services: Pick<Services, 'db'>): Promise<number> {
  const [row] = await services.db.select({ version: contentVersion.version }).from(contentVersion)
  if (!row) throw new Error('the database has no content version')
  return row.version
}
