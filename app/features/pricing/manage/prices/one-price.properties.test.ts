import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getCalendar, getStayTotal } from '#app/features/availability/availability.server.ts'
import { minimumStayOn } from '#app/features/availability/stay-rules.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { createQuote } from '#app/features/bookings/quotes/quotes.server.ts'
import { requestBooking } from '#app/features/bookings/request/request-booking.server.ts'
import { listBoardProperties } from '#app/features/calendar-board/board.server.ts'
import { nightsOf } from '#app/features/calendar-board/board.ts'
import { planChange } from '#app/features/calendar-board/plan-change.ts'
import { itemsOf, type PriceSettings, pricingRulesOf } from '#app/features/pricing/price-settings.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { searchProperties } from '#app/features/search/search.server.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeDate, makeProperty, makeSite, testServices } from '#test/factories.ts'
import { storeItems } from '../store-prices.server.ts'
import { getWhyPage } from './why.server.ts'

const START = '2027-06-10'
const DAYS = 500
const int = (min: number, max: number) => fc.integer({ min, max })
const dollars = (min: number, max: number) => int(min * 100, max * 100)
const day = int(0, DAYS).map((days) => addDays(START, days))
const monthDay = int(0, 364).map((days) => addDays('2027-01-01', days).slice(5))
const weekdays = fc.uniqueArray(int(0, 6), { minLength: 1 }).map((days) => days.sort())
const percent = int(1, 999_999).map((parts) => (parts / 10_000).toFixed(4))

const rates = fc.uniqueArray(
  fc.record({
    weekdays: fc.oneof(weekdays, fc.constant<number[]>([0, 1, 2, 3, 4, 5, 6])),
    price: dollars(50, 2_000),
    from: fc.option(day),
    demo: fc.constant(false),
  }),
  { maxLength: 6, selector: (rate) => `${rate.weekdays.join('')} ${rate.from}` },
)
const minimums = fc.uniqueArray(fc.record({ weekdays, minimumStay: fc.constant(1) }), {
  maxLength: 2,
  selector: (minimum) => minimum.weekdays.join(''),
})
const seasons = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('Winter', 'Spring', 'Summer', 'Feasts', 'Regatta'),
    startsOn: monthDay,
    endsOn: monthDay,
    year: fc.option(int(2027, 2028)),
    minimumStay: fc.constant(1),
    checkInDays: fc.constant(null),
    rates,
    arrivalMinimums: minimums,
    demo: fc.constant(false),
  }),
  { maxLength: 4, selector: (season) => season.name },
)
const tax = fc
  .record({
    id: fc.uuid(),
    name: fc.constantFrom('City tax', 'County tax', 'State tax'),
    rate: percent,
    jurisdiction: fc.option(fc.constant('A county')),
    basis: fc.constantFrom('percent' as const, 'night' as const, 'guest-night' as const),
    appliesTo: fc.subarray(['nights' as const, 'cleaning' as const]),
    taxedNights: fc.option(int(1, 8)),
    exemptFromNights: fc.option(int(2, 8)),
    displayOrder: int(0, 3),
    demo: fc.constant(false),
  })
  .map((row) => (row.basis === 'percent' ? row : { ...row, appliesTo: ['nights' as const] }))
const taxes = fc.uniqueArray(tax, { maxLength: 3, selector: (tax) => tax.name })
const fee = (taxIds: string[]) =>
  fc
    .record({
      id: fc.uuid(),
      kind: fc.constantFrom('stay' as const, 'guest' as const, 'pet' as const),
      label: fc.constantFrom('Linen', 'Extra guest', 'Pet fee'),
      amount: dollars(1, 200),
      per: fc.constantFrom('stay' as const, 'night' as const),
      includedGuests: int(1, 6),
      eachPet: fc.boolean(),
      taxedBy: fc.subarray(taxIds).map((ids) => ids.toSorted()),
      demo: fc.constant(false),
    })
    .map(({ includedGuests, eachPet, ...row }) => ({
      ...row,
      includedGuests: row.kind === 'guest' ? includedGuests : null,
      eachPet: row.kind === 'pet' && eachPet,
    }))
const discount = fc.oneof(
  fc.record({ kind: fc.constant('long-stay' as const), threshold: int(2, 8) }),
  fc.record({ kind: fc.constantFrom('last-minute' as const, 'early-bird' as const), threshold: int(1, 365) }),
)
const discounts = fc.uniqueArray(
  fc
    .record({ id: fc.uuid(), label: fc.constant('Less'), percent, of: discount })
    .map(({ of, ...row }) => ({ ...row, ...of })),
  { maxLength: 4, selector: ({ kind, threshold }) => `${kind} ${threshold}` },
)
const settings: fc.Arbitrary<PriceSettings> = taxes.chain((some) =>
  fc.record({
    nightly: fc.record({ price: dollars(50, 2_000), cleaning: dollars(0, 400), rates }),
    stayRules: fc.record({
      minimumStay: int(1, 5),
      maximumStay: fc.option(int(4, 9)),
      gapMinimumStay: fc.option(int(1, 3)),
      gapPercent: fc.option(int(-90, 300)),
      arrivalMinimums: minimums,
      checkInDays: fc.constant(null),
      noticeDays: fc.constant(0),
      noticeUntilHour: fc.constant(24),
      bookingWindowDays: fc.constant(null),
    }),
    payment: fc.constant({
      depositPercent: null,
      depositDays: 7,
      balanceDays: 30,
      paymentText: null,
      paymentWays: [],
      cancelUnpaidDays: null,
    }),
    cancellation: fc.constant([]),
    answeredQuestions: fc.constant([]),
    seasons,
    taxes: fc.constant(some),
    fees: fc.uniqueArray(fee(some.map(({ id }) => id)), { maxLength: 3, selector: ({ label }) => label }),
    discounts,
  }),
)
const ownPrices = fc.uniqueArray(fc.record({ date: day, dollars: int(50, 2_000) }), {
  maxLength: 40,
  selector: ({ date }) => date,
})
const stays = fc.uniqueArray(
  // Apart from each other: each is booked.
  fc.record({
    slot: int(0, 36),
    nights: int(1, 9),
    adults: int(1, 8),
    pets: int(0, 2),
    isAfterStay: fc.boolean(),
    isBeforeStay: fc.boolean(),
  }),
  { minLength: 3, maxLength: 4, selector: ({ slot }) => slot },
)

describeWithDatabase('a stay has one price', (database) => {
  async function addProperty(wanted: PriceSettings, own: { date: IsoDate; dollars: number }[]) {
    const { db } = database()
    await makeSite(db)
    const id = await makeProperty(db, { maxGuests: 8 })
    await db.transaction((tx) => storeItems(tx, id, { settings: wanted, keys: [...itemsOf(wanted).keys()] }))
    for (const { date, dollars } of own) await makeDate(db, id, date, { price: String(dollars) })
    const [property] = await db.select({ slug: properties.slug }).from(properties).where(eq(properties.id, id))
    return { id, slug: property?.slug ?? '' }
  }

  type PriceInput = {
    checkIn: IsoDate
    checkOut: IsoDate
    adults: number
    pets: number
    children: number
    infants: number
  }

  const bookingOf = (
    { id }: { id: string },
    { checkIn: checkInDate, checkOut: checkOutDate, ...party }: PriceInput,
  ) => ({
    propertyId: id,
    checkInDate,
    checkOutDate,
    ...party,
    guestName: 'Ada Guest',
    guestEmail: 'ada@example.com',
  })

  async function expectRefused(property: { id: string; slug: string }, stay: PriceInput, reason: string) {
    const services = testServices(database())
    const why = await getWhyPage(services, property.slug, { stay, problem: null, code: '', month: null })
    const found = await searchProperties(services, stay)
    expect(found.ok && found.properties).toEqual([])
    expect(await getStayTotal(services, { propertyId: property.id, ...stay, typedCode: null })).toBeNull()
    const booking = bookingOf(property, stay)
    const refused = await requestBooking(services, booking)
    expect(refused).toMatchObject({ ok: false, reason })
    expect(await createQuote(services, booking)).toMatchObject({ ok: false, reason })
    expect(!refused.ok && why?.refusals).toEqual([!refused.ok && refused.message])
  }

  async function expectOnePrice(
    { id, slug }: { id: string; slug: string },
    stay: PriceInput,
    { minimumStay, gap }: { minimumStay: number; gap: number | null },
  ) {
    const services = testServices(database())
    const span = { from: stay.checkIn, to: stay.checkOut }
    const why = await getWhyPage(services, slug, { stay, problem: null, code: '', month: null })
    if (!why?.explanation) throw new Error('the stay has no explanation')
    const { nights, lines, total } = why.explanation
    const explained = nights.flatMap(({ dates, price }) => dates.map((date) => [date, price])).sort()

    const board = await listBoardProperties(services, span, [slug])
    const [property] = board
    const shown = property ? nightsOf(property, span) : []
    expect(shown.map(({ date, price }) => [date, price])).toEqual(explained)
    const calendar = await getCalendar(services, { propertyId: id, ...span })
    expect(calendar?.nights.map(({ date, rate }) => [date, rate])).toEqual(explained)
    expect(calendar?.nights[0]?.minimumStay).toBe(minimumStay)
    expect(lines.filter(({ label }) => label.startsWith('Short stay'))).toHaveLength(gap ? 1 : 0)

    const choice = { first: span.from, last: addDays(span.to, -1), only: 'all' as const }
    const tenMore = { what: 'rates', to: { how: 'percent', percent: 10 }, reason: null, minimum: null } as const
    const [plan] = planChange(board, choice, tenMore)
    const dearer = new Map(plan?.after.map(({ date, price }) => [date, price]))
    for (const { date, price } of shown) expect(dearer.get(date)).toBe(Math.round(((price ?? 0) * 110) / 10_000) * 100)

    const sum = [...nights.flatMap(({ dates, price }) => dates.map(() => price)), ...lines.map(({ amount }) => amount)]
    expect(sum.reduce((all, amount) => all + amount, 0)).toBe(total)
    const found = await searchProperties(services, stay)
    expect(found.ok && found.properties.map((result) => result.total)).toEqual([total])
    expect(await getStayTotal(services, { propertyId: id, ...stay, typedCode: null })).toBe(total)
    const booking = bookingOf({ id }, stay)
    expect(await createQuote(services, booking)).toMatchObject({ ok: true, quote: { total } })
    const booked = await requestBooking(services, booking)
    if (!booked.ok) throw new Error(booked.message)
    const [stored] = await database().db.select().from(bookings).where(eq(bookings.id, booked.booking.id))
    expect(centsFromNumeric(stored?.totalAmount ?? '')).toBe(total)
  }

  test('on the calendar, in the search, in its explanation, in a quote and when it is booked', async () => {
    await fc.assert(
      fc.asyncProperty(settings, ownPrices, stays, async (wanted, own, asked) => {
        await database().reset()
        const property = await addProperty(wanted, own)
        for (const { slot, nights, adults, pets, ...around } of asked) {
          const checkIn = addDays(START, slot * 13 + 1)
          const stay = { checkIn, checkOut: addDays(checkIn, nights), adults, pets, children: 0, infants: 0 }
          if (around.isAfterStay)
            await makeBooking(database().db, property.id, { from: addDays(checkIn, -1), to: checkIn })
          const next = { from: stay.checkOut, to: addDays(stay.checkOut, 1) }
          if (around.isBeforeStay) await makeBooking(database().db, property.id, next)
          const { maximumStay, gapMinimumStay, gapPercent } = wanted.stayRules
          const minimum = minimumStayOn(pricingRulesOf(wanted, {}), checkIn)
          const isHole = around.isAfterStay && around.isBeforeStay && gapMinimumStay !== null
          const isGap = isHole && gapMinimumStay <= nights && minimum > nights
          if (nights > (maximumStay ?? nights)) await expectRefused(property, stay, 'too-long')
          else if (nights < minimum && !isGap) await expectRefused(property, stay, 'below-minimum')
          else
            await expectOnePrice(property, stay, {
              minimumStay: isGap ? nights : minimum,
              gap: isGap ? gapPercent : null,
            })
        }
      }),
      { numRuns: process.env.TEST_ALL ? 12 : 6, endOnFailure: true },
    )
  }, 120_000)
})
