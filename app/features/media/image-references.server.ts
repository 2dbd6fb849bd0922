import { type SQL, sql } from 'drizzle-orm'
import { SITE_TABLES } from '#app/features/all-tables.server.ts'
import { ownerCosts } from '#app/features/owners/owners.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { ImageColumn } from '#app/platform/db/site-table.server.ts'

/** Whether a column of the row `named` has the address in it. */
function holds({ column, holds }: ImageColumn, path: string): SQL {
  const value = sql`named.${sql.raw(column)}`
  if (holds === 'address') return sql`${value} = ${path}`
  if (holds === 'addresses') return sql`${value} @> array[${path}::text]`
  if (holds === 'text') return sql`strpos(${value}, ${path}) > 0`
  return sql`jsonb_path_exists(${value}, '$.** ? (@ == $path)', jsonb_build_object('path', ${path}::text))`
}

/** Whether a row names the image, in any column that a table states to name images. */
function isNamed(path: string, { onlyPublic }: { onlyPublic: boolean }): SQL {
  const rows = SITE_TABLES.flatMap(({ table, images }) =>
    (images ?? []).map((image) => {
      const isShown = onlyPublic ? image.isPublic : sql`true`
      return sql`exists (select from ${table} named where ${holds(image, path)} and ${isShown})`
    }),
  )
  return sql.join(rows, sql` or `)
}

async function ask(db: Tx, condition: SQL): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select (${condition}) as found`)
  return rows[0]?.found ?? false
}

/** Whether anything shows the image at `/objects/...`, published or not. */
export const isReferenced = (db: Tx, path: string): Promise<boolean> => ask(db, isNamed(path, { onlyPublic: false }))

/** Whether anything public shows the image at this address. */
export const isPublic = (db: Tx, path: string): Promise<boolean> => ask(db, isNamed(path, { onlyPublic: true }))

/** Whether it is the receipt of a cost. */
export const isReceipt = (db: Tx, path: string): Promise<boolean> =>
  ask(db, sql`exists (select from ${ownerCosts} where ${ownerCosts.receipt} = ${path})`)
