import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'
import type { HeicLimits } from './decode-heic.server.ts'
import { sanitizeImage } from './sanitize-image.server.ts'

const base = temporaryFolder()
const NEVER = path.join(base, 'no-such-program.mjs')
/**
 * 60 by 40 pixels in quarters: red, green, blue, white. A phone that is held upright writes it lying, and `irot` turns
 * it. It is a grid of tiles with the profile of Display P3. Its Exif has an orientation, too, and a place.
 */
let turned: Buffer
beforeAll(async () => {
  turned = await readFile(path.join(import.meta.dirname, 'turned.heic'))
})

async function clean(bytes: Uint8Array, limits?: Partial<HeicLimits>) {
  const file = path.join(base, randomUUID())
  await writeFile(file, bytes)
  return sanitizeImage(file, limits)
}
const refusal = async (bytes: Uint8Array, limits?: Partial<HeicLimits>) => {
  const made = await clean(bytes, limits)
  return made.ok ? 'taken' : made.reason
}

test('a photo of an iPhone becomes a JPEG: upright, in the colors that it has, without its place', async () => {
  const made = await clean(turned)
  if (!made.ok) throw new Error(made.reason)
  expect(made.extension).toBe('jpg')
  expect(await sharp(made.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 40 })
  const { data } = await sharp(made.bytes).raw().toBuffer({ resolveWithObject: true })
  const pixels = [
    [10, 8],
    [50, 8],
    [10, 32],
    [50, 32],
  ].map(([x = 0, y = 0]) => [...data.subarray((y * 60 + x) * 3, (y * 60 + x) * 3 + 3)])
  const quarters = [
    [220, 30, 30],
    [30, 180, 60],
    [30, 60, 220],
    [240, 240, 240],
  ]
  for (const [at, color] of quarters.entries()) {
    for (const [channel, value] of color.entries())
      expect(Math.abs((pixels[at]?.[channel] ?? 0) - value), `${at} ${pixels[at]}`).toBeLessThanOrEqual(6)
  }
  // Its Exif has the place and the camera.
  expect(turned.includes('iPhone')).toBe(true)
  const { exif, icc, xmp, orientation } = await sharp(made.bytes).metadata()
  expect({ exif, icc, xmp, orientation }).toEqual({})
  expect(Buffer.from(made.bytes).includes('iPhone')).toBe(false)
})

test('a truncated one is refused, like one of another kind', async () => {
  expect(await refusal(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))).toBe('broken-image')
  for (const share of [0.1, 0.3, 0.6, 0.95]) {
    const part = turned.subarray(0, Math.floor(turned.length * share))
    expect(await refusal(part), String(share)).toBe('broken-image')
  }
  const avif = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'red' } })
    .avif()
    .toBuffer()
  const renamed = Buffer.from(avif)
  renamed.write(avif.toString('latin1', 0, 40).replaceAll('avif', 'heic'), 'latin1')
  expect(await refusal(renamed)).toBe('broken-image')
})

test('one that claims to be huge is refused before anything is decoded', async () => {
  const huge = Buffer.from(turned)
  for (let at = huge.indexOf('ispe'); at > 0; at = huge.indexOf('ispe', at + 1)) {
    huge.writeUInt32BE(9_000, at + 8)
    huge.writeUInt32BE(9_000, at + 12)
  }
  expect(await refusal(huge, { program: NEVER })).toBe('too-many-pixels')
})

test('one whose decoding does not end, or needs too much memory, is refused, and its thread ends', async () => {
  const forever = path.join(base, 'forever.mjs')
  const loop = "import { parentPort } from 'node:worker_threads'; parentPort.postMessage('loaded'); for (;;) {}"
  await writeFile(forever, loop)
  const threads: Worker[] = []
  const watch = (thread: Worker) => threads.push(thread)
  process.on('worker', watch)
  expect(await refusal(turned, { program: forever, decodeMs: 50 })).toBe('broken-image')
  process.off('worker', watch)
  // Node's name for a thread that has ended.
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1])
  // 2,000 by 1,500 pixels of one color.
  const plain = await readFile(path.join(import.meta.dirname, 'plain.heic'))
  expect(await refusal(plain, { memory: 18 * 1024 * 1024 })).toBe('broken-image')
  expect(await refusal(plain)).toBe('taken')
})

test('a thread that does not start says nothing about the photo', async () => {
  await expect(clean(turned, { program: NEVER })).rejects.toThrow()
})
