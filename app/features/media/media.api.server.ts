import path from 'node:path'
import { type Context, Hono } from 'hono'
import type { Services } from '#app/platform/services.server.ts'
import type { StoredObject } from '#app/platform/storage/storage.server.ts'
import { FORMATS, formatFor } from './image-format.ts'
import { imageVariants } from './image-variants.server.ts'
import { getMediaObject, keyOf, type MediaObject } from './media.server.ts'
import { parseWidth, widthFor } from './media.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** The stored pictures: as they are, or with `?w=` at one of the widths and in the best format that the browser takes. */
export function mediaApi(services: Pick<Services, 'config' | 'db' | 'storage' | 'log'>): Hono {
  const { config, log, storage } = services
  const variants = imageVariants({ folder: path.join(config.dataDir, 'variants'), log })

  return new Hono().get('/objects/*', async (context) => {
    const address = decoded(context.req.path)
    const key = address === null ? null : keyOf(address)
    const row = key && address ? await getMediaObject(services, address) : null
    if (!key || !row) return notFound(context)

    const version = `${row.createdAt.getTime().toString(36)}-${row.bytes.toString(36)}`
    const asked = parseWidth(context.req.query('w'))
    const format = formatFor(context.req.header('accept'), row.contentType)
    const width = asked === null ? null : widthFor(asked, row.width)
    const tag = width === null ? `"${version}"` : `"${version}-${width}-${format}"`
    context.header('cache-control', IMMUTABLE)
    context.header('vary', 'Accept')
    context.header('etag', tag)
    context.header('x-content-type-options', 'nosniff')
    if (matches(context.req.header('if-none-match'), tag)) return context.body(null, 304)

    const stored = await storage.get(key)
    if (!stored) {
      log.warn({ path: row.path }, 'a picture is missing from the storage')
      return notFound(context)
    }
    if (width === null) return original(context, row, stored)
    const bytes = await variants.get({ key, version, width, format }, () => new Response(stored.stream()).bytes())
    context.header('content-type', FORMATS[format])
    context.header('content-length', String(bytes.byteLength))
    return context.body(bytes as Uint8Array<ArrayBuffer>)
  })
}

function original(context: Context, row: MediaObject, stored: StoredObject): Response {
  context.header('content-type', row.contentType)
  context.header('content-length', String(stored.size))
  if (context.req.method === 'HEAD') return context.body(null)
  return context.body(stored.stream() as ReadableStream<Uint8Array<ArrayBuffer>>)
}

function notFound(context: Context): Response {
  for (const name of ['cache-control', 'etag']) context.header(name, undefined)
  context.header('cache-control', 'no-store')
  return context.json({ code: 'not-found', message: 'There is no such picture.' }, 404)
}

function decoded(address: string): string | null {
  try {
    return decodeURIComponent(address)
  } catch {
    return null
  }
}

function matches(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((entry) => ['*', tag, `W/${tag}`].includes(entry.trim()))
}
