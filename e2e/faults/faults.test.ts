import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#app/platform/db/database.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { buildIfNeeded } from '#server/build.ts'
import { randomFrom, SEED } from '#test/seed.ts'
import { mountSmallDisk } from '#test/servers/small-disk.ts'
import { startSmtpServer } from '#test/servers/smtp-server.ts'
import { type Acknowledged, freeStays, lossesIn, type Run, startLoad } from '../cluster/load.ts'
import { type AtWork, operatorLosses, operatorWith, soldTwice } from '../cluster/operators.ts'
import { formHeaders } from '../operator-session.ts'
import { freePort, type Site, startSite } from '../site.ts'

/**
 * One process with the embedded database, under load, while things go wrong. Afterwards all that was answered with
 * success is there, and nothing is half there. Each letter went out, and the site serves by itself. The moments come
 * from `SEED`, so a run can be repeated.
 */
const ROOT = path.resolve(import.meta.dirname, '../..')
const KILLS = 6
const HOUR = 3_600_000
const CLOCK = path.join(ROOT, 'e2e/set-clock.ts')

let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let site: Site
let dataDir: string
let settings: Record<string, string>
/** A demo lets everyone into its back office. */
let operator: AtWork
const booked: Acknowledged[] = []
const written: string[] = []
beforeAll(async () => {
  await buildIfNeeded()
  process.stdout.write(`SEED=${SEED}\n`)
  smtp = await startSmtpServer()
})
afterAll(() => smtp.stop())
beforeEach(async () => {
  smtp.received.length = 0
  booked.length = 0
  written.length = 0
})

/** A site of its own in `folder`, which is kept over its starts. */
async function open(folder: string) {
  dataDir = folder
  settings = { DATA_DIR: folder, PORT: String(await freePort()), SMTP_URL: smtp.url, MAIL_FROM: 'S <s@example.com>' }
  site = await startSite(settings)
  operator = operatorWith(formHeaders(site.url))
}

/** Runs the fault under load, and lets it go on for three seconds. */
async function under(fault: () => Promise<void>) {
  const load = startLoad(site.url, await freeStays(site.url), { others: [operator.work] })
  await fault()
  await wait(3_000)
  await load.stop()
  booked.push(...load.acknowledged)
  written.push(...load.messages)
  expect(load.odd).toEqual([])
  const last = Math.max(0, ...load.failures.map(({ at }) => at))
  expect(Date.now() - last, `it serves again: ${load.failures.at(-1)?.what}`).toBeGreaterThan(1_000)
}

/** `isMailed`: all letters are expected by now. Some wait for a later time if the clock was ahead. */
async function expectNothingLost({ isMailed = true } = {}) {
  const mailed = (address: string) => smtp.received.filter(({ to }) => to === address).length
  const guests = booked.map(({ email }) => email)
  expect(guests.length).toBeGreaterThan(5)
  const unmailed = () => guests.filter((email) => mailed(email) === 0)
  if (isMailed) await expect.poll(unmailed, { timeout: 240_000, interval: 1_000 }).toEqual([])
  const words = ['server/start.mjs', 'site', 'check']
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, ...settings },
  })
  expect(stdout).toMatch(/All \d+ rules of money and nights hold/)
  await site.stop()
  const database = await openDatabase({ dataDir, log: createLog('error') })
  try {
    const run: Run = (statement) => database.pool.query(statement)
    expect(await lossesIn(run, { booked, written })).toEqual([])
    expect(operator.blocked.length).toBeGreaterThan(0)
    expect(operator.noted.length).toBeGreaterThan(0)
    expect(await operatorLosses(run, operator)).toEqual([])
    expect(soldTwice(booked, operator)).toEqual([])
  } finally {
    await database.close()
  }
}

const newFolder = () => mkdtemp(path.join(os.tmpdir(), 'pc-faults-'))

test('killed at random moments', async () => {
  const random = randomFrom(SEED)
  await open(await newFolder())
  for (let kill = 0; kill < KILLS; kill += 1) {
    await under(async () => {
      await wait(300 + random() * 2_500)
      await site.kill()
      site = await startSite(settings)
    })
  }
  await expectNothingLost()
  await rm(dataDir, { recursive: true })
})

test('a mail server that hangs, and is back', async () => {
  await open(await newFolder())
  smtp.manner = 'stalls'
  await under(() => wait(4_000))
  smtp.manner = 'accepts'
  await expectNothingLost()
  const guests = booked.map(({ email }) => email)
  expect(guests.filter((email) => smtp.received.filter(({ to }) => to === email).length > 1)).toEqual([])
  await rm(dataDir, { recursive: true })
})

test('a clock that is an hour ahead, and an hour back again', async () => {
  await open(await newFolder())
  for (const jump of [HOUR, 0]) {
    await under(async () => {
      await wait(1_500)
      await site.stop()
      const CLOCK_FROM = new Date(Date.now() + jump).toISOString()
      site = await startSite({ ...settings, NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_FROM })
    })
  }
  await expectNothingLost({ isMailed: false })
  await rm(dataDir, { recursive: true })
})

test('a full disk, and space again', async ({ skip }) => {
  const disk = mountSmallDisk(400)
  if (typeof disk === 'string') return skip(disk)
  try {
    await open(disk.folder)
    await under(async () => {
      await wait(1_500)
      disk.fill()
      await wait(2_500)
      disk.empty()
      await wait(8_000)
    })
    await expectNothingLost()
  } finally {
    await site.kill().catch(() => {})
    disk.unmount()
  }
})
