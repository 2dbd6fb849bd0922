import { acceptedNames } from '#app/shared/http-headers.ts'

/** The formats that images are served in. */
export const FORMATS = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  png: 'image/png',
} as const
export type ImageFormat = keyof typeof FORMATS

/** The smallest format that the Accept header names. Otherwise PNG for PNG originals, else JPEG. */
export function formatFor(accept: string | undefined, contentType: string): ImageFormat {
  const taken = acceptedNames(accept)
  if (taken.has(FORMATS.avif)) return 'avif'
  if (taken.has(FORMATS.webp)) return 'webp'
  return contentType === FORMATS.png ? 'png' : 'jpeg'
}
