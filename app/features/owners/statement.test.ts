import { expect, test } from 'vitest'
import type { CountedStay } from '#app/features/reports/counted-stay.ts'
import { changesOf, figuresOf, type OwnerTerms, type StatedBy, staysOfMonth, waitingStays } from './statement.ts'

const ALL: OwnerTerms = {
  commissionPercent: '20',
  commissionOn: 'all',
  commissionPerStay: 0,
  receivesCleaningFee: true,
  receivesOtherFees: true,
  paidStaysOnly: false,
}
const CABIN = { id: 'cabin', name: 'Cabin', cleanerPay: 0 }
type Parts = Pick<CountedStay, 'rent' | 'cleaning' | 'fees'>

const JULY = { from: '2027-07-01', to: '2027-08-01' }
const STAY: CountedStay = {
  reference: 'A1',
  propertyId: 'cabin',
  property: 'Cabin',
  isConfirmed: true,
  source: 'website',
  checkIn: '2027-07-01',
  checkOut: '2027-07-03',
  rent: 0,
  cleaning: 0,
  fees: 0,
  refunds: 0,
  nightSums: null,
  taxes: 0,
  platformCommission: 0,
  taxLines: [],
  retained: 0,
  endedOn: null,
  movements: [],
}

const stated = (parts: Partial<CountedStay>, terms: OwnerTerms, property = CABIN) => {
  const [one] = staysOfMonth([{ ...STAY, ...parts }], {
    month: JULY,
    properties: [property],
    terms,
    statedBy: () => null,
  })
  return one
}

const EACH_TERMS: OwnerTerms[] = [
  ALL,
  { ...ALL, receivesCleaningFee: false },
  { ...ALL, receivesOtherFees: false },
  { ...ALL, commissionOn: 'rent', receivesCleaningFee: false, receivesOtherFees: false },
]

/** A stay of $1,350 and its taxes, in a home whose cleaner gets $90 for each. */
const PAID = { rent: 1_000_00, cleaning: 300_00, fees: 50_00, taxes: 112_50 }
const CLEANED = { ...CABIN, cleanerPay: 90_00 }

test('each line of a stay follows from the terms: a commission is only on what the owner gets', () => {
  const figures = (change: Partial<OwnerTerms>) => {
    const one = stated(PAID, { ...ALL, ...change }, CLEANED)
    return [one?.revenue, one?.notPassedOn, one?.commission, one?.turnover, one?.taxes, one?.payout]
  }
  // 20% of $1,350, and the cleaner’s $90.
  expect(figures({})).toEqual([1_350_00, 0, 270_00, 90_00, 112_50, 990_00])
  // 20% of $1,050: the manager keeps the cleaning fee, and pays the cleaner.
  expect(figures({ receivesCleaningFee: false })).toEqual([1_350_00, 300_00, 210_00, 0, 112_50, 840_00])
  // 20% of $1,300.
  expect(figures({ receivesOtherFees: false })).toEqual([1_350_00, 50_00, 260_00, 90_00, 112_50, 950_00])
  // 20% of $1,000, whatever else there is.
  expect(figures({ receivesCleaningFee: false, receivesOtherFees: false })).toEqual([
    1_350_00, 350_00, 200_00, 0, 112_50, 800_00,
  ])
  // 17.5% of the nights alone, although the owner gets the rest.
  expect(figures({ commissionOn: 'rent', commissionPercent: '17.5' })).toEqual([
    ...[1_350_00, 0, 175_00, 90_00, 112_50, 1_085_00],
  ])
})

test('what a platform keeps of a stay is the owner’s cost, beside the commission of the manager', () => {
  const of = (change: Partial<OwnerTerms>) =>
    stated({ ...PAID, platformCommission: 202_50 }, { ...ALL, ...change }, CLEANED)
  // 20% of $1,350, the platform’s $202.50, and the cleaner’s $90.
  expect(of({})).toMatchObject({ revenue: 1_350_00, commission: 270_00, platformCommission: 202_50, payout: 787_50 })
  // The manager’s commission is of the nights before the platform’s.
  expect(of({ commissionOn: 'rent' })).toMatchObject({ commission: 200_00, platformCommission: 202_50, payout: 857_50 })
})

test('what a guest owes stands beside what is earned, and an unpaid stay waits where its owner’s does', () => {
  // $1,462.50 with taxes. One guest has paid all of it, one $462.50, one nothing; one paid the platform.
  const of = (reference: string, paid: number, change: Partial<CountedStay> = {}): CountedStay => ({
    ...STAY,
    ...PAID,
    reference,
    ...change,
    movements: paid > 0 ? [{ on: '2027-07-01', amount: paid }] : [],
  })
  const stays = [of('A1', 1_462_50), of('B2', 462_50), of('C3', 0), of('D4', 0, { source: 'airbnb' })]
  const figures = (paidStaysOnly: boolean) => {
    const terms = { ...ALL, paidStaysOnly }
    const asked = { month: JULY, properties: [CABIN], terms, statedBy: () => null }
    const parts = { stays: staysOfMonth(stays, asked), waiting: waitingStays(stays, asked) }
    const filed = new Map([
      ['A1', 112_50],
      ['B2', 120_00],
    ])
    return figuresOf({ terms, properties: [CABIN], ...parts, changes: [], costs: [] }, filed)
  }
  const all = figures(false)
  expect(all.stays.map(({ reference, owed, owedTaxes }) => [reference, owed, owedTaxes])).toEqual([
    ['A1', 0, 0],
    ['B2', 1_000_00, 76_92],
    ['C3', 1_462_50, 112_50],
    ['D4', 0, 0],
  ])
  expect(all.sums).toMatchObject({ payout: 4_320_00, owed: 2_462_50, taxes: 450_00, owedTaxes: 189_42 })
  // A stay whose price was lowered since has not more than its tax filed.
  expect(all.sums.filedTaxes).toBe(225_00)
  const waiting = figures(true)
  expect(waiting.stays.map(({ reference }) => reference)).toEqual(['A1', 'D4'])
  expect(waiting.waiting.map(({ reference }) => reference)).toEqual(['B2', 'C3'])
  expect(waiting.sums).toMatchObject({
    payout: 2_160_00,
    owed: 2_462_50,
    taxes: 225_00,
    owedTaxes: 0,
    filedTaxes: 112_50,
  })
})

test('a commission per stay is for a stay that took place, and not for a canceled one', () => {
  const terms = { ...ALL, commissionPerStay: 25_00 }
  expect(stated(PAID, terms, CLEANED)).toMatchObject({ commission: 295_00, payout: 965_00, canceledOn: null })
  const canceled = { ...PAID, isConfirmed: false, retained: 400_00, endedOn: '2027-07-02' }
  expect(stated(canceled, terms, CLEANED)).toMatchObject({
    revenue: 400_00,
    notPassedOn: 0,
    commission: 80_00,
    turnover: 0,
    taxes: 0,
    payout: 320_00,
    canceledOn: '2027-07-02',
  })
})

test('a prize whose tax by night takes the fees below zero bills the manager, and no owner', () => {
  const prize = { rent: 0, cleaning: 0, fees: -20_00 }
  for (const terms of EACH_TERMS) {
    expect(stated(prize, terms)).toMatchObject({ revenue: -20_00, notPassedOn: -20_00, commission: 0, payout: 0 })
  }
})

test('a stay of an older version, whose rent is below zero, is stated as one of today', () => {
  const pairs: [before: Parts, after: Parts][] = [
    [
      { rent: -40_00, cleaning: 300_00, fees: 50_00 },
      { rent: 0, cleaning: 260_00, fees: 50_00 },
    ],
    [
      { rent: -310_00, cleaning: 300_00, fees: 50_00 },
      { rent: 0, cleaning: 0, fees: 40_00 },
    ],
    [
      { rent: -370_00, cleaning: 300_00, fees: 50_00 },
      { rent: 0, cleaning: 0, fees: -20_00 },
    ],
  ]
  for (const terms of EACH_TERMS) {
    for (const [before, after] of pairs) expect(stated(before, terms)).toEqual(stated(after, terms))
  }
})

test('a month has the stays of its own homes that ended in it, and what was kept of a canceled one on that day', () => {
  const listed = (stays: Partial<CountedStay>[], statedBy: StatedBy = () => null) =>
    staysOfMonth(
      stays.map((stay, index) => ({ ...STAY, rent: 100_00, reference: `S${index}`, ...stay })),
      { month: JULY, properties: [CABIN], terms: ALL, statedBy },
    ).map(({ reference }) => reference)
  const checkOuts = ['2027-06-30', '2027-07-01', '2027-07-31', '2027-08-01']
  expect(listed(checkOuts.map((checkOut) => ({ checkOut })))).toEqual(['S1', 'S2'])
  expect(listed([{ propertyId: 'lodge' }])).toEqual([])
  const canceled = { isConfirmed: false, retained: 40_00, endedOn: '2027-07-02' }
  expect(
    listed([
      canceled,
      { ...canceled, retained: 0 },
      { ...canceled, endedOn: '2027-06-30' },
      { ...canceled, endedOn: '2027-08-01' },
      { ...canceled, endedOn: null },
      { ...canceled, propertyId: 'lodge' },
    ]),
  ).toEqual(['S0'])
  // The owner whose statement had the stay gets the retained amount, whoever has the home now.
  expect(listed([{ ...canceled, propertyId: 'lodge' }], () => 'owner')).toEqual(['S0'])
  expect(listed([canceled], () => 'other')).toEqual([])
  const [retained] = staysOfMonth([{ ...STAY, ...canceled, propertyId: 'lodge', property: 'Lodge' }], {
    month: JULY,
    properties: [{ ...CABIN, cleanerPay: 90_00 }],
    terms: ALL,
    statedBy: () => 'owner',
  })
  expect(retained).toMatchObject({ property: 'Lodge', revenue: 40_00, commission: 8_00, turnover: 0, payout: 32_00 })
})

test('a change is the difference to all statements that had the stay, and nothing where there is none', () => {
  const had = (reference: string, rent: number, change: Partial<CountedStay> = {}) => {
    const one = stated({ reference, rent, ...change }, ALL)
    if (!one) throw new Error('the stay is not of the month')
    return one
  }
  const lower = { ...had('A1', 0), revenue: -100_00, commission: -20_00, payout: -80_00 }
  const changes = changesOf(
    '2027-07-01',
    [had('A1', 1_000_00), had('B2', 500_00), lower, had('C3', 300_00)],
    [had('D4', 200_00, { checkIn: '2027-07-02' }), had('A1', 700_00), had('B2', 500_00)],
  )
  expect(
    changes.map(({ reference, month, revenue, commission, payout, checkIn }) => [
      ...[reference, month, revenue, commission, payout, checkIn],
    ]),
  ).toEqual([
    ['A1', '2027-07-01', -200_00, -40_00, -160_00, '2027-07-01'],
    ['C3', '2027-07-01', -300_00, -60_00, -240_00, '2027-07-01'],
    ['D4', '2027-07-01', 200_00, 40_00, 160_00, '2027-07-02'],
  ])
  expect(changesOf('2027-07-01', [], [])).toEqual([])
  const cost = (amount: number) => ({
    id: `${amount}`,
    property: 'Cabin',
    spentOn: '2027-07-05',
    description: 'Repair',
    amount,
    receipt: null,
  })
  const stays = [had('E5', 1_000_00)]
  const parts = { terms: ALL, properties: [CABIN], stays, waiting: [], changes, costs: [cost(50_00), cost(-5_00)] }
  const { sums } = figuresOf(parts, new Map())
  // 80% of $1,000 and of the changes of -$300, less $45 of costs.
  expect(sums).toMatchObject({ revenue: 700_00, commission: 140_00, costs: 45_00, payout: 515_00 })
})
