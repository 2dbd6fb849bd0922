import { addDays } from '#app/shared/dates.ts'
import { ask } from '../ask.ts'
import { type NewDatabase, newDatabase } from '../new-database.ts'
import { expect, test } from '../page.ts'
import { type Site, startSite } from '../site.ts'
import { propertyOf, todayOf } from '../stays.ts'

const { id, path } = propertyOf('lake-keowee')
const checkIn = addDays(todayOf('lake-keowee'), 200)
const checkOut = addDays(checkIn, 5)
const STAY = `checkin=${checkIn}&checkout=${checkOut}&adults=2`
const PAGES = [`/search?${STAY}`, `${path}?${STAY}`, `/embed/book/${id}?${STAY}`]

/** The stay's total on a property page, in whole dollars: above it are the prices of other homes. */
const totalOn = (page: string) => /class="booking-bar.*?(\$[\d,]+)/s.exec(page)?.[1] ?? ''

const text = async (site: Site, page: string) => (await ask(`${site.url}${page}`)).text

/** The stay, as the calls name it. */
const ASKED = {
  propertyId: id,
  checkInDate: checkIn,
  checkOutDate: checkOut,
  adults: 2,
  children: 0,
  infants: 0,
  pets: 0,
}

const post = (call: string, body: object) =>
  ask(`${sites[0].url}${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

let database: NewDatabase
let sites: [Site, Site]
test.beforeAll(async () => {
  test.setTimeout(120_000)
  database = await newDatabase()
  const start = () => startSite({ DATABASE_URL: database.url })
  sites = [await start(), await start()]
})
test.afterAll(async () => {
  await Promise.all((sites ?? []).map((site) => site.stop()))
  await database?.drop()
})

test('what one guest entered reaches no other: a code, a quote, a hold', async () => {
  await database.client.query(`insert into promo_codes (code, percent) values ('SNOWDAY-10', 10)`)
  const [site] = sites
  const withCode = PAGES.slice(1).map((page) => `${page}&promo=SNOWDAY-10`)
  const [property = '', frame = ''] = await Promise.all(withCode.map((page) => text(site, page)))
  expect(frame).toContain('SNOWDAY-10')
  const seen = await Promise.all([...PAGES, '/'].map((page) => text(site, page)))
  for (const page of seen) expect(page).not.toContain('SNOWDAY')
  expect(totalOn(property)).not.toBe('')
  expect(totalOn(seen[1] ?? '')).not.toBe(totalOn(property))
  const caching = await Promise.all(withCode.map((page) => ask(`${site.url}${page}`)))
  expect(caching.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store'])

  const quoteId: string = JSON.parse((await post('/api/quotes', ASKED)).text).id
  const hold = await post('/api/holds', { quoteId })
  expect(hold.status).toBe(201)
  const own = await ask(`${site.url}${PAGES[2]}&quote=${quoteId}`)
  expect([own.headers['cache-control'], own.text.includes(quoteId)]).toEqual(['no-store', true])
  for (const page of await Promise.all([...PAGES, '/'].map((path) => text(site, path)))) {
    expect(page).not.toContain(quoteId)
    expect(page).not.toContain(JSON.parse(hold.text).id)
  }
})

test('nights that are held, freed or sold show on search, property page and booking frame of every process', async () => {
  test.setTimeout(120_000)
  await database.client.query('delete from occupancies where booking_id is null')
  const pageOfProperty = () => text(sites[0], `${path}?${STAY}`)
  await expect.poll(pageOfProperty).not.toContain('Nearest open dates')
  const total = totalOn(await pageOfProperty())
  // A home that is booked is offered with other dates, which may have the same total.
  const found = `href="${path}?checkin=${checkIn}&amp;checkout=${checkOut}&amp;`
  const isOffered = (html: string, page: string) =>
    html.includes(total) && (page.startsWith('/search') ? html.includes(found) : !html.includes('Nearest open dates'))
  /** Waits until each page of each process offers the stay at its total, or none does. */
  const untilOffered = (isFree: boolean, why: string) => {
    const offers = () =>
      Promise.all(sites.flatMap((site) => PAGES.map(async (page) => isOffered(await text(site, page), page))))
    return expect.poll(offers, { message: why }).toEqual(Array.from({ length: 6 }, () => isFree))
  }
  expect(total).not.toBe('')
  await untilOffered(true, 'free')

  const quote = await post('/api/quotes', ASKED)
  await database.client.query(
    `insert into occupancies (property_id, nights, kind, quote_id, expires_at)
      values ($1, daterange($2, $3), 'hold', $4, now() + interval '1 hour')`,
    [id, checkIn, checkOut, JSON.parse(quote.text).id],
  )
  await untilOffered(false, 'held')
  // It ends by itself, and nothing is written then.
  await database.client.query(`update occupancies set expires_at = now() + interval '2 seconds' where quote_id = $1`, [
    JSON.parse(quote.text).id,
  ])
  await untilOffered(true, 'the hold has expired')

  const guest = { guestName: 'Ada Winters', guestEmail: 'ada@example.com', guestPhone: '+1 970 555 0100' }
  expect((await post('/api/bookings', { ...ASKED, ...guest })).status).toBe(201)
  for (const page of PAGES) expect(isOffered(await text(sites[0], page), page), 'at once where it was sold').toBe(false)
  await untilOffered(false, 'sold')
})
