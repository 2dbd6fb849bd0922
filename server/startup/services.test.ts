import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { DatabaseInUseError } from '#app/platform/db/directory-lock.server.ts'
import { installation } from '#app/platform/installation.tables.server.ts'
import { copyEmbeddedDatabase, openTestPostgres, type TestDatabase } from '#test/database.ts'
import { withDatabase } from '#test/database-url.ts'
import { hasPgBouncer, startPgBouncer } from '#test/servers/pgbouncer.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { goLive } from '../commands/go-live.ts'
import { lockDatabase } from './database-lock.ts'
import { openServices } from './services.ts'
import { StartRefused } from './start-refused.ts'

const log = pino({ level: 'silent' })
const PUBLIC = { SITE_URL: 'https://stay.example' }

const dataDir = temporaryFolder()

function defineLife(where: () => Record<string, string>) {
  const open = (environment: Record<string, string>, options?: { anyMode: boolean }) =>
    openServices(readConfig({ DATA_DIR: dataDir, ...where(), ...environment }), log, options)
  const start = async (environment: Record<string, string>) => {
    const { database, db } = await open(environment)
    const rows = await db.select({ mode: installation.mode }).from(installation)
    await database.close()
    return rows
  }

  test('a demo’s database restarts as a demo, and not under a public address', async () => {
    expect(await start({})).toEqual([{ mode: 'demo' }])
    expect(await start({ SITE_URL: 'http://localhost:3000' })).toEqual([{ mode: 'demo' }])
    await expect(start(PUBLIC)).rejects.toThrow(StartRefused)
    await expect(start(PUBLIC)).rejects.toThrow(
      'This database was made in demo mode: run "npm run site -- go-live" once',
    )
  }, 60_000)

  test('after going live it starts under the public address, and no longer as a demo', async () => {
    const services = await open(PUBLIC, { anyMode: true })
    const outcome = await goLive(services).finally(() => services.database.close())
    expect(outcome).toMatchObject({ ok: true })
    expect(await start(PUBLIC)).toEqual([{ mode: 'live' }])
    await expect(start({})).rejects.toThrow('This database has gone live: set SITE_URL to its public address')
  }, 60_000)
}

test('unwritable data refuses the start with a sentence', async () => {
  const file = path.join(dataDir, 'a-file')
  await writeFile(file, '')
  const locked = path.join(dataDir, 'locked')
  await mkdir(path.join(locked, 'database.lock'), { recursive: true })
  for (const folder of [file, path.join(file, 'below'), locked, `/${'long'.repeat(100)}`]) {
    const refused = openServices(readConfig({ DATA_DIR: folder }), log)
    await expect(refused, folder).rejects.toThrow(StartRefused)
    await expect(refused).rejects.toThrow(`The site cannot write to ${folder} (E`)
  }
})

describe('a site on the embedded database', () => {
  beforeAll(() => copyEmbeddedDatabase(dataDir))
  defineLife(() => ({}))

  test('is open in one process at a time, and a second one is told why it cannot start', async () => {
    const config = readConfig({ DATA_DIR: dataDir, ...PUBLIC })
    const { database } = await openServices(config, log)
    await expect(openServices(config, log)).rejects.toThrow(StartRefused)
    await expect(openServices(config, log, { anyMode: true })).rejects.toThrow(`Another process is using the database`)
    await database.close()
  })
})

describe.skipIf(!inject('postgres'))('a site on PostgreSQL', () => {
  let database: TestDatabase
  let url: string
  beforeAll(async () => {
    database = await openTestPostgres()
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    url = withDatabase(inject('postgres')?.url ?? '', rows[0]?.name ?? '')
  })
  afterAll(() => database?.close())

  defineLife(() => ({ DATABASE_URL: url }))

  test('is live from its first start with a public address', async () => {
    await database.reset()
    const services = await openServices(readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, ...PUBLIC }), log)
    await services.database.close()
    expect(await database.db.select({ mode: installation.mode }).from(installation)).toEqual([{ mode: 'live' }])
  })

  test('may run on several machines, and going live is refused beside it', async () => {
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, ...PUBLIC })
    const sites = [await openServices(config, log), await openServices(config, log)]
    const command = () => openServices(config, log, { anyMode: true })
    await expect(command()).rejects.toThrow(StartRefused)
    await expect(command()).rejects.toThrow('Another process is using this database: stop it first')
    await sites[0]?.database.close()
    await expect(command()).rejects.toThrow(StartRefused)
    await sites[1]?.database.close()
    const { database: held } = await command()
    await expect(openServices(config, log)).rejects.toThrow(StartRefused)
    await held.close()
    await (await openServices(config, log)).database.close()
  })

  const lose = () =>
    database.pool.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`)
  const holds = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows
  }

  test('locks its database again after the connection was lost', async () => {
    const taken: Error[] = []
    const onTaken = (error: Error) => void taken.push(error)
    const release = await lockDatabase(url, { alone: false, onTaken, tryAgainAfter: 20 })
    await expect(lockDatabase(url, { alone: true, onTaken })).rejects.toThrow(DatabaseInUseError)
    for (let round = 0; round < 3; round += 1) {
      const before = (await holds()).map(({ pid }) => pid)
      await lose()
      await expect
        .poll(async () => (await holds()).filter(({ pid }) => !before.includes(pid)).length, { timeout: 10_000 })
        .toBe(1)
    }
    await release()
    await expect.poll(holds).toEqual([])
    expect(taken).toEqual([])
  })

  test('stops when a command took its database while the connection was lost', async () => {
    const taken = Promise.withResolvers<Error>()
    await lockDatabase(url, { alone: false, onTaken: taken.resolve, tryAgainAfter: 1_000 })
    await lose()
    await expect.poll(holds, { interval: 10 }).toEqual([])
    const release = await lockDatabase(url, { alone: true, onTaken: taken.reject })
    expect(await taken.promise).toBeInstanceOf(DatabaseInUseError)
    await release()
    await expect.poll(holds).toEqual([])
  })

  test.skipIf(!hasPgBouncer)(
    'behind PgBouncer excludes a command while it runs, and not afterwards',
    async () => {
      const bouncer = await startPgBouncer(url)
      const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: bouncer.url, ...PUBLIC })
      const command = () => openServices(config, log, { anyMode: true })
      for (let round = 0; round < 10; round += 1) {
        const sites = [await openServices(config, log), await openServices(config, log)]
        await expect(command()).rejects.toThrow('Another process is using this database: stop it first')
        await Promise.all(sites.map((site) => site.database.close()))
        await (await command()).database.close()
      }
      await bouncer.stop()
    },
    60_000,
  )

  test('of an unsupported version is refused with a sentence', async () => {
    await database.pool.query(`insert into schema_migrations (name, sha256) values ('9999_newer.sql', 'x')`)
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, ...PUBLIC })
    await expect(openServices(config, log)).rejects.toThrow(StartRefused)
    await expect(openServices(config, log)).rejects.toThrow('The database has had 9999_newer.sql applied')
  })
})
