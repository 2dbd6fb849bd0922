import { expect, test } from 'vitest'
import { type EarnedStay, journalOf } from './bookkeeping.ts'

const COMMISSION = 'Commission of the platform'

/** A stay of $1,480 with its taxes. The platform keeps $222, and pays $1,258 out. */
const STAY: EarnedStay = {
  reference: 'A1',
  property: 'Cabin',
  isConfirmed: true,
  checkOut: '2027-06-20',
  from: '2027-05-02',
  until: null,
  rent: 1_000_00,
  cleaning: 300_00,
  fees: 50_00,
  platformCommission: 222_00,
  retainedElsewhere: 0,
  movements: [{ on: '2027-06-10', amount: 1_258_00 }],
  taxes: [{ jurisdiction: 'Oconee County', amount: 130_00 }],
}

const journal = (...stays: EarnedStay[]) =>
  journalOf({ from: '2027-06-01', to: '2027-07-01' }, { movements: [], stays, moves: [], payouts: [] }).map(
    ({ on, account, detail, amount }) => [on.slice(5), account, detail, amount] as const,
  )
const inAccount = (name: string, ...stays: EarnedStay[]) =>
  journal(...stays).flatMap(([on, account, , amount]) => (account === name ? [[on, amount]] : []))

test('what a platform keeps is a cost at check-out, beside what its payout settles', () => {
  expect(journal(STAY)).toContainEqual(['06-20', 'commissions', COMMISSION, 222_00])
  expect(journal(STAY)).toContainEqual(['06-20', 'deposits', COMMISSION, -222_00])
  // The stay takes $1,480 out of the deposits: $222 of the commission, and $1,258 of the payout.
  expect(inAccount('deposits', STAY).reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(1_258_00)
  expect(inAccount('receivables', STAY)).toEqual([])
})

test('without a payout, the price less the commission is a receivable', () => {
  expect(inAccount('receivables', { ...STAY, movements: [] })).toEqual([['06-20', 1_258_00]])
})

test('a commission that is corrected after check-out is posted on that day', () => {
  const corrected = { ...STAY, from: '2027-06-25', platformCommission: 200_00 }
  expect(inAccount('commissions', { ...STAY, until: '2027-06-25' }, corrected)).toEqual([
    ['06-20', 222_00],
    ['06-25', -22_00],
  ])
})
