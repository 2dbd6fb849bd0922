import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

/** How far the colour of a pixel may be off, from 0 to 1, by pixelmatch's measure. */
const NEAR = 0.04
/** So many pixels may be further off: what rounding does to the edges of scaled pictures, and less than a letter. */
const FEW = 40

async function read(picture: Buffer) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

export type Comparison = { same: boolean; said: string; difference?: Buffer }

/** Whether two pictures show the same. If not, in words, and with the difference in red where both have one size. */
export async function compareScreenshots(kept: Buffer, fresh: Buffer): Promise<Comparison> {
  const [before, now] = await Promise.all([read(kept), read(fresh)])
  const { width, height } = before
  if (width !== now.width || height !== now.height) {
    return { same: false, said: `it was ${width} by ${height} pixels and is ${now.width} by ${now.height}` }
  }
  const shown = new Uint8Array(width * height * 4)
  const off = pixelmatch(before.data, now.data, shown, width, height, { threshold: NEAR })
  const difference = await sharp(shown, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return { same: off <= FEW, said: `${off} pixels of it are another colour`, difference }
}
