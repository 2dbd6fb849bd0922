import { buffer } from 'node:stream/consumers'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import pLimit from 'p-limit'
import type { ContentVersion } from '#app/platform/content-version.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import type { OperatorAccess } from '#app/platform/http/operator-access.server.ts'
import { loggablePath } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isStorageUnavailable } from '#app/platform/storage/storage.server.ts'
import { matchesTag } from '#app/shared/http-headers.ts'
import { FORMATS, formatFor } from './image-format.ts'
import { isPublic } from './image-references.server.ts'
import { imageVariants } from './image-variants.server.ts'
import { getMediaObject } from './media.server.ts'
import { MAX_WIDTH, parseWidth, widthFor } from './media.ts'
import { objectKey } from './object-address.server.ts'
import { variantsFolder } from './orphans.server.ts'
import { createUploads, type UploadLimits } from './store-upload.server.ts'
import { uploadApi } from './upload.api.server.ts'

const MOST_KNOWN = 2000

type Shown = { contentType: string; width: number; bytes: number; createdAt: Date; isPublic: boolean }

/** Caches image records and whether they are public, until the content version changes. */
function publicImages(services: Pick<Services, 'db'>, content: ContentVersion) {
  let known = new Map<string, Promise<Shown | null>>()
  let version: number | undefined

  async function load(path: string): Promise<Shown | null> {
    const row = await getMediaObject(services, path)
    return row && { ...row, isPublic: await isPublic(services.db, path) }
  }

  return {
    async find(path: string): Promise<Shown | null> {
      const current = await content.current().catch((error) => {
        // When the database is unavailable, nothing can have changed: the cache stays.
        if (version === undefined || !known.has(path)) throw error
        return version
      })
      if (current !== version) known = new Map()
      version = current
      const before = known.get(path)
      if (before) return before
      const own = known
      const looked = load(path)
      own.set(path, looked)
      const oldest = own.size > MOST_KNOWN ? own.keys().next().value : undefined
      if (oldest !== undefined) own.delete(oldest)
      // Do not cache errors or made-up addresses.
      const found = await looked.catch((error) => {
        own.delete(path)
        throw error
      })
      if (!found) own.delete(path)
      return found
    },
  }
}

/** How many images are decoded at a time in the whole process, for visitors and uploads together. */
const AT_ONCE = 2
/** An address always serves the same image: a new image gets a new address. */
const FOR_EVERYONE = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept' }
const FOR_THE_OPERATOR = { 'cache-control': 'private, no-store', vary: 'Accept, Cookie' }

type MediaServices = Pick<Services, 'config' | 'db' | 'storage' | 'clock' | 'log' | 'limits'>

class MissingObject extends Error {}

/**
 * Serves stored images at one of the widths (`?w=`, else the widest) in the best format the browser accepts, and handles
 * uploads. Visitors see only what something published shows; the operator sees everything.
 */
export function mediaApi(
  services: MediaServices,
  access: OperatorAccess,
  content: ContentVersion,
  limits: UploadLimits = {},
): OpenAPIHono {
  const { config, log, storage } = services
  const limit = pLimit(AT_ONCE)
  const variants = imageVariants({ folder: variantsFolder(config), log, limit })
  const images = publicImages(services, content)
  const api = apiApp()

  async function original(key: string) {
    const stored = await storage.get(key)
    if (!stored) throw new MissingObject(key)
    return buffer(stored.stream())
  }

  api.route('/', uploadApi(services, access, createUploads(services, limit, limits)))
  api.get('/objects/*', async (context) => {
    const address = decoded(context.req.path)
    const key = address === null ? null : objectKey(address)
    const image = key && address ? await images.find(address) : null
    if (!key || !image) return notFound(context)
    if (!image.isPublic && !(await access.isOperator(context.req.raw.headers))) return notFound(context)

    const version = `${image.createdAt.getTime().toString(36)}-${image.bytes.toString(36)}`
    const format = formatFor(context.req.header('accept'), image.contentType)
    // Never the stored bytes: nobody needs more than the widest variant, and bundled files may carry metadata.
    const width = widthFor(parseWidth(context.req.query('w')) ?? MAX_WIDTH, image.width)
    const tag = `"${version}-${width}-${format}"`
    // Cache headers go only on successful responses: an error must not be cached for a year.
    const caching = image.isPublic ? { ...FOR_EVERYONE, etag: tag } : FOR_THE_OPERATOR
    const headers = { ...caching, 'x-content-type-options': 'nosniff' }
    if (image.isPublic && matchesTag(context.req.header('if-none-match'), tag)) return context.body(null, 304, headers)
    try {
      const bytes = await variants.get({ key, version, width, format }, () => original(key))
      return context.body(bytes as Uint8Array<ArrayBuffer>, 200, {
        ...headers,
        'content-type': FORMATS[format],
        'content-length': String(bytes.byteLength),
      })
    } catch (error) {
      if (isStorageUnavailable(error)) throw error
      const path = loggablePath(context.req.path)
      if (error instanceof MissingObject) {
        log.warn({ event: 'images.missing', path }, 'image missing from storage')
        return notFound(context)
      }
      log.error(
        { event: 'images.not-converted', err: error, path },
        'image variant could not be created from the stored object',
      )
      const answer = { code: 'broken-picture', message: 'This picture cannot be shown at the moment.' }
      return context.json(answer, 500, { 'cache-control': 'no-store' })
    }
  })
  return api
}

function notFound(context: Context): Response {
  const answer = { code: 'not-found', message: 'There is no such picture.' }
  return context.json(answer, 404, { 'cache-control': 'no-store' })
}

function decoded(address: string): string | null {
  try {
    return decodeURIComponent(address)
  } catch {
    return null
  }
}
