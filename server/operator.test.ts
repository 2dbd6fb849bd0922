import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { installation, users } from '#app/platform/db/schema.server.ts'
import { openTestPostgres, type TestDatabase } from '#test/database.ts'
import { withDatabase } from '#test/database-url.ts'
import { runCommand } from './command.ts'
import { takeCommands } from './control-socket.ts'
import { operate } from './operator.ts'
import { openServices } from './services.ts'

const root = path.resolve(import.meta.dirname, '..')
const log = pino({ level: 'silent' })
const LIVE = { SITE_URL: 'https://stay.example' }

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'operator-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

type Settings = Record<string, string>

/** The sentence that the command ends with, its password piped in. */
function operator(words: string[], settings: Settings = {}, password = 'ten lit windows\n') {
  const terminal = { input: PassThrough.from([password]), output: new PassThrough() }
  return operate(words, () => readConfig({ DATA_DIR: dataDir, ...LIVE, ...settings }), terminal)
}

/** The same as a process of its own: how it ended and what it said. */
function runOperator(words: string[], settings: Settings = {}) {
  const { PATH = '' } = process.env
  const env = { PATH, DATA_DIR: dataDir, ...LIVE, ...settings }
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, ['server/operator.ts', ...words], { cwd: root, env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    )
    // Left open, as by somebody who types.
    child.stdin?.on('error', () => {}).write('ten lit windows\n')
  })
}

test('what cannot be understood is refused in one sentence before anything is asked', async () => {
  for (const words of [
    [],
    ['create'],
    ['remove', 'mia'],
    ['create', 'mia', 'ben'],
    ['--name', 'mia'],
    ['create', '--help'],
  ])
    await expect(operator(words), words.join(' ')).rejects.toThrow(/^Say "npm run operator -- create NAME".*\.$/)
  await expect(operator(['create', 'm!'])).rejects.toThrow('2 to 40 letters')
  await expect(operator(['create', 'mia'], { PORT: 'many' })).rejects.toThrow('PORT must be a whole number.')
})

test('without a running site the command opens the embedded database itself, whatever mode it will be in', async () => {
  expect(await operator(['create', 'Mia'])).toBe(
    'Operator mia was created and can sign in at https://stay.example/sign-in.',
  )
  expect(await operator(['create', 'ben'], { SITE_URL: '' })).toBe(
    'Operator ben was created and can sign in once the site has a public SITE_URL.',
  )
  await expect(operator(['password', 'mia'], {}, 'short\n')).rejects.toThrow('A password has at least 10 characters.')
  const process = await runOperator(['create', 'mia'])
  expect(process).toEqual({ code: 1, out: '', err: 'There is an operator mia already.\n' })

  const { database, db } = await openServices(readConfig({ DATA_DIR: dataDir, ...LIVE }), log, { anyMode: true })
  try {
    expect(await db.select({ username: users.username }).from(users)).toEqual([
      { username: 'mia' },
      { username: 'ben' },
    ])
    expect(await db.select().from(installation)).toEqual([])
    // This process holds the database now, and takes no commands.
    await expect(operator(['create', 'ida'])).rejects.toThrow(/^Another process is using the database in .*\.$/)
  } finally {
    await database.close()
  }
}, 60_000)

test('beside a running site it goes through that site', async () => {
  const services = await openServices(readConfig({ DATA_DIR: dataDir, ...LIVE }), log)
  const endCommands = await takeCommands(services, runCommand)
  try {
    expect(await runOperator(['password', 'mia'])).toEqual({
      code: 0,
      out: 'Operator mia has the new password and is signed out everywhere.\n',
      err: '',
    })
  } finally {
    await endCommands()
    await services.database.close()
  }
}, 60_000)

test('where the path leaves no room for the socket of a running site, it says what to do', async () => {
  const long = path.join(dataDir, 'long'.repeat(30))
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

  test('the command goes to the database, also beside a running site', async () => {
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
