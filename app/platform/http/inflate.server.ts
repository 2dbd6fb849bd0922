import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

const GZIP = [0x1f, 0x8b]

type Inflate = (body: Uint8Array, limits: { maxOutputLength: number }) => Promise<Uint8Array<ArrayBuffer>>
const unpackers = {
  gzip: promisify(gunzip) as Inflate,
  deflate: promisify(inflate) as Inflate,
  rawDeflate: promisify(inflateRaw) as Inflate,
  br: promisify(brotliDecompress) as Inflate,
}

/** Ways to decompress a body: by its first bytes, then by its header. */
function waysOf(body: Uint8Array, encoding: string): Inflate[] {
  if (GZIP.every((byte, at) => body[at] === byte)) return [unpackers.gzip]
  // Some servers name the raw format "deflate", too.
  if (encoding === 'deflate') return [unpackers.deflate, unpackers.rawDeflate]
  return encoding === 'br' ? [unpackers.br] : []
}

/**
 * The body of an answer, decompressed if it is compressed, at most `maxBytes`. Some servers compress unasked, and some
 * name an encoding that they do not use. A body that cannot be decompressed is returned as received.
 */
export async function inflateBody(
  body: Uint8Array<ArrayBuffer>,
  encoding: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
  for (const unpack of waysOf(body, encoding.trim().toLowerCase())) {
    try {
      return new Uint8Array(await unpack(body, { maxOutputLength: maxBytes }))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return 'too-large'
    }
  }
  return body
}
