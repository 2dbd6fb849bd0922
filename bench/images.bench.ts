import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { startSite } from '../e2e/site.ts'
import { startBareNode } from './baselines.ts'
import { hasLoadGenerator, measure } from './load.ts'
import { residentMemory } from './memory.ts'
import { image, noisyImage } from './test-images.ts'

/**
 * The cost of images. A cached variant is compared with a bare Node server with the same bytes in memory. The first
 * AVIF of a large image is compared with sharp alone. Also what an upload among 100 at once takes in memory, against
 * its size. All are ratios within one run.
 */
const ROUNDS = 3
const SECONDS = 4
const TRIES = 5
const FEW_UPLOADS = 20
const MANY_UPLOADS = 100
const ACCEPT = 'image/avif,image/webp,*/*'

const say = (line: string) => process.stdout.write(`${line}\n`)
const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function check(what: string, ratio: number, isMet: boolean, aim: string) {
  say(`${what}: ${ratio.toFixed(2)} (${aim})`)
  if (isMet) return
  say('  NOT MET')
  process.exitCode = 1
}

async function servedFromMemory(url: string) {
  if (!hasLoadGenerator) return say('a cached variant: not measured, wrk is not installed')
  const address = `${url}${await firstImage(url)}?w=1280`
  const answer = await fetch(address, { headers: { accept: ACCEPT } })
  const body = Buffer.from(await answer.arrayBuffer())
  const bare = await startBareNode({ body, encoding: 'identity', type: answer.headers.get('content-type') ?? '' })
  const rate = async (target: string, duration: number) => {
    const { pathname, search } = new URL(target)
    const { perSecond, failures } = await measure(target, duration, [pathname + search], ACCEPT)
    if (failures > 0) throw new Error(`${failures} requests to ${target} failed`)
    return perSecond
  }
  try {
    const rates: { own: number[]; bare: number[] } = { own: [], bare: [] }
    for (const target of [address, bare.url]) await rate(target, 2)
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.own.push(await rate(address, SECONDS))
      rates.bare.push(await rate(bare.url, SECONDS))
    }
    const [own, other] = [middle(rates.own), middle(rates.bare)]
    say(
      `a cached variant of ${Math.round(body.length / 1024)} KB: ${own.toFixed(0)} a second, bare Node ${other.toFixed(0)}`,
    )
    check('  served at this share of the rate of bare Node', own / other, own / other >= 0.5, 'at least 0.5')
  } finally {
    await bare.stop()
  }
}

async function firstImage(url: string): Promise<string> {
  const found = (await (await fetch(`${url}/`)).text()).match(/\/objects\/homes\/[a-z0-9-]+\.jpg/)
  if (!found) throw new Error('The home page shows no image.')
  return found[0]
}

/** In its own process, like the site, so that they share no threads or warm memory. */
async function sharpAlone(original: Uint8Array): Promise<(times: number) => Promise<number[]>> {
  const code = `
    import sharp from 'sharp'
    sharp.cache(false)
    sharp.concurrency(1)
    process.on('message', async ({ bytes }) => {
      const original = Buffer.from(bytes, 'base64')
      const started = performance.now()
      await sharp(original).autoOrient().resize({ width: 1280, withoutEnlargement: true })
        .avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer()
      process.send(performance.now() - started)
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const bytes = Buffer.from(original).toString('base64')
  return async (times) => {
    const durations: number[] = []
    for (let at = 0; at < times; at += 1) {
      child.send({ bytes })
      const [ms] = await once(child, 'message')
      durations.push(Number(ms))
    }
    if (times === 0) child.kill()
    return durations
  }
}

async function upload(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData()
  form.set('file', new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
  const answer = await fetch(`${url}/api/objects/upload`, { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`an upload was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()).url
}

async function firstAvif(url: string) {
  const original = await image(4000, 3000)
  const stored = await upload(url, original)
  const clean = Buffer.from(await sharp(original).autoOrient().jpeg({ quality: 90 }).toBuffer())
  const alone = await sharpAlone(clean)
  await alone(1)
  const [own, sole]: [number[], number[]] = [[], []]
  for (let at = 0; at < TRIES; at += 1) {
    // Each upload has its own address, so each one is a first request.
    const address = at === 0 ? stored : await upload(url, original)
    const started = performance.now()
    const answer = await fetch(`${url}${address}?w=1280`, { headers: { accept: ACCEPT } })
    await answer.arrayBuffer()
    own.push(performance.now() - started)
    if (answer.headers.get('content-type') !== 'image/avif') throw new Error(`no AVIF came but ${answer.status}`)
    sole.push(...(await alone(1)))
  }
  await alone(0)
  const [here, there] = [middle(own), middle(sole)]
  say(`the first AVIF of 12 megapixels at 1280 px: ${here.toFixed(0)} ms, sharp alone ${there.toFixed(0)} ms`)
  check('  costs this many times what sharp alone costs', here / there, here / there < 1.3, 'less than 1.3')
}

/** Peak memory of a new site during this many simultaneous uploads of 8 MB, in bytes. */
async function peakOf(uploads: number, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const site = await startSite({ RATE_LIMIT: 'off', LOG_LEVEL: 'warn' })
  let peak = 0
  let done = false
  const watch = (async () => {
    while (!done) {
      peak = Math.max(peak, residentMemory(site.pid) ?? 0)
      await wait(20)
    }
  })()
  try {
    await Promise.all(Array.from({ length: uploads }, () => upload(site.url, bytes)))
  } finally {
    done = true
    await watch
    await site.stop()
  }
  return peak
}

async function memory() {
  const bytes = await noisyImage(8 * 1024 * 1024)
  const few = await peakOf(FEW_UPLOADS, bytes)
  const many = await peakOf(MANY_UPLOADS, bytes)
  const megabytes = (value: number) => `${Math.round(value / 1024 / 1024)} MB`
  say(
    `the most memory with ${FEW_UPLOADS} uploads of ${megabytes(bytes.length)} at once: ${megabytes(few)}, with ${MANY_UPLOADS}: ${megabytes(many)}`,
  )
  // Not as a share of the process at rest. The less that takes, the more the same uploads would seem to take.
  const others = MANY_UPLOADS - FEW_UPLOADS
  const share = (many - few) / others / bytes.length
  check(`  each of the other ${others} takes this share of its size`, share, share < 0.1, 'less than 0.1')
}

const site = await startSite({ RATE_LIMIT: 'off', LOG_LEVEL: 'warn' })
try {
  await servedFromMemory(site.url)
  await firstAvif(site.url)
} finally {
  await site.stop()
}
await memory()
