import sharp from 'sharp'
import { compareScreenshots } from './compare-screenshots.ts'
import { expect, test } from './page.ts'

const SIZE = { width: 200, height: 100 }

/** A stored screenshot of a page with a button, whose edge is `drawn` less than a pixel further on. */
function drawScreenshot({ button = '#f0a13a', left = 40, drawn = 0, noise = 0 } = {}): Promise<Buffer> {
  const { width, height } = SIZE
  const grain = Buffer.from(Array.from({ length: width * height * 3 }, (_, index) => 246 - ((index * 7) % (noise + 1))))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="62" height="20"><rect x="${drawn}" width="60" height="20" rx="3" fill="${button}"/></svg>`
  return sharp(grain, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(svg), left, top: 30 }])
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}

const sameAs = async (change: Parameters<typeof drawScreenshot>[0]) =>
  (await compareScreenshots(await drawScreenshot(), await drawScreenshot(change))).same

test('an image equals itself, one that differs only by rounding, and one with an edge less than a pixel further on', async () => {
  expect(await sameAs({})).toBe(true)
  expect(await sameAs({ noise: 3 })).toBe(true)
  // As by another hinting of fonts.
  expect(await sameAs({ drawn: 0.4 })).toBe(true)
})

test('a button that changed or is gone is detected, and a page that became shorter by its size', async () => {
  for (const [what, change] of [
    ['in another shade', { button: '#f0b04a' }],
    ['one pixel further on', { left: 41 }],
    ['gone', { button: '#f6f6f6' }],
  ] as const)
    expect(await sameAs(change), what).toBe(false)
  const shorter = await sharp(await drawScreenshot())
    .extract({ left: 0, top: 0, width: 200, height: 90 })
    .jpeg()
    .toBuffer()
  expect(await compareScreenshots(await drawScreenshot(), shorter)).toMatchObject({
    same: false,
    said: 'it was 200 by 100 pixels and is 200 by 90',
  })
})
