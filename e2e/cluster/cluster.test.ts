import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '#test/servers/postgres-pair.ts'
import { SLUGS } from '../stays.ts'
import { exportedNights, importedNights } from './feeds.ts'
import { type Acknowledged, freeStays, type Load, lossesIn, startLoad } from './load.ts'
import { newRelease } from './new-release.ts'
import { operatorLosses, soldTwice } from './operators.ts'
import { type Cluster, startCluster } from './start-cluster.ts'

/** How long the load runs before and after each fault, in milliseconds. */
const CALM = 3_000
/** How long a fault that another part takes over may be felt. */
const FELT = 3_000
/** How long a letter is on its way to the mail server. */
const IN_FLIGHT = 500

let cluster: Cluster
let stays: Awaited<ReturnType<typeof freeStays>>
const booked: Acknowledged[] = []
const written: string[] = []
let workerKilledAt = 0
beforeAll(async () => {
  cluster = await startCluster()
  stays = await freeStays(cluster.url)
}, 180_000)
afterAll(() => cluster?.stop(), 60_000)

/** Runs the fault under load, and returns what failed. Nothing may fail before it, nor when it is long over. */
async function under(fault: () => Promise<void>, felt = FELT): Promise<Load['failures']> {
  const { operator, feeds } = cluster
  const load = startLoad(cluster.url, stays, { others: [operator.work, feeds.work] })
  const saved = operator.blocked.length + operator.noted.length
  await wait(CALM)
  const from = Date.now()
  expect(load.failures).toEqual([])
  await fault()
  const until = Date.now() + felt
  await wait(felt + CALM)
  await load.stop()
  booked.push(...load.acknowledged)
  written.push(...load.messages)
  expect(load.odd).toEqual([])
  expect(load.acknowledged.length).toBeGreaterThan(5)
  expect(load.read()).toBeGreaterThan(50)
  expect(operator.blocked.length + operator.noted.length).toBeGreaterThan(saved + 3)
  expect(load.failures.filter(({ at }) => at < from || at > until)).toEqual([])
  return load.failures
}

/**
 * Each stay that was answered with success is stored once, and so is what the operator saved. No night was sold twice, or
 * sold and blocked.
 */
async function expectNothingLost(database: string, root?: string) {
  const { operator, feeds, url } = cluster
  const run = (statement: string) => query(database, statement)
  expect(await lossesIn(run, { booked, written })).toEqual([])
  expect(await operatorLosses(run, operator)).toEqual([])
  expect(soldTwice(booked, operator)).toEqual([])
  expect(await cluster.check(root)).toMatch(/All \d+ rules of money and nights hold/)
  await feeds.makeDue(database)
  await expect.poll(() => importedNights(database), { timeout: 100_000, interval: 500 }).toEqual(feeds.nights())
  for (const slug of SLUGS) {
    const nights = [...booked, ...operator.blocked].filter((one) => one.slug === slug).map(({ checkIn }) => checkIn)
    expect(await exportedNights(url, slug)).toEqual(expect.arrayContaining(nights))
  }
}

/**
 * Each guest got their letter. None was sent twice, but what a worker was sending when it was killed. Nobody knows
 * whether the mail server has that one.
 */
async function expectEachMailOnce() {
  const { received } = cluster.smtp
  const guests = booked.map(({ email }) => email)
  const to = (address: string) => received.filter((mail) => mail.to === address).length
  await expect.poll(() => guests.filter((email) => to(email) === 0), { timeout: 90_000, interval: 500 }).toEqual([])
  const copies = Map.groupBy(received, ({ raw }) => /^message-id: *(.+)$/im.exec(raw)?.[1] ?? raw)
  const again = [...copies.values()].filter(({ length }) => length > 1)
  const isInFlight = (at: number) => Math.abs(at - workerKilledAt) < IN_FLIGHT
  expect(again.filter(([first]) => !first || !isInFlight(first.at)).map(([first]) => first?.raw)).toEqual([])
}

const most = (failures: Load['failures'], count: number) =>
  expect(failures.length, failures.map(({ what }) => what).join('\n')).toBeLessThanOrEqual(count)

test('searches read from the standby', async () => {
  const scans = `select idx_scan + seq_scan as scans from pg_stat_user_tables where relname = 'occupancies'`
  const read = async () => Number((await query(cluster.pair.standby, scans)).rows[0].scans)
  const before = await read()
  most(await under(async () => {}), 0)
  expect(await read()).toBeGreaterThan(before + 20)
}, 60_000)

test('a web that dies fails only what it was answering', async () => {
  most(await under(async () => void (await cluster.kill('web-1'))), 12)
  await cluster.start('web-1')
}, 60_000)

test('a worker that dies is not noticed', async () => {
  const kill = async () => {
    workerKilledAt = Date.now()
    await cluster.kill('worker-1')
  }
  most(await under(kill), 0)
  await cluster.start('worker-1')
}, 60_000)

test('a PgBouncer that dies is felt until it is back', async () => {
  await under(() => cluster.bouncer.restart())
}, 60_000)

test('a primary that dies is replaced by its standby within seconds, and nothing is lost', async () => {
  const { pair, bouncer } = cluster
  await under(async () => {
    await pair.killPrimary()
    await pair.promote()
    await bouncer.restart(pair.standby)
  }, 6_000)
  await expectNothingLost(pair.standby)
  await expectEachMailOnce()
}, 180_000)

test('a new release with a migration goes out under load without an error', async () => {
  const release = await newRelease()
  try {
    const failures = await under(async () => {
      for (const name of ['worker-1', 'worker-2', 'web-1', 'web-2'] as const) {
        await cluster.end(name)
        await cluster.start(name, release.root)
        // Until the proxy has seen that it is back.
        await wait(3_000)
      }
    })
    most(failures, 0)
    const { rows } = await query(cluster.pair.standby, 'select added_by_release from properties limit 1')
    expect(rows).toEqual([{ added_by_release: 1 }])
    await expectNothingLost(cluster.pair.standby, release.root)
  } finally {
    await release.remove()
  }
  await expectEachMailOnce()
}, 300_000)
