import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { content } from '#content/site.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { securityTxt } from './security-txt.ts'

const PATH = '/.well-known/security.txt'

describeWithDatabase('the file for whoever finds a hole', (database) => {
  const ask = (environment: Record<string, string>, now: string) => {
    const clock = { now: () => new Date(now) }
    return securityTxt(testServices(database(), { config: readConfig(environment), clock })).request(PATH)
  }
  const makeSite = () => database().db.insert(site).values({ brand: 'Hut', email: 'hello@hut.example', content })
  const LIVE = { SITE_URL: 'https://stay.example' }

  test('names the operator’s address, and ends in less than a year', async () => {
    await makeSite()
    const answer = await ask(LIVE, '2027-05-04T10:00:00Z')
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i)
    expect(await answer.text()).toBe(
      [
        'Contact: mailto:hello@hut.example',
        'Expires: 2028-04-01T00:00:00.000Z',
        'Preferred-Languages: en',
        'Canonical: https://stay.example/.well-known/security.txt',
        '',
      ].join('\n'),
    )
  })

  test('never ends on a site that runs', async () => {
    await makeSite()
    for (const now of ['2027-01-01T00:00:00Z', '2027-12-31T23:59:59Z', '2028-02-29T12:00:00Z']) {
      const [, expires = ''] = /^Expires: (.+)$/m.exec(await (await ask(LIVE, now)).text()) ?? []
      const days = (Date.parse(expires) - Date.parse(now)) / 86_400_000
      expect(days, now).toBeGreaterThan(300)
      expect(days, now).toBeLessThan(365)
    }
  })

  test('is not there in a demo', async () => {
    await makeSite()
    expect((await ask({}, '2027-05-04T10:00:00Z')).status).toBe(404)
  })
})
