import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { readConfig } from '#app/platform/config.server.ts'
import { openServices } from '#server/services.ts'
import { expectAccessibleAtEachWidth } from './axe.ts'
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
