import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { findPostgres } from '#test/servers/postgres-server.ts'
import { changeRows } from './change-rows.ts'
import { KEEP_COMING_STAYS } from './coming-stays.ts'
import { findFirefox } from './engines/puppeteer.ts'
import { findWebKit } from './engines/webkit.ts'
import { dropDatabase } from './new-database.ts'
import { startSite } from './site.ts'
import { nameSites } from './site-url.ts'

/**
 * Creates what the tests share: a demo's data folder, which each site copies, and a PostgreSQL server. The data of a live
 * site lies beside it once a test has needed one. The site of each worker runs here: a failed test ends its worker.
 */
export default async function setup({ workers }: FullConfig) {
  if (!findFirefox()) process.stderr.write('Firefox journeys are skipped: install firefox-esr.\n')
  if (!findWebKit()) process.stderr.write('WebKit journeys are skipped: install webkit2gtk-driver, xvfb and xauth.\n')
  const folder = await mkdtemp(join(tmpdir(), 'pc-demo-'))
  const dataDir = join(folder, 'data')
  // Workers and sites load the same code again and again.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  const [server] = await Promise.all([findPostgres(), startSite({ DATA_DIR: dataDir }).then((site) => site.stop())])
  await changeRows(dataDir, KEEP_COMING_STAYS)
  await shareVariants(dataDir, join(folder, 'variants'))
  process.env.E2E_DEMO_DATA = dataDir
  process.env.E2E_LIVE_DATA = join(folder, 'live')
  if (typeof server === 'string') process.stderr.write(`PostgreSQL tests are skipped: ${server}.\n`)
  else process.env.E2E_POSTGRES = server.url
  process.env.E2E_DEMO_DATABASE = `pc_e2e_demo_${randomBytes(6).toString('hex')}`
  const sites = await Promise.all(Array.from({ length: workers }, () => startSite()))
  nameSites(sites)
  return async () => {
    await Promise.all(sites.map((site) => site.stop()))
    if (typeof server !== 'string') {
      await dropDatabase(server.url, process.env.E2E_DEMO_DATABASE ?? '')
      await server.stop()
    }
    await rm(folder, { recursive: true, force: true })
  }
}

/** Links the copies of the demo to one folder for the variants of shipped images. So each is converted once. */
async function shareVariants(dataDir: string, variants: string) {
  await mkdir(join(dataDir, 'variants'), { recursive: true })
  for (const name of await readdir(join(dataDir, 'objects'))) {
    await mkdir(join(variants, name), { recursive: true })
    await symlink(join(variants, name), join(dataDir, 'variants', name))
  }
}
