import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres } from '#test/postgres-server.ts'
import { ask } from './ask.ts'
import { expect, test } from './page.ts'
import { startSite } from './site.ts'

test('on a PostgreSQL server, what another process writes stands on the kept pages at once', async ({ skip }) => {
  const server = await findPostgres()
  if (typeof server === 'string') return skip(server)
  const dataDir = await mkdtemp(join(tmpdir(), 'pc-content-'))
  const name = `pc_e2e_${process.pid}`
  const owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  await owner.query(`create database ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const site = await startSite({ DATABASE_URL: url.href, DATA_DIR: dataDir })
  const other = new pg.Client({ connectionString: url.href })
  try {
    const page = async () => (await ask(site.url)).text
    const etag = (await ask(site.url)).headers.etag ?? ''
    expect(await page()).not.toContain('Cabin By The Lagoon')
    await other.connect()
    await other.query(`update properties set name = 'Cabin By The Lagoon' where slug = 'lake-keowee'`)
    await expect.poll(page, { timeout: 10_000 }).toContain('Cabin By The Lagoon')
    expect((await ask(site.url, { headers: { 'if-none-match': etag } })).status).toBe(200)
  } finally {
    await other.end()
    await site.stop()
    await owner.query(`drop database ${name} with (force)`)
    await owner.end()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 120_000)
