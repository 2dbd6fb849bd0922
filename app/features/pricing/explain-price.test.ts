import { expect, test } from 'vitest'
import { lakeKeowee, largeLuxury } from '#test/pricing.ts'
import { explainStay } from './explain-price.ts'
import { priceStay } from './price.ts'
import type { PricingRules, Season } from './rates.ts'

const COUPLE = { adults: 2, children: 0, pets: 0 }
const holidays: Season = {
  id: 'holidays',
  name: 'Holidays',
  startsOn: '12-24',
  endsOn: '01-01',
  year: null,
  minimumStay: 5,
  checkInDays: null,
}
const rules: PricingRules = {
  ...largeLuxury,
  seasons: [...largeLuxury.seasons, holidays],
  rates: [...largeLuxury.rates, { seasonId: 'holidays', weekdays: [0, 1, 2, 3, 4, 5, 6], price: 210_000, from: null }],
  overrides: { '2026-12-31': { price: 240_000, minimumStay: null, reason: 'New Year’s Eve' } },
  discounts: [
    { label: 'Weekly discount', kind: 'long-stay' as const, threshold: 7, percent: '10' },
    { label: 'Monthly discount', kind: 'long-stay' as const, threshold: 28, percent: '25' },
  ],
  fees: [
    ...lakeKeowee.fees,
    {
      id: 'guests',
      kind: 'guest',
      label: 'Extra guest',
      amount: 2_500,
      per: 'night',
      includedGuests: 1,
      eachPet: false,
      taxedBy: [],
    },
  ],
  taxes: [
    ...largeLuxury.taxes.slice(0, 1),
    { ...largeLuxury.taxes[0], name: 'Bed tax', id: 'bed', exemptFromNights: 7 },
  ] as PricingRules['taxes'],
}
const NOW = { today: '2026-12-01', gaps: new Set<string>(), promo: null }
const week = { ...COUPLE, checkIn: '2026-12-30', checkOut: '2027-01-07' }

test('each night names its rule, and the rules that it has besides say why they do not count', () => {
  const explained = explainStay(rules, week, NOW)
  expect(explained?.nights.map(({ dates, rule, price }) => [dates.length, rule, price])).toEqual([
    [2, 'Holidays, every night', 210_000],
    [1, 'Price of Dec 31 (New Year’s Eve)', 240_000],
    [1, 'Winter, Friday and Saturday', 169_000],
    [4, 'Winter, Sunday to Thursday', 145_000],
  ])
  expect(explained?.nights[1]?.others).toEqual([
    { rule: 'Holidays, every night', price: 210_000, why: 'the price of a date counts before every other' },
    { rule: 'Winter, Sunday to Thursday', price: 145_000, why: 'the price of a date counts before every other' },
    { rule: 'Every night', price: 89_000, why: 'the price of a date counts before every other' },
  ])
  expect(explained?.nights[2]?.others.map(({ why }) => why)).toEqual([
    'Winter counts before the rest of the year',
    'Winter counts before the rest of the year',
  ])
  const weekend = explainStay(rules, { ...COUPLE, checkIn: '2027-06-04', checkOut: '2027-06-05' }, NOW)
  expect(weekend?.nights[0]?.others).toEqual([
    { rule: 'Every night', price: 89_000, why: 'a weekday’s price counts before the price of every night' },
  ])
})

test('a season of exact dates says that it counts before one of every year', () => {
  const exact = { ...holidays, id: 'exact', name: 'New Year 2026', startsOn: '12-20', endsOn: '01-10', year: 2026 }
  const rates = [...rules.rates, { seasonId: 'exact', weekdays: [0, 1, 2, 3, 4, 5, 6], price: 300_000, from: null }]
  const explained = explainStay({ ...rules, rates, seasons: [...rules.seasons, exact] }, week, NOW)
  expect(explained?.nights[0]).toMatchObject({ rule: 'New Year 2026, every night', price: 300_000 })
  expect(explained?.nights[0]?.others[0]).toMatchObject({ price: 210_000, why: 'New Year 2026 has exact dates' })
})

test('the nights of one rule stand together although others lie between them', () => {
  const explained = explainStay({ ...rules, rates: largeLuxury.rates }, { ...week, checkIn: '2026-12-29' }, NOW)
  expect(explained?.nights.find(({ rule }) => rule === 'Winter, Sunday to Thursday')?.dates).toEqual([
    '2026-12-29',
    '2026-12-30',
    '2027-01-03',
    '2027-01-04',
    '2027-01-05',
    '2027-01-06',
  ])
})

test('rules that add nothing say why', () => {
  expect(explainStay(rules, week, NOW)?.skipped).toEqual([
    { rule: 'Monthly discount (25%)', why: 'for stays of 28 nights or more; this is 8 nights' },
    { rule: 'Pet fee', why: 'no pets' },
    { rule: 'Bed tax', why: 'not on stays of 7 nights or more' },
  ])
  const short = explainStay(rules, { ...COUPLE, adults: 1, checkIn: '2027-06-01', checkOut: '2027-06-03' }, NOW)
  expect(short?.skipped).toEqual([
    { rule: 'Weekly discount (10%)', why: 'for stays of 7 nights or more; this is 2 nights' },
    { rule: 'Monthly discount (25%)', why: 'for stays of 28 nights or more; this is 2 nights' },
    { rule: 'Pet fee', why: 'no pets' },
    { rule: 'Extra guest', why: '1 guest included, and this is a party of 1' },
  ])
})

test('discounts by the day of booking say why they count or not', () => {
  const byDay = {
    ...rules,
    discounts: [
      { label: 'Last minute', kind: 'last-minute' as const, threshold: 14, percent: '20' },
      { label: 'Early bird', kind: 'early-bird' as const, threshold: 20, percent: '5' },
      { label: 'Very early', kind: 'early-bird' as const, threshold: 29, percent: '10' },
    ],
  }
  const explained = explainStay(byDay, week, NOW)
  expect(explained?.lines[0]).toMatchObject({
    label: 'Very early (10%)',
    why: 'for stays booked 29 days ahead or more',
  })
  expect(explained?.skipped.slice(0, 2)).toEqual([
    { rule: 'Last minute (20%)', why: 'for check-in within 14 days; this is 29 days ahead' },
    { rule: 'Early bird (5%)', why: 'only the one for the most days counts' },
  ])
})

test('the change of price in a gap says when it counts', () => {
  const gap = { gapMinimumStay: 1, gapPercent: -20 }
  const gaps = new Set([`${week.checkIn} ${week.checkOut}`])
  const filled = explainStay({ ...rules, gap }, week, { ...NOW, gaps })
  const why = 'it fills the nights between two stays, fewer than the minimum'
  expect(filled?.lines[0]).toMatchObject({ label: 'Short stay (-20%)', why })
  expect(explainStay({ ...rules, gap }, week, NOW)?.skipped[0]).toEqual({
    rule: 'Short stay (-20%)',
    why: 'only for a stay that fills a short gap between two others',
  })
})

test('applied rules say what they depend on, and all of it adds up to the price', () => {
  const code = {
    code: 'SNOW',
    percent: '5',
    amount: null,
    stayFrom: null,
    stayUntil: null,
    minimumNights: 1,
    coversAll: false,
    maximumNights: null,
  }
  const explained = explainStay(rules, week, { ...NOW, promo: code })
  expect(explained?.lines.map(({ label, why }) => [label, why])).toEqual([
    ['Weekly discount (10%)', 'for stays of 7 nights or more'],
    ['Code SNOW (5%)', 'off what the nights cost after other discounts'],
    ['Cleaning', undefined],
    ['Extra guest × 1, 8 nights', '1 guest included'],
    ['Sales and marketing district tax (10.4%)', undefined],
  ])
  const nights = explained?.nights.reduce((sum, { dates, price }) => sum + dates.length * price, 0) ?? 0
  const lines = explained?.lines.reduce((sum, { amount }) => sum + amount, 0) ?? 0
  expect(nights + lines).toBe(explained?.total)
  expect(explained?.total).toBe(priceStay(rules, week, { ...NOW, promo: code })?.total)
})

test('a price that begins on a date says so, and wins over the one before it', () => {
  const dated = {
    ...rules,
    rates: [...rules.rates, { seasonId: null, weekdays: [5, 6], price: 119_000, from: '2027-06-01' }],
  }
  const friday = { ...COUPLE, checkIn: '2027-06-04', checkOut: '2027-06-05' }
  expect(explainStay(dated, friday, NOW)?.nights[0]).toMatchObject({
    rule: 'Friday and Saturday, from Jun 1, 2027',
    others: [{ rule: 'Friday and Saturday', why: 'a later price has begun' }, { rule: 'Every night' }],
  })
  const before = { ...COUPLE, checkIn: '2027-05-28', checkOut: '2027-05-29' }
  expect(explainStay(dated, before, NOW)?.nights[0]?.rule).toBe('Friday and Saturday')
})

test('a property without rates has nothing to explain', () => {
  expect(explainStay({ ...rules, baseNightly: null }, week, NOW)).toBeNull()
})
