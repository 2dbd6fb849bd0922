import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

/** The allowed color difference of a pixel, from 0 to 1, as pixelmatch measures it. */
const NEAR = 0.04
/** This many pixels may differ more: enough for rounding at the edges of scaled images, but less than a letter. */
const FEW = 40

async function read(image: Buffer) {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

type Comparison = { same: boolean; said: string; difference?: Buffer }

/** Compares two screenshots. If they differ, describes how, with a diff image in red if the sizes match. */
export async function compareScreenshots(kept: Buffer, fresh: Buffer): Promise<Comparison> {
  const [before, now] = await Promise.all([read(kept), read(fresh)])
  const { width, height } = before
  if (width !== now.width || height !== now.height) {
    return { same: false, said: `it was ${width} by ${height} pixels and is ${now.width} by ${now.height}` }
  }
  const diff = new Uint8Array(width * height * 4)
  const off = pixelmatch(before.data, now.data, diff, width, height, { threshold: NEAR })
  const said = `${off} pixels of it are another color`
  if (off <= FEW) return { same: true, said }
  const difference = await sharp(diff, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return { same: false, said, difference }
}
