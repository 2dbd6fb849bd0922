import { setTimeout as wait } from 'node:timers/promises'
import { addDays } from '#app/shared/dates.ts'
import { ask } from '../ask.ts'
import { newDatabase } from '../new-database.ts'
import { expect, test } from '../page.ts'
import { startSite } from '../site.ts'
import { todayOf } from '../stays.ts'

test('while the database is unavailable, a cached page is still shown and any other page says so', {
  tag: '@slow',
}, async () => {
  const database = await newDatabase()
  const site = await startSite({ DATABASE_URL: database.url, LOG_LEVEL: 'error' })
  try {
    const [checkIn, checkOut] = [200, 204].map((days) => addDays(todayOf(), days))
    const stay = `/search?checkin=${checkIn}&checkout=${checkOut}&adults=2`
    const cached = await ask(site.url)
    await database.drop()
    // Longer than the content version is cached.
    await wait(1_100)
    const again = await ask(site.url)
    expect([again.status, again.text]).toEqual([200, cached.text])
    for (const path of ['/host-with-us', '/search']) {
      expect((await ask(`${site.url}${path}`)).status, `the content of ${path} is in memory`).toBe(200)
    }
    for (const path of ['/contact', '/property/lake-keowee', stay]) {
      const { status, headers, text } = await ask(`${site.url}${path}`)
      expect([path, status, headers['content-type']]).toEqual([path, 503, 'text/html; charset=utf-8'])
      expect(headers['cache-control']).toBe('no-store')
      expect(text).toContain('Something went wrong on our end')
      expect(text).toMatch(/<a [^>]*href="">Try again/)
      expect(text).toMatch(/<a [^>]*href="\/#properties"/)
      expect(text).not.toMatch(/does not exist|select |pc_e2e/)
    }
    const call = await ask(`${site.url}/api/properties`)
    expect([call.status, JSON.parse(call.text).code]).toEqual([503, 'unavailable'])
  } finally {
    await site.kill()
    await database.drop()
  }
})
