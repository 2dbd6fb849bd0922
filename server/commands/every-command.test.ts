import { existsSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeProperty, testServices } from '#test/factories.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { runSiteCommand } from '../cli.ts'
import { runCommand } from './command-line.ts'
import { listenForCommands } from './control-socket.ts'

const dataDir = temporaryFolder()
const LIVE = { SITE_URL: 'https://stay.example' }

/** The arguments of each command that works on a site, with the start of its message. */
const COMMANDS: [name: string, words: string[], answer: RegExp][] = [
  ['booking', ['list'], /^No requests to answer/],
  ['calendar', ['list'], /\(cabin\)$/m],
  ['promo', ['list'], /^There are no codes yet/],
  ['draw', [], /No giveaway has closed yet/],
  ['person', ['export', 'nobody@example.com'], /^\{/],
  ['operator', ['create', 'mia'], /^Operator mia was created/],
]

/** The message, with what the terminal showed before it. */
async function command(words: string[], settings: Record<string, string>) {
  const terminal = { input: PassThrough.from(['ten lit windows\n']), output: new PassThrough() }
  const message = await runSiteCommand(words, () => readConfig(settings), terminal).catch(
    (error: Error) => error.message,
  )
  return { message, shown: String(terminal.output.read() ?? '') }
}

test.each([...COMMANDS.map(([name, words]) => ({ name, words })), { name: 'go-live', words: [] }])(
  'without the settings of the site, $name creates no database and names the missing setting',
  async ({ name, words }) => {
    const folder = `${dataDir}/${name}`
    expect(await command([name, ...words], { DATA_DIR: folder, ...LIVE })).toEqual({
      message: `There is no embedded database in ${folder}: set DATA_DIR (or DATABASE_URL, for PostgreSQL) to what the site runs with. A new site makes its database at its first "npm start".`,
      shown: '',
    })
    expect(existsSync(folder)).toBe(false)
  },
)

describeWithDatabase('a command', (database) => {
  test('beside a running site each command says first which site it works on', async () => {
    const settings = { DATA_DIR: dataDir, ...LIVE }
    await makeProperty(database().db, { slug: 'cabin' })
    const endCommands = await listenForCommands(testServices(database(), { config: readConfig(settings) }), runCommand)
    try {
      for (const [name, words, answer] of COMMANDS) {
        const ended = await command([name, ...words], settings)
        expect(ended, name).toEqual({
          message: expect.stringMatching(answer),
          shown: `Live site https://stay.example, embedded database in ${dataDir}, running\n`,
        })
      }
    } finally {
      await endCommands()
    }
  })
})

test('the commands are listed, each with its usage, and an unknown one is refused', async () => {
  const { message } = await command(['--help'], {})
  for (const name of [...COMMANDS.map(([name]) => name), 'go-live', 'settings']) {
    expect(message).toMatch(new RegExp(`^  ${name} `, 'm'))
    expect((await command([name, '--help'], {})).message, name).toContain(`npm run site -- ${name} `)
  }
  expect((await command(['bokings'], {})).message).toContain('unknown')
})
