import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findPostgres } from '#test/postgres-server.ts'
import { ask } from './ask.ts'
import { expect, test } from './page.ts'
import { startSite } from './site.ts'

test('while the database is away a kept page is still shown, and any other says so in words', async ({ skip }) => {
  const server = await findPostgres()
  if (typeof server === 'string') return skip(server)
  const dataDir = await mkdtemp(join(tmpdir(), 'pc-away-'))
  const name = `pc_e2e_away_${process.pid}`
  const owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  await owner.query(`create database ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const site = await startSite({ DATABASE_URL: url.href, DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  try {
    const kept = await ask(site.url)
    await owner.query(`drop database ${name} with (force)`)
    // Longer than the version of the content is believed.
    await wait(1_100)
    const again = await ask(site.url)
    expect([again.status, again.text]).toEqual([200, kept.text])
    for (const path of ['/contact', '/host-with-us?once', '/property/lake-keowee', '/search']) {
      const { status, headers, text } = await ask(`${site.url}${path}`)
      expect([path, status, headers['content-type']]).toEqual([path, 503, 'text/html; charset=utf-8'])
      expect(headers['cache-control']).toBe('no-store')
      expect(text).toContain('Something went wrong on our side')
      expect(text).toMatch(/<a [^>]*href="">Try again/)
      expect(text).toMatch(/<a [^>]*href="\/#properties"/)
      expect(text).not.toMatch(/does not exist|select |pc_e2e_away/)
    }
    const call = await ask(`${site.url}/api/properties`)
    expect([call.status, JSON.parse(call.text).code]).toEqual([503, 'unavailable'])
  } finally {
    await site.kill()
    await owner.query(`drop database if exists ${name} with (force)`)
    await owner.end()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 120_000)
