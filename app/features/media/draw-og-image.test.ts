import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawOgImage, writeText } from './draw-og-image.server.ts'

const CARD = {
  brand: 'Powder & Cove',
  title: 'Wāilea & <Łódź>',
  line: 'Steamboat Springs, Colorado',
  theme: 'lake',
} as const

const plain = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#2f6f3a' } })
    .png()
    .toBuffer()

async function digest(card: Parameters<typeof drawOgImage>[0], image: Uint8Array): Promise<string> {
  const { data } = await sharp(await drawOgImage(card, image))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return createHash('sha256').update(data).digest('hex')
}

test('text uses the brand’s own font, even on a machine without fonts', async () => {
  const image = await plain()
  const script = `
    import { createHash } from 'node:crypto'
    import sharp from 'sharp'
    import { drawOgImage } from './app/features/media/draw-og-image.server.ts'
    const picture = Buffer.from(${JSON.stringify(image.toString('base64'))}, 'base64')
    const drawn = await sharp(await drawOgImage(${JSON.stringify(CARD)}, picture)).raw().toBuffer()
    process.stdout.write(createHash('sha256').update(drawn).digest('hex'))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { FONTCONFIG_FILE: '/nowhere/fonts.conf', HOME: '/nowhere' },
  })
  expect(stdout).toBe(await digest(CARD, image))
})

test.for(['Spacious Mountain Condo', 'Accommodations', 'Cabin By The Cove'])(
  'no word of “%s” is broken: the lines are as wide as its longest word',
  async (title) => {
    const ink = { size: 60, color: '#ffffff' }
    const words = await Promise.all(title.split(' ').map((word) => writeText(word, ink, { width: 2000, height: 280 })))
    const { width, height } = await writeText(title, ink, { width: 364, height: 280 })
    const widest = Math.max(...words.map((word) => word.width))
    expect(width).toBeLessThanOrEqual(364)
    expect(height).toBeLessThanOrEqual(280)
    if (widest <= 364) expect(width).toBeGreaterThanOrEqual(widest)
    else expect(height).toBeLessThan(Math.max(...words.map((word) => word.height)) + 1)
  },
)

test('an image that hardly compresses still stays below 300 KB', async () => {
  const raw = { width: 900, height: 700, channels: 3 } as const
  const noise = await sharp(randomBytes(900 * 700 * 3), { raw })
    .png()
    .toBuffer()
  expect((await drawOgImage(CARD, noise)).byteLength).toBeLessThan(300_000)
})

test.for([
  ['no letter', ''],
  ['only spaces', ' '],
  ['letters that nobody sees', '\u0001\u200b'],
  ['five thousand letters without a space', 'W'.repeat(5000)],
  ['signs that the face does not have', '🏔'.repeat(200)],
  ['markup', '<span>&amp;'],
] as const)('a name of %s stops nothing', async ([, title]) => {
  const { width, height } = await sharp(await drawOgImage({ ...CARD, title }, await plain())).metadata()
  expect([width, height]).toEqual([1200, 630])
})
