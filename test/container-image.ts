import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { markOfImage } from './image-inputs.ts'

/**
 * Builds the container image and starts it, on a Debian that has `buildah` and `mmdebstrap` and no container engine.
 * The base is made from Debian's packages. With `--if-changed`, an image of the same files that passed on this machine
 * is not built again. Fails if the image is too large, runs as root, or can write to its own files. Also if it builds
 * at its start, or does not serve the site.
 */
const root = path.resolve(import.meta.dirname, '..')
const BASE = 'docker.io/library/debian:bookworm-slim'
const MOST_BYTES = 350_000_000
const PORT = '3987'
const ISOLATION = ['--isolation', 'chroot']
/** Where the network signs TLS itself, the base trusts its certificate. */
const CERTIFICATES = process.env.NODE_EXTRA_CA_CERTS

const mark = markOfImage(root)
if (process.argv.includes('--if-changed') && existsSync(mark)) {
  process.stdout.write(`The image of the same files passed on this machine before, and is not built again (${mark}).\n`)
  process.exit()
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'pc-image-'))
const storage = ['--root', `${folder}/storage`, '--runroot', `${folder}/run`, '--storage-driver', 'vfs']

function buildah(...words: string[]): string {
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  return execFileSync('buildah', [...storage, ...words], { cwd: root, stdio: [...stdio], encoding: 'utf8' }).trim()
}

function expect(isTrue: boolean, words: string) {
  if (!isTrue) throw new Error(words)
  process.stdout.write(`${words}\n`)
}

/** Files that Debian's image on the registry leaves out, too. */
const LEFT_OUT = ['doc', 'man', 'locale', 'info'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)

function makeBase() {
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', ...LEFT_OUT, 'bookworm', `${folder}/base.tar`])
  const lines = ['FROM scratch', 'ADD base.tar /']
  if (CERTIFICATES) {
    copyFileSync(CERTIFICATES, `${folder}/network.crt`)
    lines.push('COPY network.crt /usr/local/share/ca-certificates/')
    lines.push('ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt')
  }
  writeFileSync(`${folder}/Base`, `${lines.join('\n')}\n`)
  buildah('bud', '--quiet', ...ISOLATION, '--tag', BASE, '--file', `${folder}/Base`, folder)
}

function buildImage() {
  buildah('bud', '--quiet', ...ISOLATION, '--pull=never', '--format', 'docker', '--tag', 'site', '.')
  const { size } = JSON.parse(buildah('images', '--json', 'site'))[0]
  const megabytes = Number.parseFloat(size)
  expect(size.endsWith('MB') && megabytes * 1_000_000 < MOST_BYTES, `the image has ${size}, with its base`)
}

async function startImage() {
  const container = buildah('from', '--pull=never', 'site')
  const config = JSON.parse(buildah('inspect', container)).Docker.config
  expect(config.User === 'site' && Boolean(config.Healthcheck), `it runs as ${config.User}, and has a health check`)
  const data = `${folder}/data`
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, 1000, 1000)
  const settings = ['--volume', `${data}:/data`, '--env', 'SITE_URL=https://stay.localhost', '--env', `PORT=${PORT}`]
  const words = [...storage, 'run', ...ISOLATION, ...settings, container, '--']
  const site = spawn('buildah', [...words, ...config.Entrypoint], { stdio: ['ignore', 'pipe', 'inherit'] })
  const log: Buffer[] = []
  site.stdout.on('data', (chunk) => log.push(chunk))
  const ended = once(site, 'exit')
  try {
    await untilReady(site)
    const page = await fetch(`http://127.0.0.1:${PORT}/`, { headers: { host: 'stay.localhost' } })
    expect(page.status === 200 && (await page.text()).includes('Opening soon'), 'it serves the site')
    const can = buildah('run', ...ISOLATION, container, '--', 'sh', '-c', 'touch /site/made 2>&1 || echo refused')
    expect(can.includes('refused'), 'it cannot write to its own files')
    expect(!Buffer.concat(log).includes('Building the site'), 'it does not build at its start')
    const check = buildah('run', ...ISOLATION, ...settings, container, '--', ...config.Entrypoint, 'site', 'check')
    expect(check.includes('hold.'), `its commands reach it: ${check.split('\n').at(-1)}`)
  } finally {
    site.kill('SIGTERM')
    await ended
  }
}

async function untilReady(site: ReturnType<typeof spawn>) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && site.exitCode === null; await wait(200)) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null)
    if (answer?.ok) return
  }
  throw new Error('the image did not start')
}

try {
  for (const program of ['/usr/bin/buildah', '/usr/bin/mmdebstrap']) {
    if (!existsSync(program)) throw new Error(`${program} is missing: apt-get install buildah mmdebstrap`)
  }
  makeBase()
  buildImage()
  await startImage()
  mkdirSync(path.dirname(mark), { recursive: true })
  writeFileSync(mark, '')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
