import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildRelease } from './build.ts'
import { markReleaseInUse, otherClients } from './releases.ts'

const NOW = new Date('2027-03-01T12:00:00Z')
const HOUR_MS = 60 * 60_000
const DIGEST = { old: 'a'.repeat(64), before: 'b'.repeat(64), current: 'c'.repeat(64) }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pc-releases-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A release that was last used so many hours ago. */
function makeRelease(name: string, hours: number): string {
  const release = path.join(folder, name)
  mkdirSync(path.join(release, 'client/assets'), { recursive: true })
  const at = new Date(NOW.getTime() - hours * HOUR_MS)
  utimesSync(release, at, at)
  return release
}

test('a release is kept for a day after its last use, and the current one forever', async () => {
  makeRelease(DIGEST.old, 24.1)
  const before = makeRelease(DIGEST.before, 23.9)
  const current = makeRelease(DIGEST.current, 1000)
  await markReleaseInUse(current, NOW)
  expect(readdirSync(folder)).toEqual([DIGEST.before, DIGEST.current])
  expect(otherClients(current)).toEqual([`${before}/client`])
  expect(statSync(current).mtime).toEqual(NOW)
})

test('the leftovers of an interrupted build or removal are no release, and are removed after a day', async () => {
  const current = makeRelease(DIGEST.current, 1)
  makeRelease(`${DIGEST.before}.0f`, 1)
  makeRelease(`${DIGEST.old}.old`, 30)
  expect(otherClients(current)).toEqual([])
  await markReleaseInUse(current, NOW)
  expect(readdirSync(folder)).toEqual([`${DIGEST.before}.0f`, DIGEST.current])
})

test('a build removes no release, since the process serving it may be unable to mark it', async () => {
  makeRelease(DIGEST.old, 49)
  makeRelease(DIGEST.before, 48)
  const release = path.join(folder, DIGEST.current)
  await buildRelease(release, async (into) => void mkdirSync(path.join(into, 'client'), { recursive: true }))
  expect(readdirSync(folder)).toEqual([DIGEST.old, DIGEST.before, DIGEST.current])
  expect(readdirSync(release)).toEqual(['client'])
})

test('a failed build leaves nothing', async () => {
  const failing = buildRelease(path.join(folder, DIGEST.current), async (into) => {
    mkdirSync(into)
    throw new Error('the build stopped')
  })
  await expect(failing).rejects.toThrow('the build stopped')
  expect(readdirSync(folder)).toEqual([])
})

test.runIf(process.getuid?.() === 0)('a process that may not mark its release removes nothing', async () => {
  chmodSync(folder, 0o777)
  makeRelease(DIGEST.old, 49)
  const current = makeRelease(DIGEST.current, 48)
  process.seteuid?.(65_534)
  try {
    await markReleaseInUse(current, NOW)
  } finally {
    process.seteuid?.(0)
  }
  expect(readdirSync(folder)).toEqual([DIGEST.old, DIGEST.current])
  expect(statSync(current).mtime).not.toEqual(NOW)
})

test('a release removed by hand is not partially recreated', async () => {
  const current = path.join(folder, DIGEST.current)
  await markReleaseInUse(current, NOW)
  expect(existsSync(current)).toBe(false)
})
