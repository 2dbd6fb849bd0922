import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import tar, { type Pack } from 'tar-stream'
import { isStorageKey, isStorageUnavailable, type Storage } from '#app/platform/storage/storage.server.ts'
import { tableFile } from './dump-tables.ts'
import { BackupRefused, IMAGES, MANIFEST, type Manifest, manifestSchema, tablePart } from './manifest.ts'

type Contents = Pick<Manifest, 'madeAt' | 'siteUrl' | 'migrations' | 'tables'> & {
  /** The folder of the files of the tables. */
  folder: string
  /** The keys of the images. */
  images: string[]
}

/** Writes the parts of a backup into `pack`, and last its manifest. An image that the store lacks is only named. */
export async function packBackup(pack: Pack, contents: Contents, storage: Storage): Promise<Manifest> {
  const { folder, images, ...about } = contents
  const parts: Manifest['parts'] = {}
  const missing: string[] = []
  const mtime = new Date(about.madeAt)
  async function add(name: string, size: number, source: AsyncIterable<Uint8Array>) {
    const sum = createHash('sha256')
    const summed = async function* () {
      for await (const chunk of source) {
        sum.update(chunk)
        yield chunk
      }
    }
    await pipeline(summed, pack.entry({ name, size, mode: 0o600, mtime }))
    parts[name] = sum.digest('hex')
  }
  for (const { table } of about.tables) {
    const file = tableFile(folder, table)
    await add(tablePart(table), (await stat(file)).size, createReadStream(file))
  }
  for (const key of images) {
    const image = await storage.get(key)
    if (image) await add(`${IMAGES}${key}`, image.size, Readable.fromWeb(image.stream() as never))
    else missing.push(key)
  }
  const manifest = { format: 1 as const, ...about, images: { stored: images.length - missing.length, missing }, parts }
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  await pipeline([text], pack.entry({ name: MANIFEST, size: text.length, mode: 0o600, mtime }))
  pack.finalize()
  return manifest
}

/**
 * Reads a whole backup and compares the sum of each part with the manifest. Throws `BackupRefused`, which names the
 * part.
 */
export async function readManifest(source: Readable): Promise<Manifest> {
  const sums = new Map<string, string>()
  let manifest: Manifest | undefined
  await readParts(source, async (name, part) => {
    if (name.startsWith(IMAGES) && !isStorageKey(name.slice(IMAGES.length))) {
      throw new BackupRefused(`${name} is no name of an image. Use another backup.`)
    }
    if (manifest || sums.has(name)) throw new BackupRefused(`${name} is in the wrong place. Use another backup.`)
    if (name === MANIFEST) manifest = parseManifest(await buffer(part))
    else sums.set(name, await sha256Of(part))
  })
  if (!manifest) throw cutOff('its manifest')
  for (const [name, sum] of Object.entries(manifest.parts)) {
    const found = sums.get(name)
    if (found === sum) continue
    throw new BackupRefused(`${name} is ${found ? 'damaged' : 'missing'} in this backup. Use another one.`)
  }
  const extra = [...sums.keys()].find((name) => !manifest?.parts[name])
  if (extra !== undefined) throw new BackupRefused(`${extra} was added to this backup. Use another one.`)
  return manifest
}

function parseManifest(text: Buffer): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text.toString()))
  } catch {
    throw new BackupRefused(`${MANIFEST} can’t be read: the backup is damaged, or of a newer version of the site.`)
  }
}

async function sha256Of(part: Readable): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of part) sum.update(chunk)
  return sum.digest('hex')
}

const cutOff = (at: string) => new BackupRefused(`The file is cut off or damaged at ${at}. Use another backup.`)

/**
 * Calls `read` for each part in order, until it returns `enough`. The rest of a part is skipped. Throws `BackupRefused`
 * for a file that is no archive.
 */
export async function readParts(
  source: Readable,
  read: (name: string, part: Readable) => Promise<unknown>,
): Promise<void> {
  const archive = tar.extract()
  let failed: unknown
  source.once('error', (error) => {
    failed = error
    archive.destroy(error)
  })
  let at = 'its beginning'
  try {
    source.pipe(archive)
    for await (const entry of archive) {
      at = entry.header.name
      // The library would wait for ever for the content of a folder.
      if (entry.header.type !== 'file') throw new BackupRefused(`${at} is no file in this backup. Use another one.`)
      if ((await read(at, Readable.from(entry))) === 'enough') return
      entry.resume()
    }
  } catch (error) {
    if (failed) throw failed
    if (error instanceof BackupRefused || isStorageUnavailable(error)) throw error
    if (error instanceof Error && isOfArchive(error)) throw cutOff(at)
    throw error
  } finally {
    source.destroy()
  }
}

/** The library’s own errors. */
const isOfArchive = ({ message }: Error) =>
  /Unexpected end of data|Invalid tar header|Invalid header|Header exceeds/.test(message)
