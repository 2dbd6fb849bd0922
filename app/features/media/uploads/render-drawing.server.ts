import { readFile, stat } from 'node:fs/promises'
import { loadSharp } from '#app/platform/load-sharp.server.ts'
import { refuseUpload } from './upload-refusals.ts'

/** More would be no logo, and takes long to draw. */
const MOST_BYTES = 1024 * 1024
const WIDEST = 1200
const TIMEOUT_SECONDS = 10

/** An SVG begins with itself, or with the parts that XML allows before it. */
const isDrawing = (text: string) => {
  const head = text.slice(0, 4000).trimStart().toLowerCase()
  return ['<?xml', '<!--', '<!doctype svg', '<svg'].some((start) => head.startsWith(start)) && head.includes('<svg')
}

/**
 * An SVG as a PNG: pixels are stored, so that nothing in the drawing can run or load. Null if the file is no SVG.
 * Entities are refused: they can expand without end.
 */
export async function renderDrawing(file: string) {
  if ((await stat(file)).size > MOST_BYTES) return null
  const bytes = await readFile(file)
  const text = bytes.toString('utf8')
  if (!isDrawing(text)) return null
  if (/<!entity/i.test(text)) return refuseUpload('not-only-an-image')
  const sharp = await loadSharp()
  try {
    // From bytes, not from the file: there is no folder from which it could take other files.
    const { width, height } = await sharp(bytes).metadata()
    const density = Math.min(2400, Math.max(72, (72 * WIDEST) / Math.max(width, height)))
    const drawn = sharp(bytes, { density }).resize({ width: WIDEST, height: WIDEST, fit: 'inside' })
    const png = await drawn.png().timeout({ seconds: TIMEOUT_SECONDS }).toBuffer()
    return { ok: true as const, bytes: png, extension: 'png' as const }
  } catch {
    return refuseUpload('broken-image')
  }
}
