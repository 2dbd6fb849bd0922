import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '../page.ts'
import { demoDataDir, type Site, startSite } from '../site.ts'
import { bookByCall, freeStay } from '../stays.ts'

const LIVE = 'https://stay.example'
/** The arguments of each command, with the start of its output on a new demo. */
const COMMANDS: [script: string, words: string[], answer: RegExp][] = [
  ['booking', ['list'], /^[1-9]\d* requests? to answer/],
  ['calendar', ['list'], /^Large Luxury.*\(large-luxury\)$/m],
  ['promo', ['list'], /^WELCOME10 \| /m],
  ['draw', [], /./],
  ['person', ['export', 'nobody@example.com'], /^\{/],
  ['operator', ['create', 'mia'], /^Operator mia was created/],
]

type Ended = { code: number; out: string; err: string }

/** `npm run site -- SCRIPT WORDS` in its own process, with only these settings and a password on standard input. */
function command(script: string, words: string[], settings: Record<string, string>): Promise<Ended> {
  const { PATH = '', PROPERTY = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  const options = {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { PATH, PROPERTY, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...settings },
  }
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      ['server/start.mjs', 'site', script, ...words],
      options,
      (error, out, err) => done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
    // Left open, as in a terminal.
    child.stdin?.on('error', () => {}).write('ten lit windows\n')
  })
}

test('a command without the settings of the site creates no database, names the missing setting, and fails', {
  tag: '@slow',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pc-commands-'))
  const tried = [...COMMANDS.map(([script, words]) => [script, words] as const), ['go-live', []] as const]
  try {
    for (const [script, words] of tried) {
      const dataDir = join(folder, script)
      const ended = await command(script, [...words], { DATA_DIR: dataDir, SITE_URL: LIVE })
      expect(ended, script).toEqual({
        code: 1,
        out: '',
        err: `There is no embedded database in ${dataDir}: set DATA_DIR (or DATABASE_URL, for PostgreSQL) to what the site runs with. A new site makes its database at its first "npm start".\n`,
      })
      expect(existsSync(dataDir)).toBe(false)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test.describe('a command with the settings of the site', () => {
  let dataDir = ''
  let site: Site
  const settings = () => ({ DATA_DIR: dataDir, PORT: new URL(site.url).port })
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    dataDir = await demoDataDir()
    site = await startSite({ DATA_DIR: dataDir })
  })
  test.afterAll(async () => {
    await site.stop().catch(() => {})
    await rm(dataDir, { recursive: true, force: true })
  })

  test('says first which site it works on, with the site running or stopped', { tag: '@slow' }, async () => {
    test.setTimeout(180_000)
    const name = `Demo site ${site.url}, embedded database in ${dataDir}`
    const booked = await bookByCall('large-luxury', await freeStay('large-luxury', 3, { site: site.url }), site.url)
    expect(booked.status).toBe(201)
    const answers = await Promise.all(COMMANDS.map(([script, words]) => command(script, words, settings())))
    for (const [index, [script, , answer]] of COMMANDS.entries()) {
      const ended = answers[index]
      expect(ended?.err.split('\n')[0], script).toBe(`${name}, running`)
      if (script === 'draw')
        expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringContaining('No giveaway has closed yet') })
      else expect(ended, script).toMatchObject({ code: 0, out: expect.stringMatching(answer) })
    }
    await site.stop()
    const listed = await command('booking', ['list'], settings())
    expect(listed).toMatchObject({
      code: 0,
      err: `${name}\n`,
      out: expect.stringMatching(/^[1-9]\d* requests? to answer/),
    })
    const created = await command('operator', ['create', 'mia'], settings())
    expect(created).toMatchObject({ code: 1, err: `${name}\nThere’s already an operator mia.\n` })
  })

  test('in another mode is refused, and names the setting to change', { tag: '@slow' }, async () => {
    test.setTimeout(180_000)
    const asked = { DATA_DIR: dataDir, SITE_URL: LIVE }
    const ended = await command('booking', ['list'], asked)
    expect(ended).toMatchObject({ code: 1, out: '' })
    expect(ended.err).toBe(
      `Live site ${LIVE}, embedded database in ${dataDir}\nThis database was made in demo mode: run "npm run site -- go-live" once, which removes the sample rates, reviews, and bookings, then start again.\n`,
    )
    const gone = await command('go-live', [], asked)
    expect(gone.err.split('\n')[0]).toBe(`Live site ${LIVE}, embedded database in ${dataDir}`)
    expect(gone).toMatchObject({
      code: 0,
      out: expect.stringContaining(`The site goes live at ${LIVE} the next time it starts`),
    })
    const [dump = ''] = await readdir(join(dataDir, 'dumps'))
    const late = await command('booking', ['list'], { DATA_DIR: dataDir })
    expect(late).toMatchObject({ code: 1, out: '', err: expect.stringContaining('set SITE_URL to its public address') })

    const restored = join(dataDir, 'restored')
    const back = await command('go-live', ['--restore', join(dataDir, 'dumps', dump)], { DATA_DIR: restored })
    expect(back).toMatchObject({ code: 0, out: expect.stringMatching(/^Restored \d+ rows\.$/m) })
    expect((await command('promo', ['list'], { DATA_DIR: restored })).out).toContain('WELCOME10')
  })
})

test('the settings in effect are shown without a database, and their secrets are masked', {
  tag: '@slow',
}, async () => {
  const dataDir = join(tmpdir(), 'pc-no-such-folder')
  const ended = await command('settings', [], {
    DATA_DIR: dataDir,
    SITE_URL: LIVE,
    SMTP_URL: 'smtp://me:lit@localhost',
  })
  expect(ended).toMatchObject({ code: 0, err: `Live site ${LIVE}, embedded database in ${dataDir}\n` })
  expect(ended.out).toMatch(/^SITE_URL +environment +https:\/\/stay\.example$/m)
  expect(ended.out).toMatch(/^SMTP_URL +environment +smtp:\/\/\*\*\*@localhost$/m)
  expect(existsSync(dataDir)).toBe(false)
})

test('the commands are listed, each with its usage', async () => {
  const { out, code } = await command('--help', [], {})
  expect(code).toBe(0)
  const names = ['booking', 'calendar', 'promo', 'draw', 'person', 'operator', 'go-live', 'settings']
  for (const name of names) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'))
  for (const name of process.env.TEST_ALL ? names : []) {
    expect(await command(name, ['--help'], {})).toMatchObject({
      code: 0,
      out: expect.stringContaining(`npm run site -- ${name} `),
    })
  }
  expect(await command('bokings', [], {})).toMatchObject({ code: 1, out: '', err: expect.stringContaining('unknown') })
})
