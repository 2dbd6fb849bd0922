import { and, eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getBookingOptions, getCalendar, getStayTotal } from '#app/features/availability/availability.server.ts'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { fees, nightlyRates } from '#app/features/pricing/pricing.tables.server.ts'
import { getProperty, listPropertyCards } from '#app/features/properties/properties.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { errorCode } from '#app/platform/db/retry.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { describeWithDatabase } from '#test/database.ts'
import {
  makeBooking,
  makeDate,
  makeHold,
  makeImport,
  makePricedProperty,
  NOON,
  testClock,
  testServices,
} from '#test/factories.ts'
import { searchProperties } from './search.server.ts'
import { type PropertySearch, SORTS } from './search.ts'

const FIRST = '2027-06-20'
const int = (min: number, max: number) => fc.integer({ min, max })
const change = fc.record({
  kind: fc.constantFrom('book', 'hold', 'wait', 'import', 'free', 'price', 'rate', 'fee', 'block', 'publish', 'room'),
  property: int(0, 2),
  day: int(0, 12),
  amount: int(100, 900),
})
const question = fc.record({
  day: int(0, 12),
  nights: int(1, 8),
  adults: int(1, 15),
  children: int(0, 2),
  infants: int(0, 1),
  pets: int(0, 1),
  sort: fc.option(fc.constantFrom(...SORTS), { nil: undefined }),
  flexible: fc.option(int(1, 4), { nil: undefined }),
  maxPrice: fc.option(int(100_000, 900_000), { nil: undefined }),
})

/** Taken nights, and a date with a price: each refuses a second row, which changes nothing. */
const REFUSALS = ['23P01', '23505']

describeWithDatabase('answers from the cache', (database) => {
  test('equal those without it, after any changes of bookings, holds, rates and blocks', async () => {
    const clock = testClock()
    const { db } = database()
    // One by one, for an order that does not depend on their names.
    const ids = [
      await makePricedProperty(db, { displayOrder: 1 }),
      await makePricedProperty(db, { displayOrder: 2, location: 'Steamboat Springs, CO' }),
      await makePricedProperty(db, { displayOrder: 3, maxPets: 0 }),
    ]
    const cached = testServices(database(), { clock })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(change, question), { minLength: 6, maxLength: 6 }), async (steps) => {
        for (const [{ kind, property, day, amount }, { day: start, nights, ...rest }] of steps) {
          const id = ids[property] ?? ''
          await make(kind, { id, day, amount })
          const checkIn = addDays(FIRST, start)
          const stay = { ...rest, checkIn, checkOut: addDays(checkIn, nights) }
          const fresh = await answersTo(stay, id, testServices(database(), { clock }))
          expect(await answersTo(stay, id, cached)).toEqual(fresh)
          expect(await answersTo(stay, id, cached), 'asked again').toEqual(fresh)
        }
      }),
      { numRuns: process.env.TEST_ALL ? 8 : 4 },
    )

    async function make(kind: string, { id, day, amount }: { id: string; day: number; amount: number }) {
      const nights = { from: addDays(FIRST, day), to: addDays(FIRST, day + 2) }
      const isThis = eq(properties.id, id)
      const price = `${amount}.00`
      const ifPossible = (work: Promise<unknown>) =>
        work.catch((error) => {
          if (!REFUSALS.includes(errorCode(error) ?? '')) throw error
        })
      if (kind === 'book') await ifPossible(makeBooking(db, id, nights))
      if (kind === 'hold') await ifPossible(makeHold(db, id, nights, new Date(clock.now().getTime() + 60_000)))
      if (kind === 'wait') clock.set(new Date(Math.min(clock.now().getTime() + 45_000, NOON.getTime() + 3_600_000)))
      if (kind === 'import') await ifPossible(makeImport(db, id, nights))
      if (kind === 'free')
        await db.delete(occupancies).where(and(eq(occupancies.propertyId, id), isNull(occupancies.bookingId)))
      if (kind === 'price') await ifPossible(makeDate(db, id, nights.from, { price }))
      if (kind === 'rate') await db.update(nightlyRates).set({ price }).where(eq(nightlyRates.propertyId, id))
      if (kind === 'fee') await db.update(fees).set({ amount: price }).where(eq(fees.propertyId, id))
      if (kind === 'block') await ifPossible(makeDate(db, id, nights.from, { blocked: true }))
      if (kind === 'publish')
        await db
          .update(properties)
          .set({ status: amount % 3 > 0 ? 'published' : 'draft' })
          .where(isThis)
      if (kind === 'room')
        await db
          .update(properties)
          .set({ maxGuests: 2 + (amount % 12) })
          .where(isThis)
    }
  }, 120_000)
})

/** The answers of search, property page and booking frame. */
async function answersTo(search: PropertySearch, propertyId: string, services: Services) {
  const { checkIn, checkOut, adults, children, infants, pets } = search
  const stay = { checkIn, checkOut, adults, children, infants, pets }
  return {
    search: await searchProperties(services, search),
    total: await getStayTotal(services, { ...stay, propertyId, typedCode: null }),
    frame: await getBookingOptions(services, propertyId),
    calendar: await getCalendar(services, { propertyId, from: checkIn, to: checkOut }),
    property: await getProperty(services, { id: propertyId }),
    cards: await listPropertyCards(services),
  }
}
