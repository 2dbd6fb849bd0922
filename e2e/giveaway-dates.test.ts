import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '#app/platform/config.server.ts'
import { openServices } from '#server/services.ts'
import { findPostgres } from '#test/postgres-server.ts'
import { expectAccessibleAtEachWidth } from './axe.ts'
import { alive, enterButton, GUEST, newAddress, toast, write } from './entrant.ts'
import { expect, test } from './page.ts'
import { startSite } from './site.ts'

/** The browser asks for the icon when it likes, also after the site has stopped. */
const expected = [/ERR_CONNECTION_REFUSED .*favicon/]

const STATES = [
  {
    change: `update campaigns set opens_at = now() - interval '9 days', closes_at = now() - interval '1 day'`,
    words: 'The giveaway is closed',
    footer: 1,
  },
  {
    change: `update campaigns set opens_at = now() + interval '1 day', closes_at = now() + interval '9 days'`,
    words: 'Not open yet',
    footer: 1,
  },
  { change: 'delete from campaigns', words: 'There is no giveaway at the moment', footer: 0 },
]

test('a giveaway that is closed, not yet open, or none at all says so and takes nothing', async ({ visit }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pc-dates-'))
  try {
    await (await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })).stop()
    for (const { change, words, footer } of STATES) {
      const services = await openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
      await services.db.execute(sql.raw(change)).finally(services.database.close)
      const site = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
      await expectAccessibleAtEachWidth(visit, `${site.url}/staycation`, {
        expected,
        prepare: (page) => page.getByRole('heading', { name: words }).waitFor(),
      })
      const page = await visit(`${site.url}/staycation`, { javaScript: false, expected })
      expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
      expect(await page.getByRole('link', { name: 'Enter to Win' }).count()).toBe(0)
      expect(await page.getByRole('link', { name: 'Win a free stay' }).count()).toBe(footer)
      await visit(`${site.url}/staycation/rules`, { javaScript: false, status: footer ? 200 : 404, expected })
      await site.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}, 240_000)

test('who sends the form just after the close is told that, and not to try again', async ({ visit, skip }) => {
  const server = await findPostgres()
  if (typeof server === 'string') return skip(server)
  const owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  const name = `pc_e2e_close_${process.pid}`
  await owner.query(`create database ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const site = await startSite({ DATABASE_URL: url.href, LOG_LEVEL: 'error' })
  const other = new pg.Client({ connectionString: url.href })
  try {
    const page = await visit(`${site.url}/staycation`, { expected: [...expected, /^409 POST .*\/api\/entries/] })
    await alive(page)
    await write(page, newAddress())
    await other.connect()
    await other.query(`update campaigns set closes_at = now() - interval '1 minute'`)
    await enterButton(page).click()
    await expect.poll(() => toast(page).innerText()).toMatch(/Error\s+The giveaway closed on .*takes no more entries/)
    expect(await toast(page).innerText()).not.toContain('try again')
    expect(await page.getByLabel('Full name').inputValue()).toBe(GUEST.name)
  } finally {
    await other.end()
    await site.stop()
    await owner.query(`drop database ${name} with (force)`)
    await owner.end()
    await server.stop()
  }
}, 120_000)
