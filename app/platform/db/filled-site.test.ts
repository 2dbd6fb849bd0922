import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeBeforeMigration } from '#test/database.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

/** Every row of a demo in which everything was tried, written by the code whose last migration was 0042. */
const FILLED = path.resolve(import.meta.dirname, '../../../test/filled-site-0042.sql')

describeBeforeMigration('0043', 'A filled site of an earlier release', (database) => {
  const query = async (text: string) => (await database().pool.query(text)).rows

  test('is upgraded with all that it has', async () => {
    // As a replica, so that no trigger changes or refuses a row of before.
    const rows = await readFile(FILLED, 'utf8')
    await database().pool.query(`begin; set local session_replication_role = replica; ${rows} commit`)
    const count = `select (select count(*)::int from properties) as homes, (select count(*)::int from bookings) as bookings,
      (select count(*)::int from occupancies) as nights, (select count(*)::int from unit_images) as images,
      (select sum(total_amount) from bookings) as total, (select count(*)::int from staycation_entries) as entries`
    const before = await query(count)
    expect(before).toMatchObject([{ homes: 6, bookings: 18, nights: 16, images: 40, entries: 1 }])
    const applied = await migrate(database(), migrationsFolder)
    expect(applied.length).toBeGreaterThan(40)
    expect(await query(count)).toEqual(before)
    expect(await query('select seed_kind, draft from campaigns')).toEqual([{ seed_kind: 'powerball', draft: false }])
  })
})
