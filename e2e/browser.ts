import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { LaunchOptions } from '@playwright/test'

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
  .map((name) => join('/usr/bin', name))
  .concat('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')

/** Add nothing here that weakens the page's security: tests must run under the same conditions as visitors. */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Whether the browser from npm runs here. Other browsers render text and shadows differently. */
export const hasBundledBrowser = process.platform === 'linux' && process.arch === 'x64'

export const findInstalledChromium = () => INSTALLED.find((path) => existsSync(path)) ?? null

/**
 * Launch options for `CHROME_PATH`, else the npm package's browser (also `CHROME_PATH=bundled`), so that the same
 * commit is tested alike everywhere. Where that one does not run: an installed Chrome or Chromium.
 */
export async function findBrowser(): Promise<LaunchOptions> {
  const root = process.getuid?.() === 0
  const args = root ? ['--no-sandbox', ...ARGUMENTS] : ARGUMENTS
  const chosen = process.env.CHROME_PATH
  if (chosen && chosen !== 'bundled' && !existsSync(chosen)) {
    throw new Error(`CHROME_PATH is ${chosen}, and there is no such file.`)
  }
  const other = chosen || (hasBundledBrowser ? null : findInstalledChromium())
  return other && other !== 'bundled' ? { executablePath: other, args } : bundledBrowser()
}

/** Launch options for the browser from npm, on Linux x64. It has only its own fonts. */
export async function bundledBrowser(): Promise<LaunchOptions> {
  const folder = await unpackBundled()
  return {
    executablePath: join(folder, 'chromium'),
    // It has no setuid sandbox, and containers seldom allow the other kind.
    args: ['--no-sandbox', ...ARGUMENTS],
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: folder,
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/**
 * Unpacks the browser of `@sparticuz/chromium` into a cache folder and returns that folder. Call it from the global
 * setup only: with two processes unpacking at once, one could run a half-written binary.
 */
async function unpackBundled(cache = 'node_modules/.cache'): Promise<string> {
  const property = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
  const { version } = JSON.parse(await readFile(join(property, 'package.json'), 'utf8'))
  const folder = resolve(import.meta.dirname, '..', cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  const staging = `${folder}-${process.pid}`
  await mkdir(staging, { recursive: true })
  const files = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((name) => join(property, 'bin', name))
  // The package's `inflate` writes to its process's temporary folder, so it gets its own process.
  const script = `import { inflate } from '@sparticuz/chromium'; for (const file of ${JSON.stringify(files)}) await inflate(file)`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TMPDIR: staging },
  })
  await writeFile(join(staging, 'fonts.conf'), fontConfiguration(folder))
  await rename(staging, folder)
  return folder
}

function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`
}
