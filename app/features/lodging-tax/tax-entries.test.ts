import { expect, test } from 'vitest'
import type { PriceLine } from '#app/features/pricing/price.ts'
import type { CountedStay } from '#app/features/reports/counted-stay.ts'
import type { Period } from '#app/features/reports/periods.ts'
import {
  type CountedBy,
  type CountingRule,
  dueOn,
  type PropertyTax,
  type TaxEntry,
  taxAdjustments,
  taxEntries,
  taxFigures,
} from './lodging-tax.ts'

const CITY = 'Steamboat Springs'
const COUNTY = 'Oconee County'
const TAX: PropertyTax = { id: 'lodging', propertyId: 'cabin', jurisdiction: CITY, exemptFromNights: 30 }
const [APRIL, MAY, JUNE, JULY] = [
  { from: '2027-04-01', to: '2027-05-01' },
  { from: '2027-05-01', to: '2027-06-01' },
  { from: '2027-06-01', to: '2027-07-01' },
  { from: '2027-07-01', to: '2027-08-01' },
] as const

const line = (amount: number, change: Partial<PriceLine> = {}): PriceLine => ({
  ...{ kind: 'tax', label: 'Lodging tax (10%)', amount, taxId: TAX.id, jurisdiction: CITY },
  ...{ basis: 'percent', taxable: amount * 10, ...change },
})

/** Five nights at the end of May, with 10% tax on the first two. $500.00 of nights, $80 of cleaning, a fee of $20.01. */
const STAY: CountedStay = {
  ...{ reference: 'A1', propertyId: 'cabin', property: 'Cabin', isConfirmed: true, source: 'website' },
  ...{ checkIn: '2027-05-29', checkOut: '2027-06-03', rent: 500_00, cleaning: 80_00, fees: 20_01, refunds: 0 },
  ...{
    nightSums: null,
    taxes: 58_00,
    platformCommission: 0,
    taxLines: [line(58_00)],
    retained: 0,
    endedOn: null,
    movements: [],
  },
}

const rule = (countedBy: CountedBy, until: string | null = null): CountingRule => ({ countedBy, until })

type Input = Partial<Parameters<typeof taxEntries>[1]>
const entriesOf = (stay: Partial<CountedStay>, asked: Input = {}) =>
  taxEntries([{ ...STAY, ...stay }], {
    ...{ period: JUNE, authority: CITY, rules: [rule('check-out')], taxes: [TAX], platforms: new Set() },
    ...asked,
  })
/** Gross, taxable amount and tax of each month from April to July; null where the stay does not count. */
const months = (stay: Partial<CountedStay>, rules: CountingRule[]) =>
  [APRIL, MAY, JUNE, JULY].map((period) => {
    const [one] = entriesOf(stay, { period, rules })
    return one ? [one.gross, one.taxable, one.tax] : null
  })

test('a stay counts in the month of check-out or of check-in, whole', () => {
  expect(months({}, [rule('check-out')])).toEqual([null, null, [600_01, 580_00, 58_00], null])
  expect(months({}, [rule('check-in')])).toEqual([null, [600_01, 580_00, 58_00], null, null])
  // The first day of a month is of that month.
  const early = { checkIn: '2027-05-01', checkOut: '2027-06-01' }
  expect(months(early, [rule('check-out')])[2]).toEqual([600_01, 580_00, 58_00])
  expect(months(early, [rule('check-in')])[1]).toEqual([600_01, 580_00, 58_00])
})

test('by night, each month has its share, rounded so that both add up', () => {
  // Three of five nights are in May: $360.006 of $600.01, so $360.01, and $240.00 in June.
  expect(months({}, [rule('night')])).toEqual([null, [360_01, 348_00, 34_80], [240_00, 232_00, 23_20], null])
})

test('by night, each month has what its nights cost; a tax by night is the same for each night', () => {
  // Three nights of May at $60.00, and two of June at $160.00: $180.00 of $500.00.
  const nightSums = [60_00, 120_00, 180_00, 340_00, 500_00]
  const night = [rule('night')]
  // $600.01 × 180 / 500 is $216.0036.
  expect(months({ nightSums }, night)).toEqual([null, [216_00, 208_80, 20_88], [384_01, 371_20, 37_12], null])
  const byNight = line(10_00, { label: 'Night tax ($2.00 per night)', basis: 'night', taxable: undefined })
  const ofMonth = (period: Period) => entriesOf({ nightSums, taxLines: [byNight] }, { period, rules: night })
  expect([MAY, JUNE].flatMap(ofMonth)).toMatchObject([
    { gross: 216_00, taxable: null, tax: 6_00 },
    { gross: 384_01, taxable: null, tax: 4_00 },
  ])
  const platforms = new Set(['airbnb'] as const)
  const there = { nightSums, taxLines: [line(58_00), byNight], source: 'airbnb' as const }
  const ofPlatform = [MAY, JUNE].map((period) => entriesOf(there, { period, rules: night, platforms })[0]?.tax)
  expect(ofPlatform).toEqual([20_88 + 6_00, 37_12 + 4_00])
  // Nights of May for nothing have no share of the gross, but their tax by night.
  const free = { nightSums: [0, 0, 0, 1_00, 2_00], taxLines: [byNight] }
  expect(entriesOf(free, { period: MAY, rules: night })).toMatchObject([{ gross: 0, tax: 6_00 }])
  expect(entriesOf(free, { period: JULY, rules: night })).toEqual([])
})

test('as it is paid, each month has the share that was paid in it', () => {
  const movements = [
    { on: '2027-04-30', amount: 200_00 },
    { on: '2027-06-01', amount: 458_01 },
  ]
  // $200.00 of $658.01 is 30.395%: $182.37 of $600.01, $176.29 of $580.00, and $17.63 of $58.00.
  const paid = [[182_37, 176_29, 17_63], null, [417_64, 403_71, 40_37], null]
  expect(months({ movements }, [rule('payment')])).toEqual(paid)
  expect(months({ movements: [{ on: '2027-05-01', amount: 658_01 }] }, [rule('payment')])[0]).toBeNull()
})

test('a stay for nothing has no payment to count by', () => {
  const free = {
    rent: 0,
    cleaning: 0,
    fees: 0,
    taxes: 0,
    taxLines: [line(0)],
    movements: [{ on: '2027-06-02', amount: 5 }],
  }
  expect(months(free, [rule('payment')])).toEqual([null, null, null, null])
})

test('what counted by an earlier rule counts once, and the later rule has the rest', () => {
  const rules = [rule('night', '2027-06-01'), rule('check-out')]
  expect(months({}, rules)).toEqual([null, [360_01, 348_00, 34_80], [240_00, 232_00, 23_20], null])
  // All of it counted at check-in, so that the nights of June add nothing.
  expect(months({}, [rule('check-in', '2027-06-01'), rule('night')])).toEqual([
    ...[null, [600_01, 580_00, 58_00], null, null],
  ])
  // The later rule would have had it in May, which the earlier one ended with.
  expect(months({}, [rule('check-out', '2027-06-01'), rule('check-in')])).toEqual([
    ...[null, null, [600_01, 580_00, 58_00], null],
  ])
})

test('what was paid beyond a price that is lower since is taken back by the rule after that by payment', () => {
  const movements = [{ on: '2027-05-10', amount: 800_00 }]
  const rules = [rule('payment', '2027-06-01'), rule('check-out')]
  const [, may, june] = months({ movements, rent: 400_00, taxes: 50_00, taxLines: [line(50_00)] }, rules)
  // $800.00 of $550.01 were paid in May.
  expect(may).toEqual([727_27, 727_26, 72_73])
  expect(june).toEqual([-227_26, -227_26, -22_73])
})

test('only stays and lines of the authority count, and a home that has its tax by now', () => {
  const ofCounty = line(12_00, { jurisdiction: COUNTY, taxId: 'county', label: 'County tax (2%)' })
  const taxLines = [line(58_00), ofCounty]
  expect(entriesOf({ taxLines }).map(({ label, tax }) => [label, tax])).toEqual([['Lodging tax (10%)', 58_00]])
  expect(entriesOf({ taxLines }, { authority: COUNTY, taxes: [] }).map(({ tax }) => tax)).toEqual([12_00])
  expect(entriesOf({ taxLines: [] }, { taxes: [{ ...TAX, propertyId: 'lodge' }] })).toEqual([])
  expect(entriesOf({ taxLines: [] }, { taxes: [{ ...TAX, jurisdiction: COUNTY }] })).toEqual([])
})

test('a stay whose tax had another name then is not exempt under the new one', () => {
  const taxLines = [line(58_00, { jurisdiction: 'City of Steamboat' })]
  expect(entriesOf({ taxLines })).toEqual([])
  const others = [line(12_00, { jurisdiction: COUNTY, taxId: 'county' })]
  expect(entriesOf({ taxLines: others })).toMatchObject([{ kind: 'exempt', label: 'Booked without this tax' }])
})

test('each rate has an entry with the gross of the whole stay; a tax by night has no taxable amount', () => {
  const byNight = line(10_00, { label: 'Night tax ($2.00 per night)', basis: 'night', taxable: undefined })
  expect(entriesOf({ taxLines: [line(58_00), byNight], refunds: 40_00 })).toEqual([
    {
      ...{ kind: 'rate', label: 'Lodging tax (10%)', reference: 'A1', property: 'Cabin' },
      ...{ checkIn: '2027-05-29', checkOut: '2027-06-03', gross: 640_01, refunds: 40_00, taxable: 580_00, tax: 58_00 },
    },
    expect.objectContaining({ label: 'Night tax ($2.00 per night)', gross: 640_01, taxable: null, tax: 10_00 }),
  ])
})

test('a platform remits the tax of its stays, at all rates', () => {
  const taxLines = [line(58_00), line(6_00, { label: 'City tax (1%)' })]
  const platforms = new Set(['airbnb'] as const)
  expect(entriesOf({ taxLines, source: 'airbnb' }, { platforms })).toMatchObject([
    { kind: 'platform', label: 'airbnb', gross: 600_01, taxable: 0, tax: 64_00 },
  ])
  expect(entriesOf({ taxLines, source: 'website' }, { platforms }).map(({ kind }) => kind)).toEqual(['rate', 'rate'])
})

test('a long stay is exempt from the nights on that its tax names, and says the lowest of several', () => {
  const long = { checkIn: '2027-05-02', checkOut: '2027-06-01', taxLines: [], taxes: 0 }
  const why = (stay: Partial<CountedStay>, ...from: (number | null)[]) =>
    entriesOf(stay, { taxes: from.map((exemptFromNights) => ({ ...TAX, exemptFromNights })) }).map(
      ({ kind, label, gross, taxable, tax }) => [kind, label, gross, taxable, tax],
    )
  expect(why(long, 30)).toEqual([['exempt', '30 nights or more', 600_01, 0, 0]])
  expect(why(long, 31)).toEqual([['exempt', 'Booked without this tax', 600_01, 0, 0]])
  expect(why(long, null)).toEqual([['exempt', 'Booked without this tax', 600_01, 0, 0]])
  expect(why(long, 29, null, 28)).toEqual([['exempt', '28 nights or more', 600_01, 0, 0]])
})

test('what was kept of a canceled stay is listed without tax, in the month in which it ended', () => {
  const canceled = { isConfirmed: false, retained: 150_00, endedOn: '2027-06-01' }
  const kept = { kind: 'canceled', label: 'Kept of canceled stays: nobody stayed', gross: 150_00 }
  expect(entriesOf(canceled)).toMatchObject([{ ...kept, refunds: 0, taxable: 0, tax: 0 }])
  expect(entriesOf({ ...canceled, endedOn: '2027-05-31' })).toEqual([])
  expect(entriesOf({ ...canceled, endedOn: '2027-07-01' })).toEqual([])
  expect(entriesOf({ ...canceled, retained: 0 })).toEqual([])
  expect(entriesOf({ ...canceled, endedOn: null })).toEqual([])
})

const entry = (change: Partial<TaxEntry>): TaxEntry => ({
  ...{ kind: 'rate', label: 'Lodging tax (10%)', reference: 'A1', property: 'Cabin', checkIn: '2027-05-29' },
  ...{ checkOut: '2027-06-03', gross: 600_00, refunds: 10_00, taxable: 500_00, tax: 50_00, ...change },
})

test('a report sums its entries by kind and label, in the order rates, exempt, canceled, platform', () => {
  const figures = taxFigures(
    [
      entry({ kind: 'platform', label: 'airbnb', reference: 'B', taxable: 0, tax: 7_00 }),
      entry({ kind: 'canceled', label: 'Kept', reference: 'C', taxable: 0, tax: 0, gross: 90_00 }),
      entry({ kind: 'exempt', label: '30 nights or more', reference: 'D', taxable: 0, tax: 0, gross: 80_00 }),
      entry({ label: 'Night tax', taxable: null, tax: 5_00 }),
      entry({}),
      entry({ reference: 'E', gross: 300_00, refunds: 1_00, taxable: 200_00, tax: 20_00 }),
      entry({ reference: 'E', gross: 300_00, refunds: 0, taxable: 100_00, tax: 10_00 }),
    ],
    [
      { ...entry({ reference: 'F', gross: -100_00, taxable: -100_00, tax: -10_00 }), period: MAY },
      { ...entry({ kind: 'platform', reference: 'G', tax: -3_00 }), period: MAY },
    ],
  )
  const { rows } = figures
  expect(rows.map((row) => [row.kind, row.label, row.stays, row.gross, row.refunds, row.taxable, row.tax])).toEqual([
    ['rate', 'Lodging tax (10%)', 2, 1_200_00, 11_00, 800_00, 80_00],
    ['rate', 'Night tax', 1, 600_00, 10_00, null, 5_00],
    ['exempt', '30 nights or more', 1, 80_00, 10_00, 0, 0],
    ['canceled', 'Kept', 1, 90_00, 10_00, 0, 0],
    ['platform', 'airbnb', 1, 600_00, 10_00, 0, 7_00],
  ])
  // $85 at the rates, less $10 for May. The platform’s $7 are not due.
  expect(figures.due).toBe(75_00)
})

test('a change since a filing is filed by stay and by tax, with gross, refunds and taxable', () => {
  const byNight = { label: 'Night tax ($2.00 per night)', taxable: null }
  const filed = [entry({}), entry({ ...byNight, tax: 5_00 }), entry({ reference: 'B2' }), entry({ reference: 'C3' })]
  const now = [
    // $200.00 went back, of that $16.94 taxes.
    entry({ refunds: 193_06, taxable: 316_94, tax: 34_23 }),
    entry({ ...byNight, refunds: 193_06, tax: 3_83 }),
    entry({ reference: 'C3' }),
    entry({ reference: 'D4', property: 'Lodge', gross: 70_00, refunds: 0, taxable: 70_00, tax: 7_00 }),
  ]
  const changes = taxAdjustments(MAY, filed, now).map((row) => [
    ...[row.reference, row.property, row.label, row.gross, row.refunds, row.taxable, row.tax],
  ])
  expect(changes).toEqual([
    ['A1', 'Cabin', 'Lodging tax (10%)', 0, 183_06, -183_06, -15_77],
    ['A1', 'Cabin', 'Night tax ($2.00 per night)', 0, 183_06, null, -1_17],
    ['D4', 'Lodge', 'Lodging tax (10%)', 70_00, 0, 70_00, 7_00],
    ['B2', 'Cabin', 'Lodging tax (10%)', -600_00, -10_00, -500_00, -50_00],
  ])
  expect(taxAdjustments(MAY, filed, now)[0]).toMatchObject({
    ...{ period: MAY, kind: 'rate', checkIn: '2027-05-29', checkOut: '2027-06-03' },
  })
})

test('a stay that was canceled since is taken out of its tax, and what was kept is listed without tax', () => {
  const kept = entry({ kind: 'canceled', label: 'Kept', gross: 90_00, refunds: 0, taxable: 0, tax: 0 })
  const rows = taxAdjustments(MAY, [entry({})], [kept]).map(({ kind, gross, refunds, taxable, tax }) => [
    ...[kind, gross, refunds, taxable, tax],
  ])
  expect(rows).toEqual([
    ['canceled', 90_00, 0, 0, 0],
    ['rate', -600_00, -10_00, -500_00, -50_00],
  ])
})

test('any of the four amounts is a change, also of a platform’s stay, whose tax is not due', () => {
  const theirs = entry({ kind: 'platform', label: 'airbnb', taxable: 0, tax: 50_00 })
  const changes = taxAdjustments(MAY, [theirs], [{ ...theirs, gross: 400_00, tax: 30_00 }])
  expect(changes).toMatchObject([{ kind: 'platform', gross: -200_00, tax: -20_00 }])
  expect(taxFigures([], changes).due).toBe(0)
  for (const change of [{ tax: 49_99 }, { taxable: 499_99 }, { refunds: 10_01 }, { gross: 600_01 }]) {
    expect(taxAdjustments(MAY, [entry({})], [entry(change)]), JSON.stringify(change)).toHaveLength(1)
  }
  expect(taxAdjustments(MAY, [entry({})], [entry({})])).toEqual([])
})

test('a filing is due on its day of the month after the period', () => {
  expect(dueOn(JUNE, { dueDay: 5 })).toBe('2027-07-05')
  expect(dueOn({ from: '2027-10-01', to: '2028-01-01' }, { dueDay: 20 })).toBe('2028-01-20')
})
