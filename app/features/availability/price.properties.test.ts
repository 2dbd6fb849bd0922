import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, eachNight } from '#app/shared/dates.ts'
import { priceStay } from './price.ts'
import type { PricingRules } from './rates.ts'

const cents = fc.integer({ min: 0, max: 9_999_900 })
const monthDay = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2024-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(5, 10))
const date = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
const percent = fc.integer({ min: 0, max: 299_999 }).map((parts) => (parts / 10_000).toFixed(4))
const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 })

const rules: fc.Arbitrary<PricingRules> = fc.record({
  baseNightly: cents,
  minimumStay: fc.integer({ min: 1, max: 7 }),
  seasons: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('winter', 'spring', 'summer', 'holidays'),
      name: fc.constant('A season'),
      startsOn: monthDay,
      endsOn: monthDay,
      minimumStay: fc.integer({ min: 1, max: 7 }),
    }),
    { selector: (season) => season.id },
  ),
  rates: fc.array(
    fc.record({ seasonId: fc.constantFrom(null, 'winter', 'spring', 'summer', 'holidays'), weekdays, price: cents }),
    { maxLength: 8 },
  ),
  overrides: fc.dictionary(date, cents, { maxKeys: 40 }),
  cleaningFee: cents,
  petFee: fc.option(fc.record({ label: fc.constant('Pet fee'), amount: cents, taxable: fc.boolean() })),
  taxes: fc.array(fc.record({ name: fc.constant('A tax'), rate: percent }), { maxLength: 4 }),
})

const stay = fc
  .record({ checkIn: date, nights: fc.integer({ min: 1, max: 60 }), pets: fc.integer({ min: 0, max: 3 }) })
  .map(({ checkIn, nights, pets }) => ({ checkIn, checkOut: addDays(checkIn, nights), pets }))

function priced(some: PricingRules, of: { checkIn: string; checkOut: string; pets: number }) {
  const quote = priceStay(some, of)
  if (!quote) throw new Error('a home with rates has a price')
  return quote
}

const nightsOf = (some: PricingRules, of: { checkIn: string; checkOut: string; pets: number }) =>
  priced(some, of)
    .lines.filter((line) => line.kind === 'nights')
    .reduce((sum, line) => sum + line.amount, 0)

test('the lines of every quote add up to its total, in whole cents', () => {
  fc.assert(
    fc.property(rules, stay, (home, of) => {
      const quote = priced(home, of)
      expect(quote.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(quote.total)
      for (const line of quote.lines) expect(Number.isSafeInteger(line.amount) && line.amount >= 0).toBe(true)
      expect(quote.nights).toBe(eachNight(of.checkIn, of.checkOut).length)
    }),
  )
})

test('the nights that the lines count are the nights of the stay', () => {
  fc.assert(
    fc.property(rules, stay, (home, of) => {
      const quote = priced(home, of)
      const counts = quote.lines.filter((line) => line.kind === 'nights').map((line) => Number.parseInt(line.label, 10))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(quote.nights)
    }),
  )
})

test('a stay cut in two costs the same nights', () => {
  fc.assert(
    fc.property(rules, stay, fc.integer({ min: 1, max: 59 }), (home, of, cut) => {
      const middle = addDays(of.checkIn, cut)
      fc.pre(middle < of.checkOut)
      const first = nightsOf(home, { ...of, checkOut: middle })
      const second = nightsOf(home, { ...of, checkIn: middle })
      expect(first + second).toBe(nightsOf(home, of))
    }),
  )
})

test('the order of the rows never changes a price', () => {
  fc.assert(
    fc.property(rules, stay, (home, of) => {
      const reversed = {
        ...home,
        seasons: home.seasons.toReversed(),
        rates: home.rates.map((rate) => ({ ...rate, weekdays: rate.weekdays.toReversed() })).toReversed(),
      }
      expect(priced(reversed, of)).toEqual(priced(home, of))
    }),
  )
})

test('one more night, a pet or a dearer tax never makes a stay cheaper', () => {
  fc.assert(
    fc.property(rules, stay, (home, of) => {
      const total = priced(home, of).total
      expect(priced(home, { ...of, checkOut: addDays(of.checkOut, 1) }).total).toBeGreaterThanOrEqual(total)
      expect(priced(home, { ...of, pets: of.pets + 1 }).total).toBeGreaterThanOrEqual(total)
      const dearer = { ...home, taxes: [...home.taxes, { name: 'Another', rate: '1.0000' }] }
      expect(priced(dearer, of).total).toBeGreaterThanOrEqual(total)
    }),
  )
})

test('each tax is within half a cent of its exact share', () => {
  fc.assert(
    fc.property(rules, stay, (home, of) => {
      const quote = priced({ ...home, petFee: null }, of)
      const taxable = quote.lines.filter((line) => line.kind !== 'tax').reduce((sum, line) => sum + line.amount, 0)
      const charged = quote.lines.filter((line) => line.kind === 'tax').map((line) => line.amount)
      const rates = home.taxes.filter((tax) => Number(tax.rate) > 0).map((tax) => BigInt(tax.rate.replace('.', '')))
      rates.forEach((rate, index) => {
        const off = BigInt(charged[index] ?? -1) * 1_000_000n - BigInt(taxable) * rate
        expect(off > -500_000n && off <= 500_000n).toBe(true)
      })
    }),
  )
})

test('when every night of a stay has an override, no other rate matters', () => {
  fc.assert(
    fc.property(rules, stay, cents, (home, of, price) => {
      const dates = eachNight(of.checkIn, of.checkOut)
      const overrides = Object.fromEntries(dates.map((night) => [night, price]))
      expect(nightsOf({ ...home, overrides }, of)).toBe(price * dates.length)
    }),
  )
})
