import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '#test/postgres-server.ts'
import { findFirefox } from './engines/puppeteer.ts'
import { findWebKit } from './engines/webkit.ts'
import { startSite } from './site.ts'

/** Creates what the tests share: a demo's data folder, which each site copies, and a PostgreSQL server. */
export default async function setup() {
  if (!findFirefox()) process.stderr.write('Firefox journeys are skipped: install firefox-esr.\n')
  if (!findWebKit()) process.stderr.write('WebKit journeys are skipped: install webkit2gtk-driver, xvfb and xauth.\n')
  const dataDir = await mkdtemp(join(tmpdir(), 'pc-demo-'))
  const [server] = await Promise.all([findPostgres(), startSite({ DATA_DIR: dataDir }).then((site) => site.stop())])
  process.env.E2E_DEMO_DATA = dataDir
  if (typeof server === 'string') process.stderr.write(`PostgreSQL tests are skipped: ${server}.\n`)
  else process.env.E2E_POSTGRES = server.url
  return async () => {
    if (typeof server !== 'string') await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
