import { expect, test } from 'vitest'
import { getBookingOptions, getStayTotal } from '#app/features/availability/availability.server.ts'
import { checkStay } from '#app/features/availability/stay-rules.ts'
import { getQuotePage } from '#app/features/bookings/quotes/quote-page.server.ts'
import { createQuote } from '#app/features/bookings/quotes/quotes.server.ts'
import { requestBooking } from '#app/features/bookings/request/request-booking.server.ts'
import { stayDiscounts } from '#app/features/pricing/pricing.tables.server.ts'
import { createContentCache } from '#app/platform/versioned-cache.server.ts'
import { followVersions, getVersions } from '#app/platform/versions.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, testClock, testServices } from '#test/factories.ts'
import { searchProperties } from './search.server.ts'

const STAY = { checkIn: '2027-10-04', checkOut: '2027-10-08', adults: 2, children: 0, infants: 0, pets: 0 }
/** Four nights at $480, $300 for cleaning and 10% of taxes; then with 20% off the nights. */
const USUAL = 244_200
const REDUCED = 201_960

describeWithDatabase('a last-minute discount', (database) => {
  test('begins at midnight of the home wherever its price stands, and a quote keeps what it showed', async () => {
    const { db } = database()
    const clock = testClock()
    const versions = followVersions({ clock, read: () => getVersions({ db, clock }) })
    const services = testServices(database(), { clock, versions, cache: createContentCache({ clock, versions }) })
    const propertyId = await makePricedProperty(db, { timeZone: 'America/Denver' })
    const lastMinute = { label: 'Last minute', kind: 'last-minute', threshold: 7, percent: '20' }
    await db.insert(stayDiscounts).values({ propertyId, ...lastMinute })

    async function totals() {
      const found = await searchProperties(services, STAY)
      const options = await getBookingOptions(services, propertyId)
      const inFrame =
        options &&
        checkStay(options.rules, STAY, { ...options, taken: new Set(options.taken), gaps: new Set(options.gaps) })
      return [
        found.ok && found.properties[0]?.total,
        await getStayTotal(services, { ...STAY, propertyId, typedCode: null }),
        inFrame?.ok && inFrame.price.total,
      ]
    }
    const { checkIn: checkInDate, checkOut: checkOutDate, ...party } = STAY
    const asked = { propertyId, checkInDate, checkOutDate, ...party }
    clock.set(new Date('2027-09-27T05:59:00Z'))
    expect(await totals()).toEqual([USUAL, USUAL, USUAL])
    const quoted = await createQuote(services, asked)
    if (!quoted.ok) throw new Error(quoted.message)

    clock.set(new Date('2027-09-27T06:00:00Z'))
    expect(await totals()).toEqual([REDUCED, REDUCED, REDUCED])
    expect(await getQuotePage(services, quoted.quote.token)).toMatchObject({
      quote: { total: USUAL },
      today: { total: REDUCED },
    })
    const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    const refused = await requestBooking(services, { quoteId: quoted.quote.id, ...NOBODY, ...guest })
    expect(refused).toMatchObject({ ok: false, reason: 'price-changed', quote: { total: REDUCED } })
    expect(await requestBooking(services, { ...asked, ...guest, expectedTotal: REDUCED })).toMatchObject({ ok: true })
  })
})

const NOBODY = { adults: 0, children: 0, infants: 0, pets: 0 }
