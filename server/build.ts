import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressAssets } from './compress-assets.ts'

const root = path.resolve(import.meta.dirname, '..')
const stamp = path.join(root, 'build/sources.sha256')
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

function run(script: string, ...words: string[]) {
  const done = spawnSync(process.execPath, [path.join(root, script), ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (done.status !== 0) throw new Error(`the build stopped: ${script} ${words.join(' ')}`)
}

/** Builds the site, the embed script, the parts of the page of design, and the compressed copies of all. Throws when a step fails or a budget is broken. */
export async function build(): Promise<void> {
  const digest = digestOfSources()
  run('node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn')
  for (const config of ['vite.embed.config.ts', 'vite.book.config.ts', 'vite.design.config.ts']) {
    run('node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn')
  }
  await compressAssets(path.join(root, 'build/client'))
  run('bench/budgets.ts')
  writeFileSync(stamp, digest)
}

/** Builds only when there is no build of just these sources. */
export async function buildIfNeeded(): Promise<void> {
  let built = ''
  try {
    built = readFileSync(stamp, 'utf8')
  } catch {
    process.stdout.write('Building the site, once ...\n')
  }
  if (built !== digestOfSources()) await build()
}

if (process.argv[1] === import.meta.filename) await build()
