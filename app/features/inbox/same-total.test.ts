import { expect, test } from 'vitest'
import { checkStayByHand } from '#app/features/bookings/manage/by-hand/stay-check.server.ts'
import { createQuote } from '#app/features/bookings/quotes/quotes.server.ts'
import { listBoardProperties } from '#app/features/calendar-board/board.server.ts'
import { previewStay } from '#app/features/calendar-board/preview-stay.ts'
import { getStayPrice } from '#app/features/pricing/manage/prices/stay-price.server.ts'
import { getPricedProperty } from '#app/features/pricing/price-settings.server.ts'
import { fees, taxes } from '#app/features/pricing/pricing.tables.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, testServices } from '#test/factories.ts'
import { getOffer } from './offer.server.ts'

const NOBODY = { children: 0, infants: 0, pets: 0 }

describeWithDatabase('the same stay has one total', (database) => {
  const services = () => testServices(database())

  /** Two homes with other prices, minimums, fees and taxes. One sells short gaps for more. */
  async function makeHomes() {
    const { db } = database()
    const cabin = await makePricedProperty(db, { slug: 'cabin', name: 'Cabin', gapMinimumStay: 2, gapPercent: 15 })
    const cove = await makePricedProperty(db, {
      ...{
        slug: 'cove',
        name: 'Cove',
        pricePerNight: '333.33',
        cleaningFee: '199.99',
        maxPets: 3,
        timeZone: 'America/Denver',
      },
    })
    await db.insert(fees).values([
      { propertyId: cove, kind: 'pet', label: 'Each pet', amount: '75.50', per: 'night', eachPet: true },
      { propertyId: cove, kind: 'guest', label: 'Extra guests', amount: '20.00', per: 'night', includedGuests: 1 },
    ])
    await db
      .insert(taxes)
      .values({ propertyId: cove, name: 'Bed tax', rate: '3.25', basis: 'night', appliesTo: ['nights'] })
    // A hole of two nights, which the minimum of the summer would refuse.
    await makeBooking(db, cabin, { from: '2027-07-10', to: '2027-07-14' }, { status: 'confirmed' })
    await makeBooking(db, cabin, { from: '2027-07-16', to: '2027-07-20' }, { status: 'confirmed' })
    return { cabin, cove }
  }

  type Asked = {
    slug: 'cabin' | 'cove'
    checkIn: IsoDate
    last: IsoDate
    checkOut: IsoDate
    nights: number
    adults: number
    pets: number
  }

  /** Its total in each view. The panel of the calendar asks for two, and the inbox for nobody with pets. */
  async function totalsOf({ slug, checkIn, last, checkOut, nights, adults, pets }: Asked, propertyId: string) {
    const stay = { ...NOBODY, checkIn, checkOut, adults, pets }
    const made = await createQuote(services(), {
      ...{ propertyId, checkInDate: checkIn, checkOutDate: checkOut, adults, children: 0, infants: 0, pets },
      currency: 'USD',
    })
    const property = await getPricedProperty(services(), slug)
    const priced = property && (await getStayPrice(services(), property, { stay, problem: null }))
    const byHand = await checkStayByHand(services(), database().db, { propertyId, stay })
    const [board] = await listBoardProperties(services(), { from: '2027-06-01', to: '2027-10-01' }, [slug])
    const chosen = { first: checkIn, last, rates: [], limits: services().config }
    const asked = { property: slug, checkIn, nights, adults, children: 0 }
    const entry = { kind: 'form' as const, id: 'asks', at: '', subject: '', text: '', about: [], phone: null, asked }
    const offer = await getOffer(services(), { entries: [entry] }, [])
    return {
      guest: made.ok ? made.quote.total : made.message,
      priceAStay: priced?.refusals.length === 0 ? priced.explanation?.total : priced?.refusals[0],
      newBooking: byHand?.warnings[0] ?? byHand?.price?.total,
      ...(pets === 0 && { inbox: offer?.home?.stay?.total ?? offer?.home?.stay?.refusal }),
      ...(pets === 0 && adults === 2 && board && { calendar: previewStay(board, chosen).total }),
    }
  }

  const STAYS: [words: string, stay: Asked, total: number, views: number][] = [
    [
      'a week of summer',
      {
        slug: 'cabin',
        checkIn: '2027-06-05',
        last: '2027-06-11',
        checkOut: '2027-06-12',
        nights: 7,
        adults: 2,
        pets: 0,
      },
      592_900,
      5,
    ],
    [
      'a gap',
      {
        slug: 'cabin',
        checkIn: '2027-07-14',
        last: '2027-07-15',
        checkOut: '2027-07-16',
        nights: 2,
        adults: 2,
        pets: 0,
      },
      207_570,
      5,
    ],
    [
      'four in autumn',
      {
        slug: 'cove',
        checkIn: '2027-09-08',
        last: '2027-09-12',
        checkOut: '2027-09-13',
        nights: 5,
        adults: 4,
        pets: 0,
      },
      332_656,
      4,
    ],
    [
      'two in autumn',
      {
        slug: 'cove',
        checkIn: '2027-09-08',
        last: '2027-09-12',
        checkOut: '2027-09-13',
        nights: 5,
        adults: 2,
        pets: 0,
      },
      312_656,
      5,
    ],
    [
      'two pets',
      {
        slug: 'cove',
        checkIn: '2027-09-08',
        last: '2027-09-12',
        checkOut: '2027-09-13',
        nights: 5,
        adults: 2,
        pets: 2,
      },
      403_156,
      3,
    ],
  ]

  test.each(STAYS)('%s: calendar, inbox, Price a stay, new booking and guest', async (_, stay, total, views) => {
    const homes = await makeHomes()
    const totals = await totalsOf(stay, homes[stay.slug])
    expect(totals).toEqual(Object.fromEntries(Object.keys(totals).map((view) => [view, total])))
    expect(Object.keys(totals)).toHaveLength(views)
  })
})
