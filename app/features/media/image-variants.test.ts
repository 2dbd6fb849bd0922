import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'
import type { Convert } from './convert-image.server.ts'
import { imageVariants } from './image-variants.server.ts'

const base = temporaryFolder()

const original = async () => new TextEncoder().encode('lodge')
const lodge = (width: number) => ({ key: 'homes/lodge.jpg', version: '1', width, format: 'avif' as const })

async function openVariants(convert: Convert, folder?: string) {
  const cacheFolder = folder ?? (await mkdtemp(path.join(base, 'variants-')))
  return {
    folder: cacheFolder,
    ...imageVariants({ folder: cacheFolder, log: pino({ level: 'silent' }), limit: pLimit(2), convert }),
  }
}

test('a variant is converted once for twenty simultaneous visitors, and the next visitor gets it from disk', async () => {
  let conversions = 0
  const everybodyAsked = Promise.withResolvers<void>()
  const variants = await openVariants(async (bytes) => {
    conversions += 1
    await everybodyAsked.promise
    return bytes
  })
  const asked = Array.from({ length: 20 }, () => variants.get(lodge(640), original))
  await expect.poll(() => conversions).toBe(1)
  everybodyAsked.resolve()
  const answers = await Promise.all(asked)
  expect(new Set(answers.map((bytes) => new TextDecoder().decode(bytes)))).toEqual(new Set(['lodge']))
  await variants.get(lodge(640), original)
  expect(conversions).toBe(1)
  const afterRestart = await openVariants(() => Promise.reject(new Error('made again')), variants.folder)
  expect(new TextDecoder().decode(await afterRestart.get(lodge(640), original))).toBe('lodge')
})

test('images are converted two at a time, so that pages keep a core', async () => {
  const ends: (() => void)[] = []
  const variants = await openVariants((bytes) => new Promise((done) => ends.push(() => done(bytes))))
  const widths = [320, 480, 640, 828, 1080, 1280]
  const made = Promise.all(widths.map((width) => variants.get(lodge(width), original)))
  for (const [ended] of widths.entries()) {
    await expect.poll(() => ends.length).toBe(Math.min(ended + 2, widths.length))
    ends[ended]?.()
  }
  await made
})

test('a failed conversion is tried again and blocks no other', async () => {
  let tries = 0
  const variants = await openVariants(async (bytes) => {
    tries += 1
    if (tries <= 3) throw new Error('out of memory')
    return bytes
  })
  const first = [320, 480, 640].map((width) => variants.get(lodge(width), original))
  for (const failed of await Promise.allSettled(first)) expect(failed.status).toBe('rejected')
  await expect(variants.get(lodge(320), original)).resolves.toBeDefined()
})

test('originals that never arrive block neither cached variants nor other conversions', async () => {
  const limit = pLimit(2)
  const folder = await mkdtemp(path.join(base, 'variants-'))
  const log = pino({ level: 'silent' })
  const variants = imageVariants({ folder, log, limit, convert: async (bytes) => bytes })
  await variants.get(lodge(320), original)
  const waiting = [480, 640, 828, 1080, 1280].map((width) => variants.get(lodge(width), () => new Promise(() => {})))
  const first = Promise.race(waiting.map((one) => one.then(() => 'an original')))
  expect(await Promise.race([first, limit(async () => 'other work')])).toBe('other work')
  expect(await Promise.race([first, variants.get(lodge(320), original).then(() => 'what is made')])).toBe(
    'what is made',
  )
})

test('an image that cannot be cached is still served', async () => {
  const file = path.join(base, 'in-the-way')
  await writeFile(file, '')
  const variants = await openVariants(async (bytes) => bytes, file)
  expect(new TextDecoder().decode(await variants.get(lodge(320), original))).toBe('lodge')
})

test('another version of an image has its own files', async () => {
  const variants = await openVariants(async (bytes) => bytes)
  await variants.get(lodge(320), original)
  await variants.get({ ...lodge(320), version: '2' }, original)
  expect(await readdir(path.join(variants.folder, 'homes/lodge.jpg'))).toHaveLength(2)
})
