import sharp, { type Sharp } from 'sharp'
import { FORMATS, type ImageFormat } from './image-format.ts'

// Pictures are converted once and kept: libvips needs no memory of them, and the other core is for the guests.
sharp.cache(false)
sharp.concurrency(1)

const PIXEL_LIMIT = 60_000_000

/** Up to this width a picture is a phone's, whose pixels are too small to show what is saved, or a small one of a larger screen. */
const DENSE = 828

export type ImageFacts = { contentType: string; width: number; height: number; placeholder: string | null }

export type Convert = (original: Uint8Array, to: { width: number; format: ImageFormat }) => Promise<Uint8Array>

/** The picture at a width and in a format. Metadata is left behind; transparency stays where the format has it. */
export const convertImage: Convert = async (original, { width, format }) => {
  const picture = sharp(original, { limitInputPixels: PIXEL_LIMIT })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
  switch (format) {
    case 'avif':
      return picture.avif({ quality: width > DENSE ? 50 : 42, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer()
    case 'webp':
      return picture.webp({ quality: 76, effort: 4 }).toBuffer()
    case 'png':
      return picture.png({ compressionLevel: 9, palette: true }).toBuffer()
    default:
      return picture.flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
  }
}

/** What a picture is, by its bytes. Null when they are no picture of a kind that the site serves. */
export async function describeImage(bytes: Uint8Array): Promise<ImageFacts | null> {
  if (bytes.byteLength === 0) return null
  const image = sharp(bytes, { limitInputPixels: PIXEL_LIMIT })
  const facts = await image.metadata().catch(() => null)
  if (!facts) return null
  const format = facts.format === 'heif' && facts.compression === 'av1' ? 'avif' : facts.format
  if (!(format in FORMATS)) return null
  // A picture that breaks off is found by decoding it, whether or not it has use for a placeholder.
  const placeholder = await placeholderOf(image).catch(() => undefined)
  if (placeholder === undefined) return null
  return {
    contentType: FORMATS[format as ImageFormat],
    ...facts.autoOrient,
    placeholder: facts.hasAlpha ? null : placeholder,
  }
}

/** At most 400 characters, so that it may stand in a page; none under a transparent picture, where it would show through. */
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
