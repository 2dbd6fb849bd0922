import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../page.ts'
import { startSite } from '../site.ts'
import { bookByCall, freeStay } from '../stays.ts'

let dataDir = ''
let before: number
test.beforeAll(async () => {
  before = process.umask(0)
  dataDir = await mkdtemp(join(tmpdir(), 'pc-open-'))
  await chmod(dataDir, 0o755)
})
test.afterAll(async () => {
  process.umask(before)
  await rm(dataDir, { recursive: true, force: true })
})

/** Files and folders that other users of the machine could read, write or enter. */
async function openToOthers(): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true })
  const isOpen = async (name: string) => {
    // The running site removes files meanwhile.
    const found = await stat(join(dataDir, name)).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
    return found && found.mode & 0o077 ? [name] : []
  }
  return (await Promise.all(names.map(isOpen))).flat()
}

/** Starts the site there, lets it write an email, a row and an image, and returns its log. */
async function useSite(): Promise<string> {
  const site = await startSite({ DATA_DIR: dataDir })
  try {
    expect(
      (await bookByCall('large-luxury', await freeStay('large-luxury', 4, { site: site.url }), site.url)).status,
    ).toBe(201)
    await expect.poll(() => readdir(join(dataDir, 'mail')).catch(() => [])).not.toEqual([])
    expect(await openToOthers()).toEqual([])
    return await readFile(site.logFile, 'utf8')
  } finally {
    await site.stop()
  }
}

test('in a folder open to other users, they can read nothing that the site wrote, and the log names the fix', {
  tag: '@slow',
}, async () => {
  test.setTimeout(120_000)
  const log = await useSite()
  expect(log).toContain(`chmod 700 ${dataDir}`)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o755)
  expect(await openToOthers()).toEqual([])
})

// It goes on with what the test before left.
test('the next start closes files that an earlier version or a backup left open, but only the site’s own', {
  tag: '@slow',
}, async () => {
  test.setTimeout(120_000)
  await mkdir(join(dataDir, 'dumps'), { recursive: true })
  await writeFile(join(dataDir, 'dumps', 'before-go-live.jsonl'), '{}')
  const names = await readdir(dataDir, { recursive: true, withFileTypes: true })
  for (const entry of names) await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o777 : 0o666)
  expect((await openToOthers()).length).toBeGreaterThan(900)
  await writeFile(join(dataDir, 'notes.txt'), 'the operator’s own')
  await chmod(dataDir, 0o700)

  const log = await startSite({ DATA_DIR: dataDir }).then(async (site) => {
    expect(await openToOthers()).toEqual(['notes.txt'])
    await site.stop()
    return readFile(site.logFile, 'utf8')
  })
  expect(log).not.toContain('chmod 700')
  expect(await openToOthers()).toEqual(['notes.txt'])
})
