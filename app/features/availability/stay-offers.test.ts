import { expect, test } from 'vitest'
import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import type { Stay } from '#app/shared/stay.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, makeProperty, testServices } from '#test/factories.ts'
import { listCardPrices } from './card-prices.server.ts'
import { listStayOffers } from './stay-offers.server.ts'

const COUPLE = { adults: 2, children: 0, infants: 0, pets: 0 }
const AUTUMN: Stay = { checkIn: '2027-10-04', checkOut: '2027-10-08', ...COUPLE }
const SUMMER: Stay = { checkIn: '2027-07-05', checkOut: '2027-07-08', ...COUPLE }

describeWithDatabase('one stay in all properties', (database) => {
  const wordsFor = async (id: string, stay: Stay) => {
    const services = testServices(database())
    const offer = (await listStayOffers(services, stay)).get(id)
    expect((await listStayOffers(services, stay, [{ id }])).get(id)).toEqual(offer)
    return offer?.price ? offer.price.total : offer?.words
  }

  test('each has its total, or the reason in a few words', async () => {
    const { db } = database()
    const cove = await makePricedProperty(db, { slug: 'cove', maxGuests: 8, maxInfants: 2, maxPets: 0, maximumStay: 5 })
    const unpriced = await makeProperty(db, { slug: 'unpriced', pricePerNight: null })
    expect(await wordsFor(cove, AUTUMN)).toBeGreaterThan(0)
    expect(await wordsFor(cove, SUMMER)).toBe('4-night minimum')
    expect(await wordsFor(cove, { ...AUTUMN, checkOut: '2027-10-10' })).toBe('5-night maximum')
    expect(await wordsFor(cove, { ...AUTUMN, adults: 9 })).toBe('sleeps 8')
    expect(await wordsFor(cove, { ...AUTUMN, infants: 3 })).toBe('up to 2 infants')
    expect(await wordsFor(cove, { ...AUTUMN, pets: 1 })).toBe('no pets')
    expect(await wordsFor(unpriced, AUTUMN)).toBe('price on request')
    // An address with dates alone means one adult, as in the booking card.
    expect(await wordsFor(cove, { ...AUTUMN, adults: 0 })).toBe(await wordsFor(cove, { ...AUTUMN, adults: 1 }))
  })

  test('booked nights are the reason before a minimum, and after a party that never fits', async () => {
    const { db } = database()
    const cove = await makePricedProperty(db, { slug: 'cove', maxGuests: 8 })
    await makeBooking(db, cove, { from: '2027-07-06', to: '2027-07-10' })
    expect(await wordsFor(cove, SUMMER)).toBe('booked')
    expect(await wordsFor(cove, { ...SUMMER, adults: 9 })).toBe('sleeps 8')
    expect(await wordsFor(cove, { ...SUMMER, checkIn: '2027-07-10', checkOut: '2027-07-14' })).toBeGreaterThan(0)
  })

  test('dates that are wrong everywhere, and another provider’s site, have none: cards show their next open stay', async () => {
    const { db } = database()
    const cove = await makePricedProperty(db, { slug: 'cove' })
    const services = testServices(database())
    const past = { ...AUTUMN, checkIn: '2020-01-01', checkOut: '2020-01-04' }
    const pricesFor = async (stay: Stay | null) => {
      const offers = await listStayOffers(services, stay)
      return (await listCardPrices(services, { stay, offers, listed: await listPropertyCards(services) })).get(cove)
    }
    expect(await pricesFor(AUTUMN)).toMatchObject({ dates: 'Oct 4–8:', after: ', taxes and fees included' })
    expect(await pricesFor(SUMMER)).toEqual({ before: '', dates: 'Jul 5–8:', total: null, after: '4-night minimum' })
    for (const stay of [past, null]) expect((await pricesFor(stay))?.dates).toBe('Jun 3–7,')
    const { config } = services
    const elsewhere = {
      ...services,
      config: { ...config, bookingProvider: { ...config.bookingProvider, name: 'lodgify' as const } },
    }
    expect(await listStayOffers(elsewhere, AUTUMN)).toEqual(new Map())
  })
})
