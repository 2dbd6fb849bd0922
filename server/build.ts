import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { compressAssets } from './compress-assets.ts'
import { keepRelease, newestRelease } from './releases.ts'

const root = path.resolve(import.meta.dirname, '..')
const releases = path.join(root, 'build/releases')
const sources = [
  'app/**/*.{ts,tsx,css}',
  'server/**/*.ts',
  'content/**/*.ts',
  'public/**/*',
  '*.config.ts',
  'package-lock.json',
  'tsconfig.json',
]

function digestOfSources(): string {
  const digest = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).sort()) {
    if (!statSync(path.join(root, file)).isFile() || file.includes('.test.')) continue
    digest
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
  }
  return digest.digest('hex')
}

function run(into: string, script: string, ...words: string[]) {
  const done = spawnSync(process.execPath, [path.join(root, script), ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: into },
  })
  if (done.status !== 0) throw new Error(`the build stopped: ${script} ${words.join(' ')}`)
}

/** The site, the embed scripts, the parts of the page of design, and the compressed copies of all. Throws when a step fails or a budget is broken. */
async function buildInto(folder: string): Promise<void> {
  run(folder, 'node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn')
  for (const config of ['vite.embed.config.ts', 'vite.book.config.ts', 'vite.design.config.ts']) {
    run(folder, 'node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn')
  }
  await compressAssets(path.join(folder, 'client'))
  run(folder, 'bench/budgets.ts', path.join(folder, 'client'))
}

/**
 * Gives the folder of the release of just these sources, and builds it when it is not there. It gets its name when it is whole, so
 * no process ever sees half of it; those that run keep theirs.
 */
export async function buildIfNeeded(): Promise<string> {
  const digest = digestOfSources()
  const release = path.join(releases, digest)
  if (existsSync(release)) return release
  process.stdout.write('Building the site, once ...\n')
  mkdirSync(releases, { recursive: true })
  const current = await newestRelease(releases)
  if (current) await keepRelease(current, new Date())
  const folder = `${release}.${randomUUID()}`
  try {
    await buildInto(folder)
    // Another process may have built the same meanwhile.
    if (!existsSync(release)) renameSync(folder, release)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return release
}

if (process.argv[1] === import.meta.filename) {
  const release = await buildIfNeeded()
  process.stdout.write(`Built: ${path.relative(root, release)}\n`)
}
