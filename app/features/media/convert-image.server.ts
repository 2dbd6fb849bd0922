import type { Sharp } from 'sharp'
import { loadSharp } from '#app/platform/load-sharp.server.ts'
import { FORMATS, type ImageFormat } from './image-format.ts'

const PIXEL_LIMIT = 60_000_000

/**
 * Images up to this width go to phones, whose pixels are too small to show the compression. Or they are small on larger
 * screens.
 */
const DENSE = 828

export type ImageDescription = { contentType: string; width: number; height: number; placeholder: string | null }

export type Convert = (original: Uint8Array, to: { width: number; format: ImageFormat }) => Promise<Uint8Array>

/** Converts the image to a width and format. Strips metadata; keeps transparency where the format supports it. */
export const convertImage: Convert = async (original, { width, format }) => {
  const sharp = await loadSharp()
  const image = sharp(original, { limitInputPixels: PIXEL_LIMIT })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
  switch (format) {
    case 'avif':
      return image.avif({ quality: width > DENSE ? 50 : 42, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer()
    case 'webp':
      return image.webp({ quality: 76, effort: 4 }).toBuffer()
    case 'png':
      return image.png({ compressionLevel: 9, palette: true }).toBuffer()
    default:
      return image.flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
  }
}

/** Detects format and size from the bytes. Null when the site does not serve this kind of file. */
export async function describeImage(bytes: Uint8Array): Promise<ImageDescription | null> {
  if (bytes.byteLength === 0) return null
  const sharp = await loadSharp()
  const image = sharp(bytes, { limitInputPixels: PIXEL_LIMIT })
  const description = await image.metadata().catch(() => null)
  if (!description) return null
  const format = description.format === 'heif' && description.compression === 'av1' ? 'avif' : description.format
  if (!(format in FORMATS)) return null
  // Only decoding finds a truncated image, so decode even when no placeholder is needed.
  const placeholder = await placeholderOf(image).catch(() => undefined)
  if (placeholder === undefined) return null
  return {
    contentType: FORMATS[format as ImageFormat],
    ...description.autoOrient,
    placeholder: description.hasAlpha ? null : placeholder,
  }
}

/** At most 400 characters, because it is inlined in pages. None for transparent images, where it would show through. */
async function placeholderOf(image: Sharp): Promise<string | null> {
  const small = await image
    .clone()
    .autoOrient()
    .resize(16, 16, { fit: 'inside' })
    .webp({ quality: 35, effort: 4 })
    .toBuffer()
  const address = `data:image/webp;base64,${small.toString('base64')}`
  return address.length <= 400 ? address : null
}
