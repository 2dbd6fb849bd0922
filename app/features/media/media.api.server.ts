import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { loggablePath } from '#app/platform/log.server.ts'
import type { OperatorAccess } from '#app/platform/operator-access.server.ts'
import { apiApp } from '#app/platform/problem.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { matchesTag } from '#app/shared/http-headers.ts'
import { atMost } from './at-most.server.ts'
import { FORMATS, formatFor } from './image-format.ts'
import { imageVariants } from './image-variants.server.ts'
import { getMediaObject, keyOf } from './media.server.ts'
import { parseWidth, widthFor } from './media.ts'
import { type UploadLimits, uploadsOf } from './store-upload.server.ts'
import { uploadApi } from './upload.api.server.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** How many pictures are decoded at a time in the whole process, for visitors and uploads together. */
const AT_ONCE = 2

type MediaServices = Pick<Services, 'config' | 'db' | 'storage' | 'clock' | 'log'>

/** The stored pictures: as they are, or with `?w=` at one of the widths and in the best format that the browser takes. */
export function mediaApi(services: MediaServices, access: OperatorAccess, limits: UploadLimits = {}): OpenAPIHono {
  const { config, log, storage } = services
  const inTurn = atMost(AT_ONCE)
  const variants = imageVariants({ folder: path.join(config.dataDir, 'variants'), log, inTurn })
  const api = apiApp()

  api.route('/', uploadApi(access, uploadsOf(services, inTurn, limits)))
  api.get('/objects/*', async (context) => {
    const address = decoded(context.req.path)
    const key = address === null ? null : keyOf(address)
    const row = key && address ? await getMediaObject(services, address) : null
    if (!key || !row) return notFound(context)

    const version = `${row.createdAt.getTime().toString(36)}-${row.bytes.toString(36)}`
    const asked = parseWidth(context.req.query('w'))
    const format = formatFor(context.req.header('accept'), row.contentType)
    const width = asked === null ? null : widthFor(asked, row.width)
    const tag = width === null ? `"${version}"` : `"${version}-${width}-${format}"`
    // Given only to answers that are right: a failure must not be kept for a year.
    const kept = { 'cache-control': IMMUTABLE, vary: 'Accept', etag: tag, 'x-content-type-options': 'nosniff' }
    if (matchesTag(context.req.header('if-none-match'), tag)) return context.body(null, 304, kept)

    const stored = await storage.get(key)
    if (!stored) {
      log.warn({ path: loggablePath(row.path) }, 'a picture is missing from the storage')
      return notFound(context)
    }
    if (width === null) {
      const headers = { ...kept, 'content-type': row.contentType, 'content-length': String(stored.size) }
      if (context.req.method === 'HEAD') return context.body(null, 200, headers)
      return context.body(stored.stream() as ReadableStream<Uint8Array<ArrayBuffer>>, 200, headers)
    }
    const bytes = await variants.get({ key, version, width, format }, () => buffer(stored.stream()))
    return context.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      ...kept,
      'content-type': FORMATS[format],
      'content-length': String(bytes.byteLength),
    })
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
