import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnOwnDatabase } from '#test/database.ts'
import { migrate } from './migrate.server.ts'

describeOnOwnDatabase('Migrations', (database) => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'))
    await database().pool.query('drop table if exists schema_migrations, cabins, docks')
    await writeFile(
      path.join(folder, '0001_cabins.sql'),
      'create table cabins (id int); insert into cabins values (1);',
    )
    await writeFile(path.join(folder, '0002_docks.sql'), 'create table docks (id int);')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('run in order, and once', async () => {
    expect(await migrate(database(), folder)).toEqual(['0001_cabins.sql', '0002_docks.sql'])
    expect(await migrate(database(), folder)).toEqual([])
    expect((await database().pool.query('select * from cabins')).rows).toEqual([{ id: 1 }])
  })

  test('run once when several processes start together', async () => {
    const ran = await Promise.all([1, 2, 3].map(() => migrate(database(), folder)))
    expect(ran.flat()).toEqual(['0001_cabins.sql', '0002_docks.sql'])
  })

  test('roll back when they fail, and earlier ones stay', async () => {
    await writeFile(path.join(folder, '0002_docks.sql'), 'create table docks (id int); select 1/0;')
    await expect(migrate(database(), folder)).rejects.toThrow('Migration 0002_docks.sql failed and was undone')
    const { rows } = await database().pool.query(`select to_regclass('docks') as docks, name from schema_migrations`)
    expect(rows).toEqual([{ docks: null, name: '0001_cabins.sql' }])
  })

  test('report a broken connection, not the failed rollback', async () => {
    if (database().kind === 'embedded') return
    const cut = 'select pg_terminate_backend(pg_backend_pid());'
    await writeFile(path.join(folder, '0002_docks.sql'), cut)
    const failed = await migrate(database(), folder).catch((error: Error) => error)
    expect(failed).toMatchObject({
      message: 'Migration 0002_docks.sql failed and was undone',
      cause: { code: '57P01' },
    })
  })

  test('are refused when an applied one has changed', async () => {
    await migrate(database(), folder)
    await writeFile(path.join(folder, '0001_cabins.sql'), 'create table cabins (id bigint);')
    await expect(migrate(database(), folder)).rejects.toThrow('0001_cabins.sql was changed after it had been applied')
  })

  test('are taken when the file names the earlier text that it replaces', async () => {
    await migrate(database(), folder)
    const file = path.join(folder, '0001_cabins.sql')
    const earlier = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    await writeFile(file, `-- Replaces ${earlier}, which failed on a filled site.\ncreate table cabins (id int);`)
    expect(await migrate(database(), folder)).toEqual([])
    await writeFile(file, `-- Replaces ${'0'.repeat(64)}, another text.\ncreate table cabins (id int);`)
    await expect(migrate(database(), folder)).rejects.toThrow('0001_cabins.sql was changed after it had been applied')
  })

  test('are refused when an applied one is missing', async () => {
    await migrate(database(), folder)
    await rm(path.join(folder, '0002_docks.sql'))
    await expect(migrate(database(), folder)).rejects.toThrow('The database has had 0002_docks.sql applied')
  })
})
