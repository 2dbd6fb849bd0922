import { buffer } from 'node:stream/consumers'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import pLimit from 'p-limit'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { isAllowed, type OperatorAccess } from '#app/platform/http/operator-access.server.ts'
import { loggablePath } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isStorageUnavailable } from '#app/platform/storage/storage.server.ts'
import { matchesTag } from '#app/shared/http-headers.ts'
import { FORMATS, formatFor } from './image-format.ts'
import { isPublic, isReceipt } from './image-references.server.ts'
import { imageVariants } from './image-variants.server.ts'
import { getMediaObject } from './media.server.ts'
import { MAX_WIDTH, parseWidth, widthFor } from './media.ts'
import { objectKey } from './object-address.server.ts'
import { variantsFolder } from './orphans.server.ts'
import { createUploads, type UploadLimits } from './store-upload.server.ts'
import { uploadApi } from './upload.api.server.ts'

type Shown = { contentType: string; width: number; bytes: number; createdAt: Date; isPublic: boolean }

/** The record of an image and whether it is public; null when there is none. */
function findImage({ db, cache }: Pick<Services, 'db' | 'cache'>, path: string): Promise<Shown | null> {
  return cache.read(`image ${path}`, async () => {
    const row = await getMediaObject({ db }, path)
    return row && { ...row, isPublic: await isPublic(db, path) }
  })
}

type Input = { address: string | null; request: Request }

/**
 * Photos of damage are for the turnovers, receipts for the money. The uploader of a receipt sees it before it is
 * stored.
 */
async function maySeePrivate(db: Services['db'], access: OperatorAccess, { address, request }: Input) {
  if (await isReceipt(db, address ?? '')) return isAllowed(access, request, 'money:read')
  return (await isAllowed(access, request, 'turnovers:read')) || isAllowed(access, request, 'money:write')
}

/** How many images are decoded at a time in the whole process, for visitors and uploads together. */
const AT_ONCE = 2
/** An address always serves the same image: a new image gets a new address. */
const FOR_EVERYONE = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept' }
const FOR_THE_OPERATOR = { 'cache-control': 'private, no-store', vary: 'Accept, Cookie' }

type MediaServices = Pick<Services, 'config' | 'db' | 'storage' | 'clock' | 'log' | 'limits' | 'cache'>

class MissingObject extends Error {}

/**
 * Serves stored images, and handles uploads. An image has one of the widths (`?w=`, else the widest), in the best
 * format the browser accepts. Visitors see only what something published shows; the operator sees everything.
 */
export function mediaApi(services: MediaServices, access: OperatorAccess, limits: UploadLimits = {}): OpenAPIHono {
  const { config, log, storage } = services
  const limit = pLimit(AT_ONCE)
  const variants = imageVariants({ folder: variantsFolder(config), log, limit })
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
    const image = key && address ? await findImage(services, address) : null
    if (!key || !image) return notFound(context)
    const isShown = image.isPublic || (await maySeePrivate(services.db, access, { address, request: context.req.raw }))
    if (!isShown) return notFound(context)

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
      const answer = { code: 'broken-image', message: 'This image can’t be shown at the moment.' }
      return context.json(answer, 500, { 'cache-control': 'no-store' })
    }
  })
  return api
}

function notFound(context: Context): Response {
  const answer = { code: 'not-found', message: 'We couldn’t find that image.' }
  return context.json(answer, 404, { 'cache-control': 'no-store' })
}

function decoded(address: string): string | null {
  try {
    return decodeURIComponent(address)
  } catch {
    return null
  }
}
