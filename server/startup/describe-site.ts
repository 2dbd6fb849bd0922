import type { Config } from '#app/platform/config.server.ts'

/** The site of these settings, in a line for the terminal. Never contains a password. */
export function describeSite(config: Config): string {
  return `${config.demo ? 'Demo site' : 'Live site'} ${config.siteUrl}, ${describeDatabase(config)}`
}

/** The database that the settings select. */
export function describeDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return `embedded database in ${dataDir}`
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return `PostgreSQL database ${pathname.slice(1)} at ${searchParams.get('host') ?? host}`
}
