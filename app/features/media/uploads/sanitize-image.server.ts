import { open } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { Metadata, Sharp } from 'sharp'
import { loadSharp } from '#app/platform/load-sharp.server.ts'
import { type ImageKind, kindOf } from './accepted-images.ts'
import { decodeHeic, type HeicLimits } from './decode-heic.server.ts'
import { MAX_PIXELS, refuseUpload, type UploadRefusal } from './upload-refusals.ts'

const TIMEOUT_SECONDS = 60

/** Warnings about what phones commonly write, which every program still reads. */
const HARMLESS = [
  /Invalid SOS parameters for sequential JPEG/,
  /extraneous bytes before marker 0xd9/,
  /known incorrect sRGB profile/,
]

type Clean = { ok: true; bytes: Uint8Array; extension: 'jpg' | 'png' | 'webp' } | UploadRefusal

/**
 * Fully decodes and re-encodes the image in a file. The result is upright, in sRGB, and the first frame only. It lacks
 * anything that is not image data (location, camera, names, appended videos). The type is detected from the bytes, not
 * the name.
 */
export async function sanitizeImage(file: string, limits: Partial<HeicLimits> = {}): Promise<Clean> {
  const kind = kindOf(await headOf(file))
  if (!kind) return refuseUpload('not-an-image')
  if (await hidesForeignContent(file)) return refuseUpload('not-only-an-image')
  const sharp = await loadSharp()
  const description = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!description) return refuseUpload('broken-image')
  if (kind === 'avif' && description.compression !== 'av1') return refuseUpload('not-an-image')
  if (description.width * (description.pageHeight ?? description.height) > MAX_PIXELS)
    return refuseUpload('too-many-pixels')
  // A thread that cannot start says nothing about the file, so it throws.
  const image = kind === 'heic' ? await pngOfHeic(file, description, limits) : file
  if (!image) return refuseUpload('broken-image')
  try {
    return { ok: true, ...(await remake(image, kind, description)) }
  } catch {
    // Whatever sharp cannot read to its end, the file is the cause.
    return refuseUpload('broken-image')
  }
}

/** The photo of a HEIC file as a PNG, with its color profile. sharp reads that, and cannot decode the photo. */
async function pngOfHeic(file: string, { icc }: Metadata, limits: Partial<HeicLimits>): Promise<Buffer | null> {
  const decoded = await decodeHeic(file, limits)
  if (!decoded) return null
  const sharp = await loadSharp()
  const { width, height, pixels } = decoded
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  if (!icc) return png
  const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(icc)]))
  return Buffer.concat([png.subarray(0, AFTER_HEADER), profile, png.subarray(AFTER_HEADER)])
}

/** Where the first chunk of a PNG ends: 8 bytes say that it is one, and its header has 25. */
const AFTER_HEADER = 33

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

async function remake(image: string | Buffer, kind: ImageKind, description: Metadata) {
  const sharp = await loadSharp()
  const extension = extensionOf(kind, description)
  const read = (failOn: 'warning' | 'error') =>
    encode(sharp(image, { failOn, limitInputPixels: MAX_PIXELS, sequentialRead: true }).autoOrient(), extension)
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer()
  const bytes = await read('warning').catch((error: Error) => {
    const warnings = error.message.split('\n').filter((line) => line.trim() !== '')
    if (!warnings.every((line) => HARMLESS.some((harmless) => harmless.test(line)))) throw error
    return read('error')
  })
  return { bytes, extension }
}

function encode(image: Sharp, extension: 'jpg' | 'png' | 'webp'): Sharp {
  if (extension === 'png') return image.png()
  if (extension === 'webp') return image.webp({ quality: 92, effort: 2 })
  return image.jpeg({ quality: 90 })
}

/** Lossless stays lossless and transparency stays. Photographs become JPEG, which every browser shows. */
function extensionOf(kind: ImageKind, { hasAlpha }: Metadata): 'jpg' | 'png' | 'webp' {
  if (kind === 'png' || kind === 'gif') return 'png'
  if (kind === 'heic') return 'jpg'
  return kind !== 'jpeg' && hasAlpha ? 'webp' : 'jpg'
}

/** One character per byte. */
async function headOf(file: string): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

// Each is long or specific enough not to occur by chance in ten million bytes of compressed image data. Metadata is XML
// (<?xpacket, <x:xmpmeta) and cameras append videos and more images: all of these must pass.
const ANYWHERE =
  /<script[\s>/]|<html[\s>]|<!doctype\s|<\?php\s|<iframe\s|http:\/\/www\.w3\.org\/2000\/svg|%pdf-\d\.|__halt_compiler\s*\(/i
const ARCHIVES = ['Rar!\x1a\x07', "7z\xbc\xaf'\x1c"]
/**
 * The end record of a zip archive (also .jar or .docx) on one disk. A comment of up to 65,535 bytes may follow its 22.
 */
const ZIP_END = 'PK\x05\x06\0\0\0\0'
const ZIP_END_WITHIN = 65_535 + 22

const BLOCK = 256 * 1024
const OVERLAP = 64

/** Whether a file is a polyglot: also a page, a script, a drawing, a document, or an archive. */
async function hidesForeignContent(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const block = Buffer.alloc(BLOCK)
    for (let at = 0; at < size; at += BLOCK - OVERLAP) {
      const { bytesRead } = await handle.read(block, 0, BLOCK, at)
      const text = block.toString('latin1', 0, bytesRead)
      if (ANYWHERE.test(text) || ARCHIVES.some((archive) => text.includes(archive))) return true
    }
    const { bytesRead } = await handle.read(block, 0, ZIP_END_WITHIN, Math.max(0, size - ZIP_END_WITHIN))
    return block.toString('latin1', 0, bytesRead).includes(ZIP_END)
  } finally {
    await handle.close()
  }
}
