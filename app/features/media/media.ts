/** A stored image with its size in pixels, as pages show it. */
export type ImageSource = {
  src: string
  alt: string
  width: number
  height: number
  /** A tiny preview as a data URL. */
  placeholder: string | null
  /** The text under the image; `alt` describes it to those who do not see it. */
  caption?: string
}

/** An image of a gallery, with the heading of its group. */
export type GroupedImage = ImageSource & { group?: string }

/** The widths of image variants. The list is short because every width and format of every image may end up on disk. */
export const WIDTHS = [320, 480, 640, 828, 1080, 1280, 1600, 2000] as const

export const MAX_WIDTH = 2000

/** The width to serve for `asked`: the next larger one in `WIDTHS`, never wider than the original. */
export function widthFor(asked: number, original: number): number {
  return Math.min(WIDTHS.find((width) => width >= asked) ?? MAX_WIDTH, original)
}

/** Parses `?w=`; null when it is not a valid width. */
export function parseWidth(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}

/** The `srcset` of a stored image; undefined for other addresses. `base` is the origin of the address. */
export function srcSet(src: string, width: number, base = ''): string | undefined {
  if (!isObject(src)) return undefined
  const widths = [...WIDTHS.filter((step) => step < width && step < MAX_WIDTH), Math.min(width, MAX_WIDTH)]
  return widths.map((step) => `${base}${src}?w=${step} ${step}w`).join(', ')
}

/** The `src` for browsers that do not use `srcset`. */
export function plainSrc(src: string, width = 1080): string {
  return isObject(src) ? `${src}?w=${width}` : src
}

function isObject(src: string): boolean {
  return src.startsWith('/objects/')
}

/** The size of an og-image, in pixels. */
export const OG_IMAGE_SIZE = { width: 1200, height: 630 } as const
