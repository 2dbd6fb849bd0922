/** A picture of the storage with its size in pixels, as pages show it. */
export type ImageSource = {
  src: string
  alt: string
  width: number
  height: number
  /** A few pixels as a data address. */
  placeholder: string | null
}

/** The widths that pictures are made in. A short list: every width and format of every picture may come to lie on the disk. */
export const WIDTHS = [320, 480, 640, 828, 1080, 1280, 1600, 2000] as const

export const MAX_WIDTH = WIDTHS[WIDTHS.length - 1] ?? 0

/** The width that is served when `asked` is: the nearest larger of `WIDTHS`, never wider than the original. */
export function widthFor(asked: number, original: number): number {
  return Math.min(WIDTHS.find((width) => width >= asked) ?? MAX_WIDTH, original)
}

/** `?w=` as a number; null when it makes no sense. */
export function parseWidth(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}

/** Every width that a picture of the storage comes in, for an `img`; undefined for other addresses. */
export function srcSet(src: string, width: number): string | undefined {
  if (!isObject(src)) return undefined
  const widths = [...WIDTHS.filter((step) => step < width), Math.min(width, MAX_WIDTH)]
  return [...new Set(widths)].map((step) => `${src}?w=${step} ${step}w`).join(', ')
}

/** The address for those who choose from no list. */
export function plainSrc(src: string, width = 1080): string {
  return isObject(src) ? `${src}?w=${width}` : src
}

function isObject(src: string): boolean {
  return src.startsWith('/objects/')
}

/** What the picture beside a link to `page`, a path, shows: words on night, and a picture of the storage. */
export type OgImageContent = {
  page: string
  picture: string
  brand: string
  title: string
  line: string
  place: 'mountain' | 'lake'
}

/** The size of a picture beside a shared link, in pixels. */
export const OG_IMAGE_SIZE = { width: 1200, height: 630 } as const
