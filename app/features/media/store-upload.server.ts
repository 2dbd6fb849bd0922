import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { inArray } from 'drizzle-orm'
import pLimit, { type LimitFunction } from 'p-limit'
import { freeSpace } from '#app/platform/db/free-space.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isStorageUnavailable } from '#app/platform/storage/storage.server.ts'
import { describeImage } from './convert-image.server.ts'
import { mediaObjects } from './media.tables.server.ts'
import { objectAddress } from './object-address.server.ts'
import { addOrphan, removeOrphan } from './orphans.server.ts'
import { MAX_UPLOAD_BYTES } from './uploads/accepted-images.ts'
import { receiveUpload } from './uploads/receive-upload.server.ts'
import { renderDrawing } from './uploads/render-drawing.server.ts'
import { sanitizeImage } from './uploads/sanitize-image.server.ts'
import { refuseUpload, type UploadRefusal } from './uploads/upload-refusals.ts'

const STALL_MS = 30_000
const HOUR_MS = 60 * 60 * 1000
/** Disk space that uploads leave free for the database. */
const MIN_FREE_BYTES = 200 * 1024 * 1024

type UploadServices = Pick<Services, 'config' | 'db' | 'storage' | 'clock' | 'log'>
type Upload = { ok: true; url: string; width: number; height: number } | UploadRefusal

export type UploadLimits = {
  stallMs?: number
  free?: (folder: string) => number
  /** An SVG is drawn as PNG; otherwise it is refused. */
  drawings?: boolean
}

/**
 * Stores uploads. Each goes to a temporary file, then one at a time through decoding into the storage. So two hundred
 * at once need little more memory than one. The limiter `limit` is shared with the variants for visitors.
 */
export function createUploads(services: UploadServices, limit: LimitFunction, limits: UploadLimits = {}) {
  const { stallMs = STALL_MS, free = freeSpace, drawings = false } = limits
  const folder = uploadsFolder(services)
  const oneAtATime = pLimit(1)
  let underway = 0

  async function receive(request: Request, to: string, name: string): Promise<Upload> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // For each, a temporary file and its image.
    if (free(folder) < MIN_FREE_BYTES + 2 * underway * MAX_UPLOAD_BYTES) return refuseUpload('no-space')
    const received = await receiveUpload(request, { to, stallMs })
    if (!received.ok) return received
    if (received.bytes === 0) return refuseUpload('empty-file')
    return oneAtATime(async () => {
      const stored = await findStored(services, name)
      if (stored) return stored
      const clean = await limit(async () => (drawings && (await renderDrawing(to))) || sanitizeImage(to))
      return clean.ok ? store(services, clean, name) : clean
    })
  }

  return {
    /** An upload that is sent again under the same `name`, after its answer was lost, is stored once. */
    async store(request: Request, name: string = randomUUID()): Promise<Upload> {
      const to = path.join(folder, randomUUID())
      underway += 1
      try {
        return await receive(request, to, name)
      } catch (error) {
        if (isFullDisk(error)) return refuseUpload('no-space')
        if (!isStorageUnavailable(error)) throw error
        services.log.error({ event: 'images.not-stored', err: error }, 'the object storage is unavailable')
        return refuseUpload('storage-away')
      } finally {
        underway -= 1
        await rm(to, { force: true })
      }
    },
  }
}

const EXTENSIONS = ['jpg', 'png', 'webp'] as const

const keyOf = (name: string, extension: (typeof EXTENSIONS)[number]) => `uploads/${name}.${extension}`

async function findStored({ db }: UploadServices, name: string): Promise<Upload | null> {
  const addresses = EXTENSIONS.map((extension) => objectAddress(keyOf(name, extension)))
  const [row] = await db.select().from(mediaObjects).where(inArray(mediaObjects.path, addresses))
  return row ? { ok: true, url: row.path, width: row.width, height: row.height } : null
}

type Clean = { bytes: Uint8Array; extension: (typeof EXTENSIONS)[number] }

async function store(services: UploadServices, clean: Clean, name: string): Promise<Upload> {
  const { db, storage, clock } = services
  const description = await describeImage(clean.bytes)
  if (!description) throw new Error('a sanitized image cannot be read')
  const key = keyOf(name, clean.extension)
  const url = objectAddress(key)
  const now = clock.now()
  // Until the image has its row, this record marks the stored object as an orphan.
  const deleteAfter = new Date(now.getTime() + HOUR_MS)
  await addOrphan(db, key, deleteAfter)
  await storage.put(key, clean.bytes)
  await db.transaction(async (tx) => {
    await tx.insert(mediaObjects).values({ path: url, ...description, bytes: clean.bytes.byteLength, createdAt: now })
    if (!(await removeOrphan(tx, key, deleteAfter)))
      throw new Error(`an upload took so long that the cleanup deleted it: ${key}`)
  })
  return { ok: true, url, width: description.width, height: description.height }
}

/** Deletes old temporary files that a crash left behind. Returns how many. */
export async function deleteTemporaryUploads(services: Pick<Services, 'config' | 'clock'>): Promise<number> {
  const folder = uploadsFolder(services)
  let swept = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => null)
    if (!found || services.clock.now().getTime() - found.mtimeMs < HOUR_MS) continue
    await rm(file, { force: true })
    swept += 1
  }
  return swept
}

function uploadsFolder({ config }: Pick<Services, 'config'>): string {
  return path.join(config.dataDir, 'uploads')
}

function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
