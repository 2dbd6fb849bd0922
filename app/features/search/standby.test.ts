import { createServer } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { checkAvailability } from '#app/features/availability/availability.server.ts'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { listStayOffers } from '#app/features/availability/stay-offers.server.ts'
import { openStandby, type Standby } from '#app/platform/standby.server.ts'
import { openTestPostgres, type TestDatabase } from '#test/database.ts'
import { withDatabase } from '#test/database-url.ts'
import { makePricedProperty, testClock, testServices } from '#test/factories.ts'
import { searchProperties } from './search.server.ts'

const party = { adults: 2, children: 0, infants: 0, pets: 0 }
const stay = { checkIn: '2027-10-04', checkOut: '2027-10-08', ...party }
const block = (propertyId: string, from: string, to: string) => ({
  propertyId,
  nights: { from, to },
  kind: 'owner' as const,
})

describe.skipIf(!inject('postgres'))('a search with a standby', () => {
  let primary: TestDatabase
  let copy: TestDatabase
  let copyUrl: string
  let propertyId: string
  const opened: Standby[] = []

  beforeAll(async () => {
    ;[primary, copy] = [await openTestPostgres(), await openTestPostgres()]
    const { rows } = await copy.pool.query<{ name: string }>('select current_database() as name')
    copyUrl = withDatabase(inject('postgres')?.url ?? '', rows[0]?.name ?? '')
  })
  afterAll(() => Promise.all([primary?.close(), copy?.close()]))
  beforeEach(async () => {
    await Promise.all([primary.reset(), copy.reset()])
    propertyId = await makePricedProperty(primary.db)
    await makePricedProperty(copy.db, { id: propertyId })
    // A standby holds what its primary does; here the difference shows which one was read.
    await copy.db.insert(blocks).values(block(propertyId, '2027-10-05', '2027-10-06'))
  })
  afterEach(() => Promise.all(opened.splice(0).map((standby) => standby.close())))

  function siteWith(url: string) {
    const logged: string[] = []
    const log = pino({}, { write: (line) => logged.push(JSON.parse(line).event) })
    const clock = testClock()
    const plain = testServices(primary, { clock, log })
    const standby = openStandby({ url, clock, versions: plain.versions, log })
    opened.push(standby)
    const services = { ...plain, standby }
    const count = async () => {
      const found = await searchProperties(services, stay)
      return found.ok ? found.count : found.reason
    }
    return { services, count, logged, clock }
  }

  test('reads which nights are taken there, and what is sold from the primary', async () => {
    const { services, count } = siteWith(copyUrl)
    expect(await count()).toBe(0)
    expect((await listStayOffers(services, stay)).get(propertyId)).toMatchObject({ words: 'booked' })
    expect(await checkAvailability(services, { ...stay, propertyId })).toMatchObject({ ok: true })
  })

  test('asks the primary while the standby lacks a change of nights, and in a preview', async () => {
    const { services, count, logged } = siteWith(copyUrl)
    const preview = await primary.db.transaction((db) => searchProperties({ ...services, db }, stay))
    expect(preview).toMatchObject({ count: 1 })
    expect(await count()).toBe(0)
    for (const month of ['11', '12']) {
      await primary.db.insert(blocks).values(block(propertyId, `2027-${month}-01`, `2027-${month}-05`))
    }
    expect(await count()).toBe(1)
    expect(logged).toEqual([])
  })

  test('asks the primary while the standby is away, and says so once', async () => {
    const { count, logged, clock } = siteWith('postgres://nobody@127.0.0.1:1/stay')
    expect([await count(), await count()]).toEqual([1, 1])
    clock.set(new Date(clock.now().getTime() + 60_000))
    expect(await count()).toBe(1)
    expect(logged).toEqual(['standby.away'])
  })

  test('does not wait long for a standby that is silent', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { count, logged } = siteWith(`postgres://nobody@127.0.0.1:${port}/stay`)
    expect([await count(), await count()]).toEqual([1, 1])
    expect(logged).toEqual(['standby.away'])
  })
})
