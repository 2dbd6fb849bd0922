import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { listPostings } from '#app/features/bookkeeping/bookkeeping.server.ts'
import { getLodgingTax } from '#app/features/lodging-tax/lodging-tax.server.ts'
import { ownerProperties, owners } from '#app/features/owners/owners.tables.server.ts'
import { draftStatement } from '#app/features/owners/statements.server.ts'
import { priceStay } from '#app/features/pricing/price.ts'
import { fees, nightlyRates, taxes } from '#app/features/pricing/pricing.tables.server.ts'
import { rolledBack } from '#app/platform/db/rolled-back.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeProperty, makeSite, testClock, testServices } from '#test/factories.ts'
import { readPricing, storeStay } from '#test/money-year.ts'
import { getBusiness } from './business/business.server.ts'
import { periodOf } from './periods.ts'

const RUNS = process.env.TEST_ALL ? 60 : 4
const JUNE = periodOf('2027-06-01', 'month')
const int = (min: number, max: number) => fc.integer({ min, max })
const cents = (most: number) => int(0, most * 100)
const prices = fc.record({
  night: int(5_000, 200_000),
  weekend: int(5_000, 200_000),
  cleaning: cents(400),
  linen: cents(90),
  percent: int(1, 200_000).map((parts) => (parts / 10_000).toFixed(4)),
})
/** Each begins and ends in June, and changes in June, too. Some are paid by card, and some sold by Airbnb. */
const stays = fc.array(
  fc.record({ nights: int(1, 5), adults: int(1, 8), source: int(0, 4), isCard: int(0, 1), becomes: int(0, 4) }),
  { minLength: 1, maxLength: 3 },
)
type Prices = typeof prices extends fc.Arbitrary<infer Value> ? Value : never
type Stays = typeof stays extends fc.Arbitrary<infer Value> ? Value : never

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

async function addProperty(db: Services['db'], { night, weekend, cleaning, linen, percent }: Prices) {
  await makeSite(db)
  const id = await makeProperty(db, {
    ...{ slug: 'cabin', name: 'Cabin', timeZone: 'America/Denver' },
    pricePerNight: numericFromCents(night),
    cleaningFee: numericFromCents(cleaning),
    createdAt: new Date('2026-06-01T18:00:00Z'),
  })
  await db.insert(nightlyRates).values({ propertyId: id, weekdays: [5, 6], price: numericFromCents(weekend) })
  await db.insert(fees).values({ propertyId: id, kind: 'stay', label: 'Linen', amount: numericFromCents(linen) })
  await db
    .insert(taxes)
    .values({ propertyId: id, name: 'Sales tax', jurisdiction: 'Colorado', rate: percent, displayOrder: 0 })
  return id
}

async function book(db: Services['db'], propertyId: string, all: Stays) {
  const pricing = await readPricing(db, propertyId)
  // No stay moves to another home.
  const other = { propertyId, pricing, sold: [{ from: '2000-01-01', to: '2100-01-01' }] }
  for (const [at, { nights, adults, source, isCard, becomes }] of all.entries()) {
    const from = addDays('2027-06-09', 7 * at)
    const [bookedOn, party] = [addDays(from, -20), { adults, children: 0, pets: 0 }]
    const priced = (checkOut: string) => {
      const price = priceStay(
        pricing,
        { checkIn: from, checkOut, ...party },
        { today: bookedOn, gaps: new Set(), promo: null },
      )
      if (!price) throw new Error('the stay has no price')
      return price
    }
    const draws = [source, isCard, becomes]
    const stay = { propertyId, from, to: addDays(from, nights), bookedOn, party, priced, pricedElsewhere: priced }
    await storeStay(db, stay, { below: () => draws.shift() ?? 0, other })
  }
}

/** The revenue of the home in June by each view, without taxes. */
async function readViews(services: Services, propertyId: string) {
  const { db, clock } = services
  const business = await getBusiness(services, new URLSearchParams({ year: '2027' }))
  const postings = await listPostings(db, JUNE)
  const income = postings.filter(({ account }) => ['rent', 'cleaning', 'fees', 'retained'].includes(account))
  const tax = await getLodgingTax(services, new URLSearchParams({ authority: 'Colorado', period: '2027-06' }))
  const commission = { commissionPercent: '20', commissionOn: 'rent', commissionPerStay: 0 } as const
  const terms = { ...commission, receivesCleaningFee: true, receivesOtherFees: true }
  const [owner] = await db
    .insert(owners)
    .values({ name: 'Ann', ...terms })
    .returning()
  if (!owner) throw new Error('the owner was not stored')
  await db.insert(ownerProperties).values({ propertyId, ownerId: owner.id })
  const properties = [{ id: propertyId, name: 'Cabin', cleanerPay: 0 }]
  const statement = await draftStatement(db, {
    owner,
    properties,
    costs: [],
    month: JUNE,
    sent: [],
    now: clock.now(),
  })
  return {
    business: business.months[5]?.now.revenue,
    journal: -sumOf(income.map(({ amount }) => amount)),
    // Its page shows refunds beside the gross amount.
    tax: sumOf((tax?.figures.rows ?? []).map(({ gross, refunds }) => gross - refunds)),
    owner: sumOf(statement.stays.map(({ revenue }) => revenue)),
  }
}

describeWithDatabase('what a month brought', (database) => {
  test('is the same in Business, the journal, the lodging tax and the statement of its owner', async () => {
    const clock = testClock(new Date('2027-08-01T18:00:00Z'))
    const property = fc.asyncProperty(prices, stays, async (wanted, all) => {
      const { views, paid } = await rolledBack(database(), async (db) => {
        const services = testServices({ ...database(), db }, { clock })
        const property = await addProperty(db, wanted)
        await book(db, property, all)
        const stored = await db.select().from(bookings).where(eq(bookings.status, 'confirmed'))
        return { views: await readViews(services, property), paid: stored.length }
      })
      expect(new Set(Object.values(views)).size, JSON.stringify(views)).toBe(1)
      if (paid > 0) expect(views.business).toBeGreaterThan(0)
    })
    await fc.assert(property, { numRuns: RUNS })
  })
})
