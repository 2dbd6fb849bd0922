import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { site } from '#content/site.ts'
import { createLoadShedding } from '#server/middleware/load-shedding.ts'
import { createPages } from '#server/page-cache/pages.ts'
import { describeWithDatabase } from '#test/database.ts'
import { NOON, testClock, testServices } from '#test/factories.ts'
import { renderedBuild } from '#test/rendered-build.tsx'
import { visitorOf } from '#test/requests/visitor.ts'
import { giveaways } from './giveaway.tables.server.ts'

const { opensAt, closesAt } = demoGiveaway(NOON)
const minutes = (instant: Date, count: number) => new Date(instant.getTime() + count * 60_000)

describeWithDatabase('the page of the giveaway', (database) => {
  afterEach(() => vi.unstubAllEnvs())

  async function visitAt(now: Date) {
    vi.stubEnv('NODE_ENV', 'production')
    const services = testServices(database(), { clock: testClock(now) })
    const pages = createPages(services, await renderedBuild(), createLoadShedding(services))
    const app = new Hono().route('/', pages.routes)
    const guest = visitorOf('http://127.0.0.1', (request) => app.request(request))
    const page = await guest.open('/staycation')
    const links = page.links.map(({ label }) => label)
    return {
      heading: page.headings.find((heading) =>
        /giveaway (?:is closed|right now)|Not open yet|^Enter, and/.test(heading),
      ),
      canEnter: page.forms.some(({ buttons }) => buttons.some(({ label }) => label === 'Enter the giveaway')),
      invites: links.includes('Enter to Win'),
      inFooter: links.filter((label) => label === 'Win a free stay').length,
      rules: (await guest.open('/staycation/rules')).status,
    }
  }

  test('has a form and invites only while it is open; before and after it says so, and keeps its rules', async () => {
    await database().db.insert(siteTable).values(site)
    await database().db.insert(giveaways).values(demoGiveaway(NOON))
    const closed = { canEnter: false, invites: false, inFooter: 1, rules: 200 }
    expect(await visitAt(minutes(opensAt, -1))).toEqual({ heading: 'Not open yet', ...closed })
    expect(await visitAt(minutes(opensAt, 1))).toEqual({
      ...closed,
      heading: 'Enter, and a light goes on',
      canEnter: true,
      invites: true,
    })
    expect(await visitAt(minutes(closesAt, 1))).toEqual({ heading: 'The giveaway is closed', ...closed })
  })

  test('of a site without one says so, and nothing links to it', async () => {
    await database().db.insert(siteTable).values(site)
    expect(await visitAt(NOON)).toEqual({
      heading: 'There’s no giveaway right now',
      canEnter: false,
      invites: false,
      inFooter: 0,
      rules: 404,
    })
  })
})
