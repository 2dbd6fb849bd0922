import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { writePageLists } from './page-lists.ts'
import { checkSizes, writeSizes } from './page-sizes.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const root = path.resolve(import.meta.dirname, '..')
const releases = path.join(root, 'build/releases')
const sources = [
  'app/**/*',
  'server/**/*.ts',
  'content/**/*.ts',
  'public/**/*',
  'vite/**/*.ts',
  // The configuration of tests does not change the site.
  '{vite,react-router}.config.ts',
  'package-lock.json',
  'tsconfig.json',
]

/** The digest of all inputs of a build, of every file type. */
export function digestOfSources(project: string): string {
  const digest = createHash('sha256')
  for (const file of globSync(sources, { cwd: project }).sort()) {
    if (!statSync(path.join(project, file)).isFile() || file.includes('.test.')) continue
    digest
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(project, file)))
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

/** Builds the site, the embed scripts, and the compressed copies. Throws when a step fails. */
async function buildInto(folder: string): Promise<void> {
  run(folder, 'node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn')
  run(
    folder,
    'node_modules/vite/bin/vite.js',
    'build',
    '--app',
    '--config',
    'vite/embed.config.ts',
    '--logLevel',
    'warn',
  )
  writePageLists(path.join(folder, 'client'))
  await compressAssets(path.join(folder, 'client'))
  writeBillOfMaterials(folder)
}

/**
 * Writes every library that the site runs with, and its version, to `sbom.cdx.json` (CycloneDX). Where npm is missing or
 * cannot, it says so, and the release has no such file.
 */
export function writeBillOfMaterials(folder: string): void {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const { devDependencies: _, ...manifest } = lock.packages['']
  const libraries = Object.entries<{ dev?: true }>(lock.packages).filter(([, { dev }]) => !dev)
  const packages = { ...Object.fromEntries(libraries), '': manifest }
  // With `--omit dev`, npm leaves out libraries that a tool needs, too. So it reads a lock file without tools.
  const scratch = mkdtempSync(path.join(tmpdir(), 'sbom-'))
  // npm names the product after the folder.
  const cwd = path.join(scratch, lock.name)
  try {
    mkdirSync(cwd)
    writeFileSync(path.join(cwd, 'package.json'), JSON.stringify(manifest))
    writeFileSync(path.join(cwd, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
    const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
    const { status, stdout, stderr, error } = spawnSync('npm', words, { cwd, encoding: 'utf8' })
    if (status === 0) writeFileSync(path.join(folder, 'sbom.cdx.json'), stdout)
    else process.stderr.write(`No sbom.cdx.json was written: ${error?.message ?? stderr}\n`)
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/**
 * Writes a `.br` and a `.gz` beside every text asset of a folder, at the highest level. They are served as they are.
 */
async function compressAssets(folder: string): Promise<void> {
  for (const file of globSync('**/*.{js,css,svg,json,txt,webmanifest}', { cwd: folder })) {
    const source = path.join(folder, file)
    const bytes = await readFile(source)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${source}.br`, await brotli(bytes, { params }))
    await writeFile(`${source}.gz`, await zip(bytes, { level: 9 }))
  }
}

/**
 * Builds a release in a temporary folder, renamed when complete: no process ever sees a partial release. Other releases
 * stay. A process may be serving any of them. One that runs as another user cannot mark it as in use.
 */
export async function buildRelease(release: string, buildInto: (folder: string) => Promise<void>): Promise<void> {
  mkdirSync(path.dirname(release), { recursive: true })
  const folder = `${release}.${randomUUID()}`
  try {
    await buildInto(folder)
    // Another process may have built the same release meanwhile.
    if (!existsSync(release)) renameSync(folder, release)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function checkOrWriteSizes(folder: string, writesSizes: boolean): void {
  const client = path.join(folder, 'client')
  if (writesSizes) writeSizes(client)
  else checkSizes(client)
}

/**
 * Returns the folder of the release for the current sources, and builds it if missing. Throws when a page has become too
 * heavy. With `writesSizes`, the new sizes are written down instead.
 */
export async function buildIfNeeded({ writesSizes = false } = {}): Promise<string> {
  const digest = digestOfSources(root)
  const release = path.join(releases, digest)
  if (existsSync(release)) {
    if (writesSizes) checkOrWriteSizes(release, writesSizes)
    return release
  }
  if (!existsSync(path.join(root, 'node_modules/vite'))) {
    throw new Error(
      'There is no build of these sources, and no build tools: run "npm ci --include=dev && npm run build".',
    )
  }
  // Not on standard output, which carries a command's answer.
  const from = performance.now()
  process.stderr.write('Building the site, once ...\n')
  await buildRelease(release, async (folder) => {
    await buildInto(folder)
    checkOrWriteSizes(folder, writesSizes)
  })
  if (process.stderr.isTTY) process.stderr.write(`Built in ${Math.round((performance.now() - from) / 1000)} s.\n`)
  return release
}

if (process.argv[1] === import.meta.filename) {
  const release = await buildIfNeeded({ writesSizes: process.argv.includes('--write-sizes') })
  process.stdout.write(`Built: ${path.relative(root, release)}\n`)
}
