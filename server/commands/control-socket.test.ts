import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { users } from '#app/features/operators/operators.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { useDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { runCommand } from './command-line.ts'
import { listenForCommands, sendToRunningSite, socketProblem } from './control-socket.ts'

const MIA = { words: ['operator', 'create', 'mia'], password: 'ten lit windows' }

describe('commands beside a running site', () => {
  const database = useDatabase()
  let dataDir: string
  let lines: string[]
  let end = async () => {}
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'control-'))
    lines = []
  })
  afterEach(async () => {
    await end()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function listen(where = dataDir) {
    const config = readConfig({ SITE_URL: 'https://stay.example', DATA_DIR: where })
    const log = createLog('info', { write: (line) => void lines.push(line) })
    end = await listenForCommands(testServices(database(), { config, log }), runCommand)
  }
  const socket = () => path.join(dataDir, 'control.sock')

  test('a running site accepts commands from its own user only', async () => {
    await listen()
    const { mode } = await stat(socket())
    expect((mode & 0o777).toString(8)).toBe('600')
    expect(await readdir(dataDir)).toEqual(['control.sock'])
    expect(await sendToRunningSite(dataDir, MIA)).toEqual({
      ok: true,
      message: 'Operator mia was created and can sign in at https://stay.example/sign-in.',
    })
    expect(await sendToRunningSite(dataDir, MIA)).toEqual({ ok: false, message: 'There’s already an operator mia.' })
    expect(await sendToRunningSite(dataDir, { ...MIA, words: ['operator', 'password', 'mia'] })).toEqual({
      ok: true,
      message: 'Operator mia has the new password and is signed out everywhere.',
    })
    expect(await sendToRunningSite(dataDir, { ...MIA, password: 'short' })).toMatchObject({ ok: false })
    expect(lines.join()).not.toContain(MIA.password)
  })

  test('an unknown command is refused, and the next one still works', async () => {
    await listen()
    for (const said of ['\n', 'create mia\n', '{"command":"drop"}\n', 'null\n', 'x'.repeat(20_000), '']) {
      const client = net.connect(socket())
      client.end(said)
      expect(JSON.parse(await text(client)), said.slice(0, 20)).toMatchObject({ ok: false })
    }
    expect(await sendToRunningSite(dataDir, MIA)).toMatchObject({ ok: true })
  })

  test('a failed command refers to the log and reveals nothing else', async () => {
    await listen()
    await database().pool.query('alter table users rename to away')
    try {
      expect(await sendToRunningSite(dataDir, MIA)).toEqual({
        ok: false,
        message: 'That failed. See the site’s log for the reason.',
      })
    } finally {
      await database().pool.query('alter table away rename to users')
    }
    expect(lines.join()).toContain('a command failed')
    expect(lines.join()).not.toContain(MIA.password)
  })

  test('the socket closes with the site, and a silent client does not delay that', async () => {
    await listen()
    const silent = net.connect(socket())
    await once(silent, 'connect')
    await end()
    expect(await readdir(dataDir)).toEqual([])
    expect(await sendToRunningSite(dataDir, MIA)).toBeNull()
  })

  test('without a running site there is no connection, whatever file exists there', async () => {
    expect(await sendToRunningSite(dataDir, MIA)).toBeNull()
    expect(await sendToRunningSite(path.join(dataDir, 'missing'), MIA)).toBeNull()
    await writeFile(socket(), 'not a socket')
    expect(await sendToRunningSite(dataDir, MIA)).toBeNull()
  })

  test('the socket of a killed site is replaced', async () => {
    await writeFile(socket(), 'left')
    await listen()
    expect(await sendToRunningSite(dataDir, MIA)).toMatchObject({ ok: true })
    expect(await database().db.select({ username: users.username }).from(users)).toEqual([{ username: 'mia' }])
  })

  test('a site whose socket path is too long or taken runs without the socket and logs it', async () => {
    const long = path.join(dataDir, 'long'.repeat(30))
    await mkdir(long)
    await listen(long)
    expect(await readdir(long)).toEqual([])
    expect(lines.join()).toContain('is too long for the socket')
    expect(socketProblem(long)).toContain('Stop the site before a command, or choose a shorter DATA_DIR.')
    expect(await sendToRunningSite(long, MIA)).toBeNull()

    await mkdir(path.join(socket(), 'in-the-way'), { recursive: true })
    await listen()
    expect(await readdir(dataDir)).toHaveLength(2)
    expect(lines.join()).toContain('commands cannot reach this site')
  })
})
