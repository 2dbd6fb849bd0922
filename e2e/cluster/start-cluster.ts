import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import S3rver from 's3rver'
import { buildIfNeeded } from '#server/build.ts'
import { startPgBouncer } from '#test/servers/pgbouncer.ts'
import { query, startPostgresPair } from '#test/servers/postgres-pair.ts'
import { startSmtpServer } from '#test/servers/smtp-server.ts'
import { formHeaders, operatorSession } from '../operator-session.ts'
import { freePort, type Site, startSite } from '../site.ts'
import { startFeeds } from './feeds.ts'
import { startHaproxy } from './haproxy.ts'
import { operatorWith } from './operators.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const ORIGIN = 'https://stay.localhost'
const OPERATOR = { username: 'mia', password: 'eleven blue herons' }
const run = promisify(execFile)

/** The names of the four processes of the site. */
type Name = 'web-1' | 'web-2' | 'worker-1' | 'worker-2'
const NAMES: Name[] = ['web-1', 'web-2', 'worker-1', 'worker-2']

/** Fills the database with the demo's homes and prices, and makes it a live site whose homes are published. */
async function fill(url: string, stored: Record<string, string>) {
  const demo = await startSite({ DATABASE_URL: url, ...stored })
  await demo.stop()
  await query(url, "update installation set mode = 'live', live_since = now()")
}

/**
 * A live site as docs/scaling.md describes it, on this machine. Two webs behind HAProxy and two workers use PgBouncer
 * in transaction mode. It leads to a primary with a synchronous standby, which answers searches. There is an S3 store,
 * a mail server, another site's calendars, and an operator who is signed in.
 */
export async function startCluster() {
  await buildIfNeeded()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pc-cluster-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: `${folder}/store`,
    configureBuckets: [{ name: 'stay' }],
  })
  const { port } = await store.run()
  const stored = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'stay',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  const smtp = await startSmtpServer()
  const pair = await startPostgresPair()
  await fill(pair.primary, stored)
  const feeds = await startFeeds(pair.primary)
  const bouncer = await startPgBouncer(pair.primary)
  const settings = {
    ...stored,
    DATABASE_URL: bouncer.url,
    DATABASE_READ_URL: pair.standby,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Stays <stays@example.com>',
    SITE_URL: ORIGIN,
    TRUSTED_PROXIES: '127.0.0.1',
    ...feeds.settings,
  }
  const ports = new Map<Name, number>()
  for (const name of NAMES) ports.set(name, await freePort())
  const running = new Map<Name, Site>()

  /** Starts one of them from the sources in `root`. */
  async function start(name: Name, root = ROOT) {
    const own = { ROLE: name.replace(/-\d/, ''), PORT: String(ports.get(name)), DATA_DIR: `${folder}/${name}` }
    running.set(name, await startSite({ ...settings, ...own }, root))
  }
  const urlOf = (name: Name) => `http://127.0.0.1:${ports.get(name)}`
  for (const name of NAMES) await start(name)
  const proxy = await startHaproxy([urlOf('web-1'), urlOf('web-2')])

  /** The output of a command of the site, given these lines. */
  async function command(words: string[], root = ROOT, typed = '') {
    const env = { PATH: process.env.PATH, ...settings, DATA_DIR: `${folder}/web-1` }
    const running = run(process.execPath, ['server/start.mjs', 'site', ...words], { cwd: root, env })
    running.child.stdin?.end(typed)
    return (await running).stdout
  }
  await command(['operator', 'create', OPERATOR.username], ROOT, `${OPERATOR.password}\n`)

  return {
    url: proxy.url,
    pair,
    bouncer,
    smtp,
    feeds,
    start,
    operator: operatorWith({ ...formHeaders(ORIGIN), cookie: await operatorSession(proxy.url, ORIGIN, OPERATOR) }),
    kill: (name: Name) => running.get(name)?.kill(),
    end: (name: Name) => running.get(name)?.stop(),
    /** The result of `npm run site -- check` about money and nights. */
    check: (root = ROOT) => command(['check'], root),
    async stop() {
      await proxy.stop()
      for (const site of running.values()) await site.stop().catch(() => {})
      await bouncer.stop()
      await pair.stop()
      await smtp.stop()
      feeds.stop()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>
