import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { site } from '#app/platform/site.tables.server.ts'
import { content } from '#content/site.ts'
import { useDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { webManifest } from './web-manifest.ts'

describe('the icons of the site', () => {
  const database = useDatabase()
  const bytesOf = (file: string) => readFile(path.resolve(import.meta.dirname, '../public', `.${file}`))

  async function pixels(bytes: Buffer) {
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray(4 * (y * info.width + x), 4 * (y * info.width + x) + 4)]
    return { ...info, at }
  }
  const NIGHT = [0x16, 0x18, 0x30, 255]
  const LIT = [0xff, 0xc9, 0x78, 255]

  test('at sixteen pixels the window has four panes, with sharp edges', async () => {
    const icon = await pixels(
      await sharp(await bytesOf('/favicon.svg'))
        .png()
        .toBuffer(),
    )
    expect([icon.width, icon.height]).toEqual([16, 16])
    for (let y = 2; y < 14; y += 1) {
      for (let x = 2; x < 14; x += 1) {
        const lit = [3, 4, 5, 6, 9, 10, 11, 12].includes(x) && ![7, 8].includes(y)
        expect([x, y, ...icon.at(x, y)]).toEqual([x, y, ...(lit ? LIT : NIGHT)])
      }
    }
  })

  test('the icon for older browsers contains the window in three sizes', async () => {
    const file = await bytesOf('/favicon.ico')
    const sizes = []
    for (let index = 0; index < file.readUInt16LE(4); index += 1) {
      const entry = file.subarray(6 + 16 * index)
      const start = entry.readUInt32LE(12)
      const { width, height } = await sharp(file.subarray(start, start + entry.readUInt32LE(8))).metadata()
      expect([entry[0], entry[1]]).toEqual([width, height])
      sizes.push(width)
    }
    expect(sizes).toEqual([16, 32, 48])
  })

  test('a maskable icon is dark to its corners, with the window inside the safe zone', async () => {
    for (const [file, size] of [
      ['/apple-touch-icon.png', 180],
      ['/icon-maskable-512.png', 512],
    ] as const) {
      const icon = await pixels(await bytesOf(file))
      expect([icon.width, icon.height, ...icon.at(0, 0)]).toEqual([size, size, ...NIGHT])
      for (let y = 0; y < size; y += 1) {
        for (let x = 0; x < size; x += 1) {
          const far = Math.hypot(x - size / 2, y - size / 2) > 0.4 * size
          if (far && icon.at(x, y)[0] !== NIGHT[0]) throw new Error(`${file} is lit at ${x}, ${y}`)
        }
      }
    }
  })

  test('the manifest has the operator’s brand, and each of its icons exists in its size', async () => {
    const row = { brand: 'Hut & Harbour', email: 'hello@hut.example', content }
    await database().db.insert(site).values(row)
    const answer = await webManifest(testServices(database())).request('/site.webmanifest')
    expect(answer.headers.get('content-type')).toBe('application/manifest+json')
    const manifest = await answer.json()
    expect(manifest).toMatchObject({ name: 'Hut & Harbour', short_name: 'Hut & Harbour', display: 'browser' })
    const desk = await (await webManifest(testServices(database())).request('/back-office.webmanifest')).json()
    expect(desk).toMatchObject({ name: 'Hut & Harbour: back office', start_url: '/admin', scope: '/admin' })
    expect([desk.display, desk.icons]).toEqual(['standalone', manifest.icons])
    for (const { src, sizes, type } of manifest.icons) {
      const { width, height, format } = await sharp(await bytesOf(src)).metadata()
      expect(type).toMatch(new RegExp(`^image/${format}`))
      if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes)
    }
  })
})
