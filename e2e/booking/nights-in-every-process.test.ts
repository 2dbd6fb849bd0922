import { addDays } from '#app/shared/dates.ts'
import { demoPromoCode } from '#content/prices.ts'
import { ask } from '../ask.ts'
import { newDatabase } from '../new-database.ts'
import { expect, test } from '../page.ts'
import { startSite } from '../site.ts'
import { siteUrl } from '../site-url.ts'
import { propertyOf, todayOf } from '../stays.ts'

const { id, path } = propertyOf('lake-keowee')
const checkIn = addDays(todayOf('lake-keowee'), 200)
const checkOut = addDays(checkIn, 5)
const STAY = `checkin=${checkIn}&checkout=${checkOut}&adults=2`
const PAGES = [`/search?${STAY}`, `${path}?${STAY}`, `/embed/book/${id}?${STAY}`]

/** The stay's total on a property page, in whole dollars: above it are the prices of other homes. */
const totalOn = (page: string) => /class="booking-bar.*?(\$[\d,]+)/s.exec(page)?.[1] ?? ''

const text = async (site: string, page: string) => (await ask(`${site}${page}`)).text

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

const GUEST = { guestName: 'Ada Winters', guestEmail: 'ada@example.com', guestPhone: '+1 970 555 0100' }

const post = (site: string, call: string, body: object) =>
  ask(`${site}${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Whether each page of each site offers the stay at its total. */
async function offers(sites: string[], total: string): Promise<boolean[]> {
  // A home that is booked is offered with other dates, which may have the same total.
  const found = `href="${path}?checkin=${checkIn}&amp;checkout=${checkOut}&amp;`
  const isOffered = (html: string, page: string) =>
    html.includes(total) && (page.startsWith('/search') ? html.includes(found) : !html.includes('Nearest open dates'))
  return Promise.all(sites.flatMap((site) => PAGES.map(async (page) => isOffered(await text(site, page), page))))
}

test('what one guest entered reaches no other: a code, a quote, a hold, after which the nights are offered nowhere', async () => {
  const site = siteUrl()
  const { code } = demoPromoCode
  const withCode = PAGES.slice(1).map((page) => `${page}&promo=${code}`)
  const [property = '', frame = ''] = await Promise.all(withCode.map((page) => text(site, page)))
  expect(frame).toContain(code)
  const seen = await Promise.all([...PAGES, '/'].map((page) => text(site, page)))
  for (const page of seen) expect(page).not.toContain(code)
  const total = totalOn(seen[1] ?? '')
  expect(total).not.toBe('')
  expect(totalOn(property)).not.toBe(total)
  expect(totalOn(property)).not.toBe('')
  const caching = await Promise.all(withCode.map((page) => ask(`${site}${page}`)))
  expect(caching.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store'])
  expect(await offers([site], total)).toEqual([true, true, true])

  const quoteId: string = JSON.parse((await post(site, '/api/quotes', ASKED)).text).id
  const hold = await post(site, '/api/holds', { quoteId })
  expect(hold.status).toBe(201)
  const own = await ask(`${site}${PAGES[2]}&quote=${quoteId}`)
  expect([own.headers['cache-control'], own.text.includes(quoteId)]).toEqual(['no-store', true])
  for (const page of await Promise.all([...PAGES, '/'].map((path) => text(site, path)))) {
    expect(page).not.toContain(quoteId)
    expect(page).not.toContain(JSON.parse(hold.text).id)
  }
  expect(await offers([site], total)).toEqual([false, false, false])
})

test('nights that are held, freed or sold show on search, property page and booking frame of every process', {
  tag: '@slow',
}, async () => {
  test.setTimeout(180_000)
  const database = await newDatabase()
  const start = () => startSite({ DATABASE_URL: database.url })
  const processes = [await start(), await start()]
  const sites = processes.map(({ url }) => url)
  const [site = ''] = sites
  try {
    const total = totalOn(await text(site, `${path}?${STAY}`))
    expect(total).not.toBe('')
    /** Waits until each page of each process offers the stay at its total, or none does. */
    const untilOffered = (isFree: boolean, why: string) =>
      expect.poll(() => offers(sites, total), { message: why }).toEqual(Array.from({ length: 6 }, () => isFree))
    await untilOffered(true, 'free')

    const quoteId = JSON.parse((await post(site, '/api/quotes', ASKED)).text).id
    await database.client.query(
      `insert into occupancies (property_id, nights, kind, quote_id, expires_at)
      values ($1, daterange($2, $3), 'hold', $4, now() + interval '1 hour')`,
      [id, checkIn, checkOut, quoteId],
    )
    await untilOffered(false, 'held')
    // It ends by itself, and nothing is written then.
    await database.client.query(
      `update occupancies set expires_at = now() + interval '2 seconds' where quote_id = $1`,
      [quoteId],
    )
    await untilOffered(true, 'the hold has expired')

    expect((await post(site, '/api/bookings', { ...ASKED, ...GUEST })).status).toBe(201)
    expect(await offers([site], total), 'at once where it was sold').toEqual([false, false, false])
    await untilOffered(false, 'sold')
  } finally {
    await Promise.all(processes.map((one) => one.stop()))
    await database.drop()
  }
})
