import { drizzle } from 'drizzle-orm/node-postgres'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { operatorAccess } from '#app/features/operators/operators.server.ts'
import { operatorAccessContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { createContentCache } from '#app/platform/versioned-cache.server.ts'
import { followVersions, getVersions } from '#app/platform/versions.server.ts'
import * as root from '#app/root.tsx'
import { site as operator } from '#content/site.ts'
import { describeWithDatabase, type TestDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import * as compare from './compare.tsx'
import * as frame from './embed-book.tsx'
import * as home from './home.tsx'
import * as property from './property.tsx'
import * as search from './search.tsx'

type Page = { loader: (args: never) => Promise<unknown> }

/** Loads pages a minute apart, like a visitor of a running process, and counts the statements of each. */
function countingSite(database: TestDatabase) {
  const sent: string[] = []
  const pool = new Proxy(database.pool, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (name === 'query') sent.push(JSON.stringify(given[0]))
        if (name === 'connect') throw new Error('a page that only reads needs no transaction')
        return value.apply(target, given)
      }
    },
  })
  const clock = testClock()
  const db = drizzle(pool)
  const versions = followVersions({ clock, read: () => getVersions({ db, clock }) })
  const cache = createContentCache({ clock, versions })
  const services = testServices({ ...database, pool, db }, { clock, versions, cache })
  let minutes = 0

  return async ({ loader }: Page, path: string, params: Record<string, string> = {}) => {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(operatorAccessContext, operatorAccess(services))
    minutes += 1
    clock.set(new Date(NOON.getTime() + minutes * 60_000))
    sent.length = 0
    const args = { request: new Request(`https://stay.example${path}`), context, params } as never
    await Promise.all([root.loader(args), loader(args)])
    return [...sent]
  }
}

describeWithDatabase('with content in memory', (database) => {
  test('home page, search, property page, comparison and booking frame send at most three statements', async () => {
    const { db } = database()
    await db.insert(site).values(operator)
    const id = await makePricedProperty(db, { slug: 'cove' })
    await makePricedProperty(db, { slug: 'ridge' })
    await makeBooking(db, id, { from: '2027-10-20', to: '2027-10-23' })
    const load = countingSite(database())
    const pages: { page: unknown; path: string; more?: string; params: Record<string, string> }[] = [
      { page: home, path: '/', params: {} },
      { page: search, path: '/search', params: {} },
      { page: search, path: '/search', more: '&sort=popular&flexible=3', params: {} },
      { page: property, path: '/property/cove', params: { slug: 'cove' } },
      { page: compare, path: '/compare', more: '&homes=cove,ridge', params: {} },
      { page: frame, path: `/embed/book/${id}`, params: { propertyId: id } },
    ]
    const undated = pages.filter(({ more }) => !more)
    for (const [index, { page, path, params }] of undated.entries()) {
      await load(page as Page, path, params)
      await makeBooking(db, id, { from: `2027-06-1${index}`, to: `2027-06-1${index + 1}` })
      const sent = await load(page as Page, path, params)
      expect(sent.length, `${path}\n${sent.join('\n')}`).toBeLessThanOrEqual(3)
    }
    for (const { page, path, more = '', params } of pages) {
      await load(page as Page, `${path}?checkin=2027-10-01&checkout=2027-10-05&adults=2${more}`, params)
      const sent = await load(page as Page, `${path}?checkin=2027-10-04&checkout=2027-10-08&adults=2${more}`, params)
      expect(sent.length, `${path}${more}\n${sent.join('\n')}`).toBeLessThanOrEqual(3)
      expect(sent.length).toBeGreaterThan(0)
    }
  })
})
