import { describe, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { type TestDatabase, useDatabase } from './database.ts'
import { makeDemoWithTrials } from './demo-with-trials.ts'
import { testServices } from './factories.ts'
import { keepRows, keepRowsByFunction } from './table-rows.ts'

/** All rows of all tables, as text by table. */
async function rowsOf({ pool }: TestDatabase): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and (relnamespace = 'public'::regnamespace or oid = 'pgboss.job'::regclass)`,
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    if (found.rows.length > 0) rows[name] = found.rows.map(({ row }) => row)
  }
  return rows
}

describe('the rows of a database of tests', () => {
  const database = useDatabase()

  test.each([
    ['without triggers', keepRows],
    ['with triggers', keepRowsByFunction],
  ])('of a moment are brought back %s', async (_, keep) => {
    const before = await rowsOf(database())
    const bringBack = await keep(database())
    await makeDemoWithTrials(testServices(database(), { config: readConfig({}) }), database().db)
    const filled = await rowsOf(database())
    expect(Object.keys(filled).length).toBeGreaterThan(60)
    await bringBack()
    expect(await rowsOf(database())).toEqual(before)
  })
})
