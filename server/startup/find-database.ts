import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#app/platform/config.server.ts'
import type { Database } from '#app/platform/db/database.server.ts'
import { errorCode } from '#app/platform/db/retry.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import { describeDatabase } from './describe-site.ts'
import { StartRefused } from './start-refused.ts'

function noDatabase(config: Config): StartRefused {
  const [missing, setting] = config.databaseUrl
    ? ['site in the ', 'DATABASE_URL']
    : ['', 'DATA_DIR (or DATABASE_URL, for PostgreSQL)']
  return new StartRefused(
    `There is no ${missing}${describeDatabase(config)}: set ${setting} to what the site runs with. A new site makes its database at its first "npm start".`,
  )
}

/** Throws `StartRefused` if the settings point to no existing embedded database. Opens nothing. */
export function requireDatabase(config: Config): void {
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'database'))) throw noDatabase(config)
}

/** Throws `StartRefused` unless a site has been started with this database. */
export async function requireStarted({ pool }: Database, config: Config): Promise<void> {
  const { rows } = await pool.query<{ made: boolean }>("select to_regclass('installation') is not null as made")
  const started = rows[0]?.made && (await pool.query('select from installation')).rowCount === 1
  if (!started) throw noDatabase(config)
}

/** A sentence for a PostgreSQL server that is unreachable or denies access; null for any other error. */
export function refusedDatabase(config: Config, error: unknown): StartRefused | null {
  const denied = errorCode(error)?.startsWith('28')
  if (!denied && !isDatabaseUnavailable(error)) return null
  const { code, message } = error as NodeJS.ErrnoException
  return new StartRefused(
    `The ${describeDatabase(config)} ${denied ? 'lets nobody in' : 'does not answer'} (${message || code}): start it, or set DATABASE_URL to the right address.`,
    { cause: error },
  )
}
