import { expect, test } from 'vitest'
import type { CountedStay } from '../report/counted-stay.ts'
import { type OwnerTerms, staysOfMonth } from './statement.ts'

const ALL: OwnerTerms = {
  ...{ commissionPercent: '20', commissionOn: 'all', commissionPerStay: 0, getsCleaning: true, getsFees: true },
}
const CABIN = { id: 'cabin', name: 'Cabin', cleanerPay: 0 }
type Parts = Pick<CountedStay, 'rent' | 'cleaning' | 'fees'>

const stated = (parts: Parts, terms: OwnerTerms) => {
  const stay: CountedStay = {
    ...{ reference: 'A1', propertyId: 'cabin', home: 'Cabin', isConfirmed: true, source: 'website', ...parts },
    ...{ checkIn: '2027-07-01', checkOut: '2027-07-03', refunds: 0, taxes: 0, taxLines: [], kept: 0 },
    ...{ endedOn: null, movements: [] },
  }
  const month = { from: '2027-07-01', to: '2027-08-01' }
  const [one] = staysOfMonth([stay], { month, homes: [CABIN], terms, statedBy: () => null })
  return one
}

const EACH_TERMS: OwnerTerms[] = [
  ALL,
  { ...ALL, getsCleaning: false },
  { ...ALL, getsFees: false },
  { ...ALL, commissionOn: 'rent', getsCleaning: false, getsFees: false },
]

test('a prize whose tax by night takes the fees below zero bills the manager, and no owner', () => {
  const prize = { rent: 0, cleaning: 0, fees: -20_00 }
  for (const terms of EACH_TERMS) {
    expect(stated(prize, terms)).toMatchObject({ revenue: -20_00, notPassedOn: -20_00, commission: 0, payout: 0 })
  }
})

test('a stay from before migration 0098, whose rent is below zero, is stated as one from after it', () => {
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
