import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { selfSigned } from '#test/servers/certificate.ts'
import { newDataDir, type Site, startSite } from './site.ts'

/** A name that browsers resolve to this machine. The site treats it as public, because it is not `localhost` itself. */
const HOST = 'stay.localhost'

/** A live site behind a TLS proxy, set up as in docs/going-live.md. `url` is the public address, `inside` the site's own. */
export type LiveSite = {
  url: string
  inside: string
  dataDir: string
  logFile: string
  /** From now on, visitors of `url` come from this address. */
  comeFrom(address: string): void
  stop(): Promise<void>
}

/** Starts one with these operator names and passwords, created by the command while the site runs. */
export async function startLiveSite(operators: Record<string, string>): Promise<LiveSite> {
  let site: Site | undefined
  let visitor = '203.0.113.1'
  const proxy = createServer(selfSigned(HOST), (asked, answer) => {
    const { method, url } = asked
    const headers = { ...asked.headers, 'x-forwarded-for': visitor }
    const passed = request(`${site?.url}${url}`, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.rawHeaders)
      given.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port.')
  const settings = {
    SITE_URL: `https://${HOST}:${address.port}`,
    DATA_DIR: await liveDataDir(),
    RATE_LIMIT: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  async function stop() {
    proxy.close()
    proxy.closeAllConnections()
    await site?.stop()
    await rm(settings.DATA_DIR, { recursive: true, force: true })
  }
  try {
    site = await startSite(settings)
    for (const [name, password] of Object.entries(operators)) await createOperator(name, password, settings)
    const comeFrom = (address: string) => {
      visitor = address
    }
    return {
      url: settings.SITE_URL,
      inside: site.url,
      dataDir: settings.DATA_DIR,
      logFile: site.logFile,
      comeFrom,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * The data of a live site that nobody has used yet. It is a copy of what the run's first live site leaves behind. Making
 * its database takes five times as long.
 */
async function liveDataDir(): Promise<string> {
  const { E2E_LIVE_DATA = '' } = process.env
  if (!existsSync(E2E_LIVE_DATA)) {
    const made = await newDataDir()
    const site = await startSite({ SITE_URL: `https://${HOST}`, DATA_DIR: made })
    await site.stop()
    // Another worker may have made it meanwhile.
    await rename(made, E2E_LIVE_DATA).catch(() => rm(made, { recursive: true, force: true }))
  }
  const folder = await mkdtemp(join(tmpdir(), 'pc-live-'))
  await cp(E2E_LIVE_DATA, folder, { recursive: true })
  return folder
}

async function createOperator(name: string, password: string, settings: Record<string, string>) {
  const { PATH = '' } = process.env
  const cwd = resolve(import.meta.dirname, '..')
  const running = promisify(execFile)(process.execPath, ['server/start.mjs', 'site', 'operator', 'create', name], {
    cwd,
    env: { PATH, ...settings },
  })
  running.child.stdin?.end(`${password}\n`)
  await running
}
