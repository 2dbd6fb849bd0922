import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { users } from '#app/features/operators/operators.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { copyEmbeddedDatabase, openTestPostgres, type TestDatabase } from '#test/database.ts'
import { withDatabase } from '#test/database-url.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { runSiteCommand } from '../cli.ts'
import { openServices } from '../startup/services.ts'
import { StartRefused } from '../startup/start-refused.ts'
import { runCommand } from './command-line.ts'
import { listenForCommands } from './control-socket.ts'

const log = pino({ level: 'silent' })
const LIVE = { SITE_URL: 'https://stay.example' }

const dataDir = temporaryFolder()

type Settings = Record<string, string>

/** The command's final message, with a piped password. */
function operator(words: string[], settings: Settings = {}, password = 'ten lit windows\n') {
  const terminal = { input: PassThrough.from([password]), output: new PassThrough() }
  return runSiteCommand(['operator', ...words], () => readConfig({ DATA_DIR: dataDir, ...LIVE, ...settings }), terminal)
}

/** The same with the full terminal output, and an input that stays open. */
async function runOperator(words: string[], settings: Settings = {}) {
  const terminal = { input: new PassThrough(), output: new PassThrough() }
  terminal.input.write('ten lit windows\n')
  const ended = await runSiteCommand(
    ['operator', ...words],
    () => readConfig({ DATA_DIR: dataDir, ...LIVE, ...settings }),
    terminal,
  ).then(
    (out) => ({ code: 0, out: `${out}\n`, err: '' }),
    (error: StartRefused) => ({ code: 1, out: '', err: `${error.message}\n` }),
  )
  return { ...ended, err: `${terminal.output.read() ?? ''}${ended.err}` }
}

test('invalid arguments are refused with the usage, before any prompt', async () => {
  for (const words of [
    [],
    ['create'],
    ['remove'],
    ['list', 'mia'],
    ['rename', 'mia'],
    ['create', 'mia', 'ben'],
    ['--name', 'mia'],
  ])
    await expect(operator(words), words.join(' ')).rejects.toThrow('Usage: npm run site -- operator')
  expect(await operator(['create', '--help'])).toMatch(/^Usage: npm run site -- operator create /)
  await expect(operator(['create', 'm!'])).rejects.toThrow('2 to 40 letters')
  await expect(operator(['create', 'mia'], { PORT: 'many' })).rejects.toThrow('PORT must be a whole number.')
})

/** A site that was started once: its database has its mode. */
async function startOnce(settings: Settings = {}) {
  await copyEmbeddedDatabase(dataDir)
  const { database } = await openServices(readConfig({ DATA_DIR: dataDir, ...LIVE, ...settings }), log)
  await database.close()
}

test('without a database the command creates none, prompts for no password and says what is missing', async () => {
  const terminal = { input: new PassThrough(), output: new PassThrough() }
  const settings = () => readConfig({ DATA_DIR: path.join(dataDir, 'elsewhere'), ...LIVE })
  const refused = runSiteCommand(['operator', 'create', 'mia'], settings, terminal)
  await expect(refused).rejects.toThrow(StartRefused)
  await expect(refused).rejects.toThrow(/^There is no embedded database in .*elsewhere: set DATA_DIR /)
  expect(await readdir(dataDir)).toEqual([])
})

test('without a running site the command opens the embedded database itself, in its recorded mode', async () => {
  await startOnce()
  expect(await operator(['create', 'Mia'])).toBe(
    'Operator mia was created and can sign in at https://stay.example/sign-in.',
  )
  await expect(operator(['create', 'ben'], { SITE_URL: '' })).rejects.toThrow('set SITE_URL to its public address')
  await expect(operator(['password', 'mia'], {}, 'short\n')).rejects.toThrow('A password has at least 10 characters.')
  expect(await runOperator(['create', 'mia'])).toEqual({
    code: 1,
    out: '',
    err: `Live site https://stay.example, embedded database in ${dataDir}\nThere’s already an operator mia.\n`,
  })

  const { database, db } = await openServices(readConfig({ DATA_DIR: dataDir, ...LIVE }), log)
  try {
    expect(await db.select({ username: users.username }).from(users)).toEqual([{ username: 'mia' }])
    // This process holds the database now, and accepts no commands.
    await expect(operator(['create', 'ida'])).rejects.toThrow(/^Another process is using the database in .*\.$/)
  } finally {
    await database.close()
  }
}, 60_000)

test('beside a running site it goes through that site', async () => {
  const services = await openServices(readConfig({ DATA_DIR: dataDir, ...LIVE }), log)
  const endCommands = await listenForCommands(services, runCommand)
  try {
    expect(await runOperator(['password', 'mia'])).toEqual({
      code: 0,
      out: 'Operator mia has the new password and is signed out everywhere.\n',
      err: `Live site https://stay.example, embedded database in ${dataDir}, running\n`,
    })
    await operator(['create', 'ben'])
    expect(await operator(['list'])).toMatch(
      /^ben: not signed in \([0-9a-f]{16} in the log\)\nmia: not signed in \([0-9a-f]{16} in the log\)$/,
    )
    expect(await operator(['end-sessions', 'Mia'])).toBe('Operator mia is signed out everywhere: 0 sessions ended.')
    expect(await operator(['remove', 'ben'])).toBe('Operator ben was removed and is signed out everywhere.')
    for (const command of ['remove', 'end-sessions'])
      await expect(operator([command, 'ben'])).rejects.toThrow('There’s no operator ben.')
  } finally {
    await endCommands()
    await services.database.close()
  }
}, 60_000)

test('if the socket path of a running site is too long, it says what to do', async () => {
  const long = path.join(dataDir, 'long'.repeat(30))
  await copyEmbeddedDatabase(long)
  const services = await openServices(readConfig({ DATA_DIR: long, ...LIVE }), log)
  try {
    await expect(operator(['create', 'mia'], { DATA_DIR: long })).rejects.toThrow('is too long for the socket')
  } finally {
    await services.database.close()
  }
}, 60_000)

describe.skipIf(!inject('postgres'))('on PostgreSQL', () => {
  let database: TestDatabase
  let url: string
  beforeAll(async () => {
    database = await openTestPostgres()
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    url = withDatabase(inject('postgres')?.url ?? '', rows[0]?.name ?? '')
  })
  afterAll(() => database.close())

  test('an empty database is not the site’s, and the command leaves it empty', async () => {
    const name = new URL(url).pathname.slice(1)
    const empty = withDatabase(url, `${name}_empty`)
    await database.pool.query(`create database ${name}_empty template template0`)
    try {
      await expect(operator(['create', 'ben'], { DATABASE_URL: empty })).rejects.toThrow(
        /^There is no site in the PostgreSQL database \S+_empty at \S+: set DATABASE_URL to what the site runs with\./,
      )
      const tables = "select from pg_tables where schemaname = 'public'"
      const client = new pg.Client(empty)
      await client.connect()
      const { rowCount } = await client.query(tables).finally(() => client.end())
      expect(rowCount).toBe(0)
    } finally {
      await database.pool.query(`drop database ${name}_empty with (force)`)
    }
  })

  test('an unreachable or refusing server is named in a sentence, without its password', async () => {
    for (const [DATABASE_URL, why] of [
      ['postgres://me:lit-windows@127.0.0.1:1/site', /^The PostgreSQL database site at 127\.0\.0\.1:1 does not answer/],
      [withDatabase(url, 'never_made'), /^The PostgreSQL database never_made at \S+ does not answer/],
    ] as const) {
      const refused = operator(['create', 'ben'], { DATABASE_URL })
      await expect(refused).rejects.toThrow(StartRefused)
      await expect(refused).rejects.toThrow(why)
      await expect(refused).rejects.not.toThrow('lit-windows')
    }
  })

  test('the command uses the database directly, even beside a running site', async () => {
    const site = await openServices(
      readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, ...LIVE }),
      pino({ level: 'silent' }),
    )
    try {
      expect(await runOperator(['create', 'ben'], { DATABASE_URL: url })).toMatchObject({ code: 0 })
      expect(await site.db.select({ username: users.username }).from(users)).toEqual([{ username: 'ben' }])
    } finally {
      await site.database.close()
    }
  }, 60_000)
})
