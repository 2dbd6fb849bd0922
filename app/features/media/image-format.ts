import { acceptedNames } from '#app/shared/http-headers.ts'

/** What pictures are served as. */
export const FORMATS = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  png: 'image/png',
} as const
export type ImageFormat = keyof typeof FORMATS

/** The smallest format that the browser names as one it takes; without one, PNG for pictures that were PNG, else JPEG. */
export function formatFor(accept: string | undefined, contentType: string): ImageFormat {
  const taken = acceptedNames(accept)
  if (taken.has(FORMATS.avif)) return 'avif'
  if (taken.has(FORMATS.webp)) return 'webp'
  return contentType === FORMATS.png ? 'png' : 'jpeg'
}
