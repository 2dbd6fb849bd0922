import { ask } from '../ask.ts'
import { expectAccessible, WIDTHS } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { enterButton, GUEST, newAddress, toast, write } from '../entry-page.ts'
import { visitByRequests } from '../form-requests.ts'
import { type NewDatabase, newDatabase } from '../new-database.ts'
import { expect, test } from '../page.ts'
import { type Site, startSite } from '../site.ts'

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
  { change: 'delete from campaigns', words: 'There’s no giveaway right now', footer: 0 },
]

let database: NewDatabase
let site: Site
test.beforeAll(async () => {
  database = await newDatabase()
  site = await startSite({ DATABASE_URL: database.url, LOG_LEVEL: 'error' })
})
test.afterAll(async () => {
  await site?.stop()
  await database?.drop()
})

test('an entry sent just after the close is refused as closed; a giveaway that is not open says so and accepts none', async ({
  visit,
}) => {
  const page = await visit(`${site.url}/staycation`, { expected: [/^409 POST .*\/api\/entries/] })
  await untilHydrated(page)
  await write(page, newAddress())
  await database.client.query(`update campaigns set closes_at = now() - interval '1 minute'`)
  await enterButton(page).click()
  await expect(toast(page)).toHaveText(/Error\s+The giveaway closed on .*no longer taking entries/, {
    useInnerText: true,
  })
  await expect(toast(page)).not.toContainText('try again', { useInnerText: true })
  await expect(page.getByLabel('Full name')).toHaveValue(GUEST.name)

  const guest = visitByRequests(site.url)
  for (const { change, words, footer } of STATES)
    await test.step(words, async () => {
      await database.client.query(change)
      await expect.poll(async () => (await ask(`${site.url}/staycation`)).text).toContain(words)
      const served = await guest.open('/staycation')
      expect(served.headings).toContain(words)
      expect(served.forms.filter(({ places }) => places.includes('main'))).toEqual([])
      const links = served.links.map(({ label }) => label)
      expect(links).not.toContain('Enter to Win')
      expect(links.filter((label) => label === 'Win a free stay')).toHaveLength(footer)
      expect((await guest.open('/staycation/rules')).status).toBe(footer ? 200 : 404)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${site.url}/staycation`)
        await page.getByRole('heading', { name: words }).waitFor()
        await expectAccessible(page)
      }
    })
})
