import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, eachNight, type IsoDate } from '#app/shared/dates.ts'
import { DISCOUNT_CHOICES } from './charge-choices.ts'
import { gapKey, type Price, type PriceLine, priceStay, totalOfStay } from './price.ts'
import type { PromoCode } from './promo-code.ts'
import type { PricingRules, Tax } from './rates.ts'

const cents = fc.integer({ min: 0, max: 9_999_900 })
const monthDay = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2024-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(5, 10))
const date = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
const rate = fc.integer({ min: 0, max: 299_999 }).map((parts) => (parts / 10_000).toFixed(4))
const off = fc.integer({ min: 1, max: 1_000_000 }).map((parts) => (parts / 10_000).toFixed(4))
const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 })
const seasonId = fc.constantFrom(null, 'winter', 'spring', 'summer', 'holidays')
const minimumStay = fc.integer({ min: 1, max: 7 })
const part = fc.constantFrom('nights' as const, 'cleaning' as const)
const taxId = fc.constantFrom('one', 'two', 'three', 'four')

const rules: fc.Arbitrary<PricingRules> = fc.record({
  baseNightly: cents,
  minimumStay,
  maximumStay: fc.constant(null),
  gap: fc.option(fc.record({ gapMinimumStay: fc.constant(1), gapPercent: fc.integer({ min: -90, max: 300 }) })),
  checkInDays: fc.option(weekdays),
  seasons: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('winter', 'spring', 'summer', 'holidays'),
      name: fc.constant('A season'),
      startsOn: monthDay,
      endsOn: monthDay,
      year: fc.option(fc.integer({ min: 2026, max: 2029 })),
      minimumStay,
      checkInDays: fc.option(weekdays),
    }),
    { selector: (season) => season.id },
  ),
  rates: fc.array(fc.record({ seasonId, weekdays, price: cents, from: fc.option(date) }), { maxLength: 8 }),
  arrivalMinimums: fc.array(fc.record({ seasonId, weekdays, minimumStay }), { maxLength: 4 }),
  overrides: fc.dictionary(
    date,
    fc.record({
      price: fc.option(cents),
      minimumStay: fc.option(minimumStay),
      reason: fc.constantFrom(null, 'A feast'),
    }),
    { maxKeys: 40 },
  ),
  discounts: fc.uniqueArray(
    fc.record({
      label: fc.constant('A discount'),
      kind: fc.constantFrom(...DISCOUNT_CHOICES),
      threshold: fc.integer({ min: 2, max: 30 }),
      percent: off,
    }),
    { selector: ({ kind, threshold }) => `${kind} ${threshold}`, maxLength: 5 },
  ),
  cleaningFee: cents,
  fees: fc.array(
    fc.record({
      id: fc.constant('a-fee'),
      kind: fc.constantFrom('stay' as const, 'guest' as const, 'pet' as const),
      label: fc.constant('A fee'),
      amount: cents,
      per: fc.constantFrom('stay' as const, 'night' as const),
      includedGuests: fc.integer({ min: 0, max: 6 }),
      eachPet: fc.boolean(),
      taxedBy: fc.uniqueArray(taxId),
    }),
    { maxLength: 3 },
  ),
  taxes: fc.uniqueArray(
    fc.record({
      id: taxId,
      name: fc.constant('A tax'),
      rate,
      jurisdiction: fc.constantFrom(null, 'A county'),
      basis: fc.constantFrom('percent' as const, 'night' as const, 'guest-night' as const),
      appliesTo: fc.uniqueArray(part),
      taxedNights: fc.option(fc.integer({ min: 1, max: 30 })),
      // A stay that becomes exempt costs less with another night.
      exemptFromNights: fc.constant(null),
    }),
    { selector: (tax) => tax.id, maxLength: 4 },
  ),
})

const TAX: Tax = {
  id: 'another',
  name: 'A tax',
  rate: '10.4321',
  jurisdiction: null,
  basis: 'percent',
  appliesTo: [],
  taxedNights: null,
  exemptFromNights: null,
}

const promo = fc.option(
  fc
    .record({ percent: off, amount: fc.integer({ min: 1, max: 9_999_900 }), isPercent: fc.boolean() })
    .map(({ percent, amount, isPercent }) => ({
      code: 'A-CODE',
      percent: isPercent ? percent : null,
      amount: isPercent ? null : amount,
      stayFrom: null,
      stayUntil: null,
      minimumNights: 1,
      coversAll: false,
      maximumNights: null,
    })),
)
const PRIZE = { code: 'A-PRIZE', percent: null, amount: null, stayFrom: null, stayUntil: null, minimumNights: 1 }

const stay = fc
  .record({
    checkIn: date,
    nights: fc.integer({ min: 1, max: 60 }),
    adults: fc.integer({ min: 1, max: 8 }),
    children: fc.integer({ min: 0, max: 4 }),
    pets: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ nights, ...of }) => ({ ...of, checkOut: addDays(of.checkIn, nights) }))

type PriceInput = Parameters<typeof priceStay>[1]

/** Between two weeks before and the check-in itself, another for each. */
const dayBefore = (checkIn: IsoDate) => addDays(checkIn, -(Number(checkIn.slice(8)) % 15))

/** Every other stay fills a gap. */
const gapsAround = (of: PriceInput) => new Set(Number(of.checkIn.slice(8)) % 2 === 0 ? [gapKey(of)] : [])

function priced(some: PricingRules, of: PriceInput, code: PromoCode | null = null) {
  const price = priceStay(some, of, { today: dayBefore(of.checkIn), gaps: gapsAround(of), promo: code })
  if (!price) throw new Error('a property with rates has a price')
  return price
}

const sumOf = (price: Price, kind: PriceLine['kind']) =>
  price.lines.filter((line) => line.kind === kind).reduce((sum, line) => sum + line.amount, 0)
const nightsOf = (some: PricingRules, of: PriceInput) => sumOf(priced({ ...some, gap: null }, of), 'nights')

test('lines add up to the total in whole cents, and only discounts are negative', () => {
  fc.assert(
    fc.property(rules, stay, promo, (property, of, code) => {
      const price = priced(property, of, code)
      expect(price.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(price.total)
      for (const { kind, amount } of price.lines) {
        expect(Number.isSafeInteger(amount)).toBe(true)
        if (kind === 'discount') expect(amount).toBeLessThan(0)
        else expect(amount).toBeGreaterThanOrEqual(0)
      }
      expect(price.nights).toBe(eachNight(of.checkIn, of.checkOut).length)
    }),
  )
})

test('a prize leaves nothing to pay, and taxes in percent are on nothing', () => {
  fc.assert(
    fc.property(rules, stay, (property, of) => {
      const { lines, total } = priced(property, of, { ...PRIZE, coversAll: true, maximumNights: null })
      expect(total).toBe(0)
      expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(0)
      for (const { basis, amount } of lines) if (basis === 'percent') expect(amount).toBe(0)
    }),
  )
})

test('the total by itself is that of the price', () => {
  fc.assert(
    fc.property(rules, fc.option(cents), stay, fc.integer({ min: 0, max: 40 }), (property, baseNightly, of, ahead) => {
      const some = { ...property, baseNightly }
      const context = { today: addDays(of.checkIn, -ahead), gaps: gapsAround(of), promo: null }
      expect(totalOfStay(some, of, context)).toBe(priceStay(some, of, context)?.total ?? null)
    }),
  )
})

test('discounts and codes never exceed the price of the nights, and never reduce cleaning or fees', () => {
  fc.assert(
    fc.property(rules, stay, promo, (property, of, code) => {
      const price = priced(property, of, code)
      const plain = priced({ ...property, discounts: [] }, of)
      expect(-sumOf(price, 'discount')).toBeLessThanOrEqual(sumOf(price, 'nights'))
      for (const kind of ['nights', 'cleaning', 'pet', 'guest'] as const) {
        expect(sumOf(price, kind)).toBe(sumOf(plain, kind))
      }
      expect(price.total).toBeLessThanOrEqual(plain.total)
    }),
  )
})

test('the nights in the lines are the nights of the stay', () => {
  fc.assert(
    fc.property(rules, stay, (property, of) => {
      const price = priced({ ...property, gap: null }, of)
      const counts = price.lines.filter((line) => line.kind === 'nights').map((line) => Number.parseInt(line.label, 10))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(price.nights)
    }),
  )
})

test('a stay split in two costs the same nights', () => {
  fc.assert(
    fc.property(rules, stay, fc.integer({ min: 1, max: 59 }), (property, of, cut) => {
      const middle = addDays(of.checkIn, cut)
      fc.pre(middle < of.checkOut)
      const first = nightsOf(property, { ...of, checkOut: middle })
      const second = nightsOf(property, { ...of, checkIn: middle })
      expect(first + second).toBe(nightsOf(property, of))
    }),
  )
})

test('the order of rows never changes a price', () => {
  fc.assert(
    fc.property(rules, stay, (property, of) => {
      const reversed = {
        ...property,
        seasons: property.seasons.toReversed(),
        rates: property.rates.map((rate) => ({ ...rate, weekdays: rate.weekdays.toReversed() })).toReversed(),
      }
      expect(priced(reversed, of)).toEqual(priced(property, of))
    }),
  )
})

test('without discounts, another night, guest, pet or a higher tax never lowers the price', () => {
  fc.assert(
    fc.property(rules, stay, (discounted, of) => {
      const property = { ...discounted, discounts: [] }
      const total = priced(property, of).total
      expect(priced(property, { ...of, checkOut: addDays(of.checkOut, 1) }).total).toBeGreaterThanOrEqual(total)
      expect(priced(property, { ...of, pets: of.pets + 1 }).total).toBeGreaterThanOrEqual(total)
      expect(priced(property, { ...of, adults: of.adults + 1 }).total).toBeGreaterThanOrEqual(total)
      const another = { ...TAX, appliesTo: ['nights' as const] }
      const dearer = { ...property, taxes: [...property.taxes, another] }
      expect(priced(dearer, of).total).toBeGreaterThanOrEqual(total)
    }),
  )
})

test('each tax is within half a cent of its exact share', () => {
  fc.assert(
    fc.property(rules, stay, promo, (property, of, code) => {
      const taxedBy = (...ids: string[]) => property.fees.map((fee) => ({ ...fee, taxedBy: ids }))
      for (const [part, kinds] of Object.entries(LINES_OF)) {
        const appliesTo = part === 'fees' ? [] : [part as 'nights' | 'cleaning']
        const fees = part === 'fees' ? taxedBy(TAX.id) : taxedBy()
        const price = priced({ ...property, fees, taxes: [{ ...TAX, appliesTo }] }, of, code)
        const base = kinds.reduce((sum, kind) => sum + sumOf(price, kind), 0)
        for (const { kind, taxable } of price.lines) if (kind === 'tax') expect(taxable).toBe(base)
        const off = BigInt(sumOf(price, 'tax')) * 1_000_000n - BigInt(base) * 104_321n
        expect(off > -500_000n && off <= 500_000n).toBe(true)
      }
    }),
  )
})

const NO_CHANGES = { gap: null, discounts: [], fees: [] }

test('the nights after the first N add nothing to a tax on these', () => {
  fc.assert(
    fc.property(rules, stay, (some, of) => {
      const taxed = (change: Partial<Tax>, until = of.checkOut) =>
        sumOf(priced({ ...some, ...NO_CHANGES, taxes: [{ ...TAX, ...change }] }, { ...of, checkOut: until }), 'tax')
      const two = addDays(of.checkIn, 2)
      fc.pre(of.checkOut >= two)
      for (const basis of ['percent', 'night', 'guest-night'] as const) {
        const only = { basis, appliesTo: ['nights' as const] }
        expect(taxed({ ...only, taxedNights: 2 })).toBe(taxed(only, two))
      }
    }),
  )
})

const LINES_OF = {
  nights: ['nights', 'discount'],
  cleaning: ['cleaning'],
  fees: ['fee', 'guest', 'pet'],
} satisfies Record<string, PriceLine['kind'][]>

test('when every night has an override, no other rate matters', () => {
  fc.assert(
    fc.property(rules, stay, cents, (property, of, price) => {
      const dates = eachNight(of.checkIn, of.checkOut)
      const overrides = Object.fromEntries(dates.map((night) => [night, { price, minimumStay: null, reason: null }]))
      expect(nightsOf({ ...property, overrides }, of)).toBe(price * dates.length)
    }),
  )
})
