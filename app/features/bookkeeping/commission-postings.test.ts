import { expect, test } from 'vitest'
import { type EarnedStay, journalOf } from './bookkeeping.ts'

const COMMISSION = 'Commission of the platform'

/** A stay of $1,480 with its taxes, which its guest paid to the platform. It keeps $222, and pays $1,258 out. */
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
  movements: [{ on: '2027-06-10', amount: 1_480_00 }],
  taxes: [{ jurisdiction: 'Oconee County', amount: 130_00 }],
}

const JUNE = { from: '2027-06-01', to: '2027-07-01' }

const journal = (...stays: EarnedStay[]) =>
  journalOf(JUNE, { movements: [], stays, moves: [], payouts: [] }).map(
    ({ on, account, detail, amount }) => [on.slice(5), account, detail, amount] as const,
  )
const inAccount = (name: string, ...stays: EarnedStay[]) =>
  journal(...stays).flatMap(([on, account, , amount]) => (account === name ? [[on, amount]] : []))

test('what a platform keeps is a cost at check-out, which never came to the bank', () => {
  const paid = {
    reference: 'A1',
    property: 'Cabin',
    kind: 'paid-elsewhere',
    on: '2027-06-10',
    amount: 1_480_00,
  } as const
  const all = journalOf(JUNE, { movements: [paid], stays: [STAY], moves: [], payouts: [] })
  const sumOf = (name: string) => all.reduce((sum, { account, amount }) => sum + (account === name ? amount : 0), 0)
  expect([sumOf('commissions'), sumOf('bank'), sumOf('deposits'), sumOf('receivables')]).toEqual([
    222_00, 1_258_00, 0, 0,
  ])
  expect(journal(STAY)).toContainEqual(['06-20', 'commissions', COMMISSION, 222_00])
  expect(journal(STAY)).toContainEqual(['06-20', 'bank', COMMISSION, -222_00])
})

test('a commission that is corrected after check-out is posted on that day', () => {
  const corrected = { ...STAY, from: '2027-06-25', platformCommission: 200_00 }
  expect(inAccount('commissions', { ...STAY, until: '2027-06-25' }, corrected)).toEqual([
    ['06-20', 222_00],
    ['06-25', -22_00],
  ])
})
