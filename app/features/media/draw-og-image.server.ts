import { createRequire } from 'node:module'
import { loadSharp } from '#app/platform/load-sharp.server.ts'
import type { OgImageContent } from '#app/shared/page-metadata.ts'
import { LIT, NIGHT, ON_NIGHT } from '#app/shared/theme-colors.ts'
import { OG_IMAGE_SIZE } from './media.ts'

const { width: WIDTH, height: HEIGHT } = OG_IMAGE_SIZE
const PANEL = 468
const MARGIN = 52
const COLUMN = PANEL - 2 * MARGIN
const MARK = { width: 40, height: 44 }
const LONGEST = 140
const PIXEL_LIMIT = 60_000_000
const MOST_BYTES = 300_000
/** The site's font as a file that libvips can read: it does not support WOFF. */
const FACE = createRequire(import.meta.url).resolve('@expo-google-fonts/petrona/500Medium/Petrona_500Medium.ttf')

type Wrap = 'word' | 'word-char'
type Ink = { size: number; color: string; tracking?: number }

async function draw(words: string, ink: Ink, room: { width: number; height?: number }, wrap: Wrap = 'word') {
  const spacing = Math.round((ink.tracking ?? 0) * ink.size * 1024)
  const text = `<span foreground="${ink.color}" letter_spacing="${spacing}">${escaped(words)}</span>`
  const font = { font: `Petrona Medium ${ink.size}`, fontfile: FACE, rgba: true, wrap } as const
  // With a height, the font size follows from the space; otherwise it is the font's, in pixels.
  const sharp = await loadSharp()
  const { data, info } = await sharp({ text: { text, ...font, ...(room.height ? room : { ...room, dpi: 72 }) } })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

function escaped(words: string): string {
  // libvips throws when the text draws nothing.
  const readable = words.replace(/\p{C}/gu, ' ').trim() || '…'
  return readable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The font sizes that are tried, as shares of the wanted one. Only text that needs a smaller one has broken words. */
const SHARES = [1, 0.9, 0.8, 0.7, 0.6, 0.5]

/** Fits text into a width and height: balanced lines of whole words, with a smaller font for long text. */
export async function writeText(words: string, ink: Ink, room: { width: number; height: number }) {
  const characters = [...words]
  const shortened = characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('').trimEnd()}…` : words
  for (const share of SHARES) {
    const smaller = { ...ink, size: Math.round(ink.size * share) }
    let fitting = await draw(shortened, smaller, { width: room.width })
    if (fitting.width > room.width || fitting.height > room.height) continue
    const { height } = fitting
    for (let width = room.width - 16; width > room.width / 2; width -= 16) {
      const narrower = await draw(shortened, smaller, { width })
      // A word that is wider than the line is drawn beyond it.
      if (narrower.height > height || narrower.width > width) break
      fitting = narrower
    }
    return fitting
  }
  return draw(shortened, ink, room, 'word-char')
}

function mark(lit: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${MARK.width}" height="${MARK.height}" viewBox="0 0 20 22">
      <path fill="${lit}" d="M2 2h7v8H2zM11 2h7v8h-7zM2 12h7v8H2zM11 12h7v8h-7z"/>
    </svg>`,
  )
}

/** Draws the og-image as a JPEG below 300 KB. `image` holds the bytes of the original. */
export async function drawOgImage(card: Omit<OgImageContent, 'page' | 'image'>, image: Uint8Array) {
  const { brand, title, line, theme, lit = LIT } = card
  const ground = NIGHT[theme]
  const { ink, muted } = ON_NIGHT[theme]
  const sharp = await loadSharp()
  const shown = await sharp(image, { limitInputPixels: PIXEL_LIMIT })
    .autoOrient()
    .flatten({ background: ground })
    .resize(WIDTH - PANEL, HEIGHT, { fit: 'cover' })
    .toBuffer()
  const who = await writeText(brand, { size: 31, color: ink }, { width: COLUMN - MARK.width - 12, height: 72 })
  const what = await writeText(title, { size: 60, color: ink, tracking: -0.018 }, { width: COLUMN, height: 280 })
  const where = await writeText(line, { size: 27, color: muted }, { width: COLUMN, height: 64 })
  const foot = HEIGHT - MARGIN - where.height
  const drawn = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: ground } })
    .composite([
      { input: shown, left: PANEL, top: 0 },
      { input: mark(lit), left: MARGIN - 4, top: MARGIN },
      { input: who.input, left: MARGIN + MARK.width + 12, top: MARGIN + 8 },
      { input: what.input, left: MARGIN, top: foot - 36 - what.height },
      { input: where.input, left: MARGIN, top: foot },
    ])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const quality of [82, 64, 46, 28]) {
    const bytes = await sharp(drawn.data, { raw: drawn.info }).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (bytes.byteLength < MOST_BYTES) return bytes
  }
  throw new Error('the og-image exceeds its size limit')
}
