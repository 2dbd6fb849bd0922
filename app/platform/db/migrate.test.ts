import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeOnOwnDatabase } from '#test/database.ts'
import { digestOf, migrate } from './migrate.server.ts'

describeOnOwnDatabase('Migrations', (database) => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'))
    await database().pool.query('drop table if exists schema_migrations, cabins, docks, boats')
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
    expect(ran.flat().toSorted()).toEqual(['0001_cabins.sql', '0002_docks.sql'])
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

  test('are refused when an applied one is missing', async () => {
    await migrate(database(), folder)
    await rm(path.join(folder, '0002_docks.sql'))
    await expect(migrate(database(), folder)).rejects.toThrow('The database has had 0002_docks.sql applied')
  })

  test('run only as far as asked', async () => {
    expect(await migrate(database(), folder, { only: ['0001_cabins.sql'] })).toEqual(['0001_cabins.sql'])
    expect(await migrate(database(), folder)).toEqual(['0002_docks.sql'])
  })

  describe('that begin with a baseline', () => {
    const BEFORE = ['0001_cabins.sql', '0002_docks.sql']
    const applied = async () =>
      (await database().pool.query('select name from schema_migrations order by name')).rows.map(({ name }) => name)

    /** A later version: one file in place of the two, and one after it. */
    async function replaceByBaseline() {
      const text = `-- Stands for all migrations up to 0002_docks.sql: ${digestOf(BEFORE)}\n`
      for (const name of BEFORE) await rm(path.join(folder, name))
      await writeFile(
        path.join(folder, '0002_baseline.sql'),
        `${text}create table cabins (id int); create table docks (id int);`,
      )
      await writeFile(path.join(folder, '0003_boats.sql'), 'alter table docks add column boats int;')
    }

    test('make a new database by it', async () => {
      await replaceByBaseline()
      expect(await migrate(database(), folder)).toEqual(['0002_baseline.sql', '0003_boats.sql'])
      expect(await migrate(database(), folder)).toEqual([])
    })

    test('go on in a database that has had exactly those it stands for, also at once', async () => {
      await migrate(database(), folder)
      await replaceByBaseline()
      const ran = await Promise.all([1, 2, 3].map(() => migrate(database(), folder)))
      expect(ran.flat()).toEqual(['0003_boats.sql'])
      expect(await applied()).toEqual(['0002_baseline.sql', '0003_boats.sql'])
      expect((await database().pool.query('select * from cabins')).rows).toEqual([{ id: 1 }])
    })

    test('go on in one that has had later ones, too', async () => {
      await writeFile(path.join(folder, '0003_boats.sql'), 'alter table docks add column boats int;')
      await migrate(database(), folder)
      await replaceByBaseline()
      expect(await migrate(database(), folder)).toEqual([])
      expect(await applied()).toEqual(['0002_baseline.sql', '0003_boats.sql'])
    })

    test('are refused in one that a later baseline made', async () => {
      const made = path.join(folder, '0009_baseline.sql')
      for (const name of BEFORE) await rm(path.join(folder, name))
      await writeFile(made, `-- Stands for all migrations up to 0009_boats.sql: ${digestOf(['0009_boats.sql'])}\n`)
      await migrate(database(), folder)
      await rm(made)
      for (const name of BEFORE) await writeFile(path.join(folder, name), '')
      await replaceByBaseline()
      await expect(migrate(database(), folder)).rejects.toThrow('The database has had 0009_baseline.sql applied')
    })

    test.each([
      ['fewer', [], ['0002_docks.sql']],
      ['others', ['0002_boats.sql'], []],
    ])('are refused in one that has had %s', async (_, more, fewer) => {
      for (const name of fewer) await rm(path.join(folder, name))
      for (const name of more) await writeFile(path.join(folder, name), 'create table boats (id int);')
      await migrate(database(), folder)
      const before = await applied()
      for (const name of more) await rm(path.join(folder, name))
      await writeFile(path.join(folder, '0002_docks.sql'), '')
      await replaceByBaseline()
      await expect(migrate(database(), folder)).rejects.toThrow('First start the last version that has')
      expect(await applied()).toEqual(before)
    })
  })
})
