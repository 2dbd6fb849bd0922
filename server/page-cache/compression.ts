import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedNames } from '#app/shared/http-headers.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best encoding that the client's `Accept-Encoding` allows. */
export function acceptedEncoding(header: string | undefined): Encoding {
  const taken = acceptedNames(header)
  if (taken.has('br')) return 'br'
  return taken.has('gzip') ? 'gzip' : 'identity'
}

/** Compresses a text off the event loop. `level` is brotli's quality (0 to 11) or gzip's level (0 to 9). */
export async function compressed(
  text: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
  level: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'br') {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.byteLength,
      // A window of the text's size. The usual 4 MB for each page would make V8 collect garbage all the time.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(text.byteLength + 1)))),
    }
    return new Uint8Array(await brotli(text, { params }))
  }
  return encoding === 'gzip' ? new Uint8Array(await zip(text, { level })) : text
}
