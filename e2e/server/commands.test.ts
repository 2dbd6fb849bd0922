import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '../page.ts'
import { demoDataDir, type Site, startSite } from '../site.ts'
import { bookByCall, freeStay } from '../stays.ts'

const LIVE = 'https://stay.example'

type Ended = { code: number; out: string; err: string }

/** `npm run site -- SCRIPT WORDS` in its own process, with only these settings and a password on standard input. */
function command(script: string, words: string[], settings: Record<string, string>): Promise<Ended> {
  const { PATH = '', HOME = tmpdir() } = process.env
  const options = { cwd: resolve(import.meta.dirname, '../..'), env: { PATH, HOME, ...settings } }
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
    await site?.kill()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('says first which site it works on, with the site running or stopped', async () => {
    test.setTimeout(180_000)
    const name = `Demo site ${site.url}, embedded database in ${dataDir}`
    const booked = await bookByCall('large-luxury', await freeStay('large-luxury', 3, { site: site.url }), site.url)
    expect(booked.status).toBe(201)
    const requests = expect.stringMatching(/^[1-9]\d* requests? to answer/)
    const [list, create] = await Promise.all([
      command('booking', ['list'], settings()),
      command('operator', ['create', 'mia'], settings()),
    ])
    expect(list).toEqual({ code: 0, err: `${name}, running\n`, out: requests })
    expect(create).toMatchObject({ code: 0, out: expect.stringMatching(/^Operator mia was created/) })
    expect(create.err.split('\n')[0]).toBe(`${name}, running`)
    await site.stop()
    const listed = await command('booking', ['list'], settings())
    expect(listed).toEqual({ code: 0, err: `${name}\n`, out: requests })
  })
})

test('a command in another mode is refused, and names the setting to change', { tag: '@slow' }, async () => {
  test.setTimeout(180_000)
  const dataDir = await demoDataDir()
  try {
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
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('the settings in effect are shown without a database, and their secrets are masked', async () => {
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
