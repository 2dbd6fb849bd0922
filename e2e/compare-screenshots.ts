import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

/** The allowed color difference of a pixel, from 0 to 1, as pixelmatch measures it. */
const NEAR = 0.04
/** This many pixels may differ more: enough for rounding at the edges of scaled images, but less than a letter. */
const FEW = 40
/** Compression changes a channel by up to this much, of 255. */
const ROUNDED = 8

async function read(image: Buffer) {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

type Comparison = { same: boolean; said: string; difference?: Buffer }
type Pixels = Awaited<ReturnType<typeof read>>

/**
 * Compares two screenshots. If they differ, describes how, with a diff image in red if the sizes match. Browsers place
 * the edges of letters differently by less than a pixel. So a pixel may have the colors around it in the other image.
 */
export async function compareScreenshots(kept: Buffer, fresh: Buffer): Promise<Comparison> {
  const [before, now] = await Promise.all([read(kept), read(fresh)])
  const { width, height } = before
  if (width !== now.width || height !== now.height) {
    return { same: false, said: `it was ${width} by ${height} pixels and is ${now.width} by ${now.height}` }
  }
  const diff = new Uint8Array(width * height * 4)
  pixelmatch(before.data, now.data, diff, width, height, { threshold: NEAR, diffMask: true, includeAA: true })
  let off = 0
  for (let at = 0; at < width * height; at += 1) {
    if (diff[at * 4 + 3] === 0) continue
    if (!isAround(before, now, at) || !isAround(now, before, at)) off += 1
    else diff.fill(0, at * 4, at * 4 + 4)
  }
  const said = `${off} pixels of it are another color`
  if (off <= FEW) return { same: true, said }
  const difference = await sharp(diff, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return { same: false, said, difference }
}

/** Whether each channel of the pixel is between the darkest and the lightest around it in the other image. */
function isAround({ data }: Pixels, other: Pixels, at: number): boolean {
  const { width, height } = other
  const [x, y] = [at % width, Math.floor(at / width)]
  return [0, 1, 2].every((channel) => {
    const value = data[at * 4 + channel] ?? 0
    let [least, most] = [255, 0]
    for (let row = Math.max(y - 1, 0); row <= Math.min(y + 1, height - 1); row += 1) {
      for (let column = Math.max(x - 1, 0); column <= Math.min(x + 1, width - 1); column += 1) {
        const near = other.data[(row * width + column) * 4 + channel] ?? 0
        least = Math.min(least, near)
        most = Math.max(most, near)
      }
    }
    return value >= least - ROUNDED && value <= most + ROUNDED
  })
}
