import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { sanitizeImage } from './sanitize-image.server.ts'

const base = temporaryFolder()
let jpeg: Buffer
let png: Buffer
beforeAll(async () => {
  jpeg = await landscape().jpeg().toBuffer()
  png = await landscape().png().toBuffer()
})

/** A grainy 2:1 image, so that quality loss is visible; its left half is lighter. */
function landscape(): Sharp {
  const [width, height] = [400, 200]
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 1) {
    const left = Math.floor(at / 3) % width < width / 2
    pixels[at] = (left ? 170 : 40) + ((at * 7919) % 53)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const plain = (background: string | { r: number; g: number; b: number; alpha?: number }, channels: 3 | 4 = 3) =>
  sharp({ create: { width: 300, height: 200, channels, background } })

async function clean(bytes: Uint8Array) {
  const file = path.join(base, randomUUID())
  await writeFile(file, bytes)
  return sanitizeImage(file)
}

async function cleaned(bytes: Uint8Array) {
  const made = await clean(bytes)
  if (!made.ok) throw new Error(made.reason)
  return { ...made, description: await sharp(made.bytes).metadata() }
}

const refusal = async (bytes: Uint8Array) => {
  const made = await clean(bytes)
  return made.ok ? 'taken' : made.reason
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A few kilobytes that claim to be an image of this size. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** An image with a comment in its header. */
const withComment = (text: string) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, Buffer.from(text), jpeg.subarray(2)])
}
const withTrailer = (trailer: string | Buffer, image = jpeg) =>
  Buffer.concat([image, Buffer.from(trailer as string, 'latin1')])

const ZIP = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
const FILM = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08mdat', 'latin1')

describe('a file that is not an image', () => {
  test.each([
    ['a drawing', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['text', 'a picture of a lodge'],
    ['a document', '%PDF-1.7\n%âãÏÓ'],
    ['an archive', 'PK\x03\x04'],
    ['one byte', '\xff'],
  ])('is refused, whatever its name: %s', async (_what, text) => {
    expect(await refusal(Buffer.from(text, 'latin1'))).toBe('not-an-image')
  })
})

describe('a damaged image', () => {
  const kinds = ['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif'] as const
  test.each(kinds)('is refused when it is truncated: %s', async (kind) => {
    const whole = await landscape().toFormat(kind).toBuffer()
    for (const share of [0.3, 0.6, 0.95]) {
      expect(await refusal(whole.subarray(0, Math.floor(whole.length * share))), String(share)).toBe('broken-image')
    }
  })

  test.each(['jpeg', 'png'] as const)('is refused when bytes are missing in the middle: %s', async (kind) => {
    const whole = await landscape().toFormat(kind).toBuffer()
    whole.fill(0, Math.floor(whole.length / 2), Math.floor(whole.length / 2) + 400)
    expect(await refusal(whole)).toBe('broken-image')
  })

  test('is refused when only its header is that of an image', async () => {
    for (const head of ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF89a=1;alert(1)', 'II*\0', 'RIFF\0\0\0\0WEBP'])
      expect(await refusal(Buffer.from(head, 'latin1'))).toBe('broken-image')
  })
})

test('a small file with huge dimensions is refused before it is decompressed', async () => {
  for (const [width, height] of [
    [50_000, 50_000],
    [8_000, 6_251],
    [1_000_000, 51],
  ] as const)
    expect(await refusal(bomb(width, height))).toBe('too-many-pixels')
})

describe('an image that is also something else (polyglot)', () => {
  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT src=//evil.example>',
    '<html><body>',
    '<!DOCTYPE html>',
    '<?php echo 1; ?>',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '%PDF-1.7',
  ])('is refused, at its start and at its end: %s', async (text) => {
    expect(await refusal(withComment(text))).toBe('not-only-an-image')
    expect(await refusal(withTrailer(text))).toBe('not-only-an-image')
    expect(await refusal(withTrailer(text, png))).toBe('not-only-an-image')
  })

  test('is refused as an archive, with and without a trailing comment', async () => {
    for (const tail of ['', 'x'.repeat(5000)])
      expect(await refusal(withTrailer(Buffer.concat([ZIP, Buffer.from(tail)])))).toBe('not-only-an-image')
  })

  test('is found at any position', async () => {
    for (const gap of [256 * 1024 - 5, 256 * 1024 - 60, 700_000])
      expect(await refusal(withTrailer(`${'.'.repeat(gap - jpeg.length)}<script>`))).toBe('not-only-an-image')
  })
})

describe('files as cameras write them are accepted', () => {
  test('a video, more images and padding after the image', async () => {
    for (const trailer of [FILM, jpeg, Buffer.alloc(4096)])
      expect(Buffer.from((await cleaned(withTrailer(trailer))).bytes).includes('mp42')).toBe(false)
  })

  test('a stray byte before the end, as some phones write', async () => {
    for (const stray of [1, 2] as const)
      expect(await refusal(Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(stray, 7), jpeg.subarray(-2)]))).toBe(
        'taken',
      )
  })

  test('XML metadata', async () => {
    const xmp = '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>'
    expect((await cleaned(withComment(xmp))).extension).toBe('jpg')
  })

  test.each([
    ['jpeg', 'jpg', 'jpeg'],
    ['png', 'png', 'png'],
    ['gif', 'png', 'png'],
    ['tiff', 'jpg', 'jpeg'],
    ['webp', 'jpg', 'jpeg'],
    ['avif', 'jpg', 'jpeg'],
  ] as const)('%s becomes .%s', async (kind, extension, format) => {
    const made = await cleaned(await plain('#336699').toFormat(kind).toBuffer())
    expect([made.extension, made.description.format, made.description.width, made.description.height]).toEqual([
      extension,
      format,
      300,
      200,
    ])
  })

  test.each(['png', 'webp', 'tiff', 'avif'] as const)('%s keeps its transparency', async (kind) => {
    const glass = plain({ r: 200, g: 0, b: 0, alpha: 0.5 }, 4)
    const bytes = await (kind === 'tiff' ? glass.tiff({ compression: 'lzw' }) : glass.toFormat(kind)).toBuffer()
    expect((await cleaned(bytes)).description.hasAlpha).toBe(true)
  })

  test('the first frame of an animation', async () => {
    const frames = await Promise.all(['#f00', '#0f0'].map((color) => plain(color).png().toBuffer()))
    for (const kind of ['gif', 'webp'] as const) {
      const { description, bytes } = await cleaned(
        await sharp(frames, { join: { animated: true } })
          .toFormat(kind)
          .toBuffer(),
      )
      expect([description.pages ?? 1, description.width, description.height]).toEqual([1, 300, 200])
      expect((await sharp(bytes).stats()).dominant).toMatchObject({ r: 248, g: 8, b: 8 })
    }
  })
})

describe('a sanitized image', () => {
  test('is upright for all eight EXIF orientations', async () => {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const { description, bytes } = await cleaned(await landscape().withMetadata({ orientation }).jpeg().toBuffer())
      const upright = orientation <= 4 ? [400, 200] : [200, 400]
      expect([description.width, description.height, description.orientation ?? 1]).toEqual([...upright, 1])
      const shown = await sharp(await landscape().withMetadata({ orientation }).png().toBuffer())
        .autoOrient()
        .raw()
        .toBuffer()
      const pixels = await sharp(bytes).raw().toBuffer()
      const off = pixels.reduce((sum, value, at) => sum + Math.abs(value - (shown[at] ?? 0)), 0) / pixels.length
      expect(off).toBeLessThan(25)
    }
  })

  test('reveals neither where nor with what it was taken', async () => {
    const exif = {
      IFD0: { Make: 'Camera of Mia', Copyright: 'Mia' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '40/1 29/1 6/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '106/1 49/1 54/1',
      },
    }
    for (const kind of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await landscape().withExif(exif).toFormat(kind).toBuffer()
      expect((await sharp(bytes).metadata()).exif, kind).toBeDefined()
      const { description, bytes: made } = await cleaned(bytes)
      expect([description.exif, description.xmp, description.iptc, description.icc]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
      expect(Buffer.from(made).includes('Mia')).toBe(false)
    }
  })

  test('is in sRGB, whatever profile it came with', async () => {
    for (const kind of ['jpeg', 'png'] as const) {
      const wide = await plain('#c86432').withIccProfile('p3').toFormat(kind).toBuffer()
      const raw = await sharp(wide).metadata()
      expect(raw.icc).toBeDefined()
      const { bytes, description } = await cleaned(wide)
      const [r = 0, g = 0, b = 0] = await sharp(bytes).raw().toBuffer()
      for (const [value, meant] of [
        [r, 0xc8],
        [g, 0x64],
        [b, 0x32],
      ] as const)
        expect(Math.abs(value - meant)).toBeLessThan(5)
      expect([description.space, description.icc]).toEqual(['srgb', undefined])
    }
  })

  test('is converted from CMYK to sRGB', async () => {
    const print = await plain('#3a7d5c').toColorspace('cmyk').jpeg().toBuffer()
    expect((await sharp(print).metadata()).space).toBe('cmyk')
    const { description, bytes } = await cleaned(print)
    expect([description.space, description.channels]).toEqual(['srgb', 3])
    const [r = 0, g = 0, b = 0] = await sharp(bytes).raw().toBuffer()
    for (const [value, meant] of [
      [r, 0x3a],
      [g, 0x7d],
      [b, 0x5c],
    ] as const)
      expect(Math.abs(value - meant)).toBeLessThan(25)
  })

  test.each([
    ['CMYK', (color: string) => plain(color).toColorspace('cmyk').jpeg()],
    ['sixteen bits', (color: string) => plain(color).toColorspace('rgb16').png()],
  ])('keeps red and blue from %s', async (_, written) => {
    for (const at of [0, 2]) {
      const { bytes } = await cleaned(await written(at === 0 ? '#f00' : '#00f').toBuffer())
      const pixel = [...(await sharp(bytes).raw().toBuffer())].slice(0, 3)
      expect(pixel[at]).toBeGreaterThan(Math.max(...pixel.toSpliced(at, 1)) + 60)
    }
  })

  test('stays grayscale or sixteen-bit', async () => {
    expect((await cleaned(await landscape().greyscale().jpeg().toBuffer())).description.width).toBe(400)
    const deep = await landscape().toColorspace('rgb16').png().toBuffer()
    expect((await cleaned(deep)).description).toMatchObject({ depth: 'uchar', space: 'srgb' })
  })
})
