import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as schema from './schema.server.ts'
import { factsOf } from './tables/site-table.server.ts'

/** Every table of the site with its facts. */
export const SITE_TABLES = Object.values<unknown>(schema).flatMap((table) =>
  is(table, PgTable) ? [factsOf(table)] : [],
)
