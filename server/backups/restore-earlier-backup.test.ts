import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import tar from 'tar-stream'
import { beforeEach, expect, test } from 'vitest'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { migrateJobs } from '#app/platform/jobs/jobs.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { atSite, newPlace, openedFile, silent } from '#test/backup-places.ts'
import { describeOnNewDatabases } from '#test/database.ts'
import { NOON } from '#test/factories.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { packBackup } from './archive.ts'
import { dumpTables } from './dump-tables.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { inScratchFolder } from './scratch-folder.ts'

const folder = temporaryFolder()
const FILLED = path.resolve(import.meta.dirname, '../../test/filled-site-0125.sql')

describeOnNewDatabases('a backup of an earlier version', (database) => {
  beforeEach(async () => {
    const { pool } = database()
    await pool.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
    await migrate(database(), migrationsFolder, { only: ['0125_baseline.sql'] })
    await migrateJobs(database(), silent)
    await pool.query(`insert into secrets (name, value) values ('a key', 'kept')`)
  })

  /** A backup of the database, made with these migrations. */
  async function backUp(migrations?: string[]): Promise<string> {
    const file = path.join(folder, `${randomBytes(6).toString('hex')}.tar`)
    await inScratchFolder(path.join(folder, 'earlier'), async (scratch) => {
      const dumped = await dumpTables(database().db, scratch)
      const about = { folder: scratch, madeAt: NOON.toISOString(), siteUrl: 'https://stay.example' }
      const contents = { ...about, ...dumped, migrations: migrations ?? dumped.migrations }
      const pack = tar.pack()
      const none = openDiskStorage(path.join(folder, 'none'))
      await Promise.all([packBackup(pack, contents, none), writeFile(file, Readable.from(pack))])
    })
    return file
  }

  async function listMigrationsBeforeBaseline(): Promise<string[]> {
    const [statement = ''] = (await readFile(FILLED, 'utf8')).split(';')
    return [...statement.matchAll(/'(\d{4}_\w+\.sql)'/g)].map(([, name]) => `${name} x`)
  }

  test('is restored as it was, and then migrated', async () => {
    const file = await backUp()
    const place = await newPlace(folder, database().kind)
    await restoreBackup(place, silent, openedFile(file))
    await atSite(place, async ({ db }) => {
      const { rows } = await db.execute(sql`select value from secrets where name = 'a key'`)
      expect(rows).toEqual([{ value: 'kept' }])
    })
  })

  test('from before the baseline is restored if it has had all that the baseline stands for', async () => {
    const before = await listMigrationsBeforeBaseline()
    expect(before).toHaveLength(104)
    const place = await newPlace(folder, database().kind)
    const { broken } = await checkBackup(place, silent, openedFile(await backUp(before)))
    expect(broken).toEqual([])
  })

  test('that is no earlier one, but a newer one, is refused', async () => {
    const place = await newPlace(folder, database().kind)
    for (const names of [['0125_baseline.sql', '9999_newer.sql'], ['9999_baseline.sql']]) {
      const { rows } = await database().pool.query('select name, sha256 from schema_migrations')
      const known = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
      const file = await backUp(names.map((name) => `${name} ${known.get(name) ?? 'x'}`))
      await expect(restoreBackup(place, silent, openedFile(file))).rejects.toThrow(
        'This backup was made by a newer version of the site. Use that version, or one that came after it.',
      )
    }
  })

  test('from longer before is refused, with what to do', async () => {
    const before = await listMigrationsBeforeBaseline()
    const place = await newPlace(folder, database().kind)
    await expect(restoreBackup(place, silent, openedFile(await backUp(before.slice(0, -1))))).rejects.toThrow(
      'This backup was made by an older version of the site. First restore it with the last version that has db/migrations/0125_prices_of_nights.sql: see docs/upgrading.md.',
    )
  })
})
