import { expect, test } from 'vitest'
import { type EarnedStay, journalOf, type Movement, type PaidOut, type Posting, sumsByAccount } from './bookkeeping.ts'

const JUNE = { from: '2027-06-01', to: '2027-07-01' }
const NOTHING = { movements: [], stays: [], moves: [], payouts: [] }
const CABIN = { reference: 'A1', property: 'Cabin' }

const short = (postings: Posting[]) =>
  postings.map(({ on, account, property, detail, amount }) => [on.slice(5), account, property, detail, amount])
const journal = (recorded: Partial<Parameters<typeof journalOf>[1]>, period = JUNE) =>
  journalOf(period, { ...NOTHING, ...recorded })

const moved = (kind: Movement['kind'], amount: number, change: Partial<Movement> = {}): Movement => ({
  ...CABIN,
  on: '2027-06-10',
  kind,
  amount,
  ...change,
})

test('each movement of money is a debit of one account and a credit of another', () => {
  const postings = (kind: Movement['kind']) =>
    journal({ movements: [moved(kind, 100_00)] }).map(({ account, detail, amount }) => [account, detail, amount])
  const charged = 'Charged to cards'
  expect(postings('charged')).toEqual([
    ['cards', charged, 100_00],
    ['deposits', charged, -100_00],
  ])
  const refunded = 'Refunded to cards'
  expect(postings('refunded')).toEqual([
    ['cards', refunded, -100_00],
    ['deposits', refunded, 100_00],
  ])
  const returned = 'Returned by hand'
  expect(postings('refunded-elsewhere')).toEqual([
    ['bank', returned, -100_00],
    ['deposits', returned, 100_00],
  ])
  const disputed = 'Disputed by guests'
  expect(postings('disputed')).toEqual([
    ['cards', disputed, -100_00],
    ['deposits', disputed, 100_00],
  ])
  const byHand = 'Paid by hand'
  expect(postings('paid-elsewhere')).toEqual([
    ['bank', byHand, 100_00],
    ['deposits', byHand, -100_00],
  ])
  const kept = 'Kept of canceled stays'
  expect(postings('retained')).toEqual([
    ['deposits', kept, 100_00],
    ['retained', kept, -100_00],
  ])
})

test('a day’s amounts of one account, home and detail are one posting with its bookings, each named once', () => {
  const movements = [
    moved('charged', 100_00),
    moved('charged', 20_00),
    moved('charged', 5_00, { reference: 'B2' }),
    moved('charged', 300_00, { reference: 'C3', property: 'Lodge' }),
    moved('charged', 7_00, { on: '2027-06-09' }),
  ]
  const postings = journal({ movements })
  expect(
    postings.map(({ on, account, property, amount, references }) => [
      on.slice(8),
      account,
      property,
      amount,
      references,
    ]),
  ).toEqual([
    ['09', 'cards', 'Cabin', 7_00, ['A1']],
    ['09', 'deposits', 'Cabin', -7_00, ['A1']],
    ['10', 'cards', 'Cabin', 125_00, ['A1', 'B2']],
    ['10', 'cards', 'Lodge', 300_00, ['C3']],
    ['10', 'deposits', 'Cabin', -125_00, ['A1', 'B2']],
    ['10', 'deposits', 'Lodge', -300_00, ['C3']],
  ])
})

test('only what happened in the period is posted, and nothing where it adds up to 0', () => {
  const on = (day: string) => moved('charged', 1_00, { on: day })
  expect(journal({ movements: ['2027-05-31', '2027-06-01', '2027-06-30', '2027-07-01'].map(on) })).toMatchObject([
    ...[{ on: '2027-06-01' }, { on: '2027-06-01' }, { on: '2027-06-30' }, { on: '2027-06-30' }],
  ])
  expect(journal({ movements: [moved('charged', 5_00), moved('charged', -5_00)] })).toEqual([])
})

const STAY: EarnedStay = {
  ...CABIN,
  isConfirmed: true,
  checkOut: '2027-06-20',
  from: '2027-05-02',
  until: null,
  rent: 1_000_00,
  cleaning: 300_00,
  fees: 50_00,
  platformCommission: 0,
  retainedElsewhere: 0,
  movements: [{ on: '2027-05-02', amount: 1_480_00 }],
  taxes: [
    { jurisdiction: 'Oconee County', amount: 39_00 },
    { jurisdiction: 'South Carolina', amount: 91_00 },
  ],
}

test('a stay earns its parts on the day of check-out, and taxes are owed to each authority', () => {
  expect(short(journal({ stays: [STAY] }))).toEqual([
    ['06-20', 'deposits', 'Cabin', 'Cleaning', 300_00],
    ['06-20', 'deposits', 'Cabin', 'Fees', 50_00],
    ['06-20', 'deposits', 'Cabin', 'Oconee County', 39_00],
    ['06-20', 'deposits', 'Cabin', 'Rent', 1_000_00],
    ['06-20', 'deposits', 'Cabin', 'South Carolina', 91_00],
    ['06-20', 'rent', 'Cabin', 'Rent', -1_000_00],
    ['06-20', 'cleaning', 'Cabin', 'Cleaning', -300_00],
    ['06-20', 'fees', 'Cabin', 'Fees', -50_00],
    ['06-20', 'taxes', 'Cabin', 'Oconee County', -39_00],
    ['06-20', 'taxes', 'Cabin', 'South Carolina', -91_00],
  ])
})

test('what is not paid at check-out is a receivable, and not a deposit below zero, until it is paid', () => {
  const owedOf = (stay: Partial<EarnedStay>, period = JUNE) =>
    short(journal({ stays: [{ ...STAY, ...stay }] }, period))
      .filter(([, account]) => account === 'receivables')
      .map(([on, , , , amount]) => [on, amount])
  const paid = (...movements: [on: string, amount: number][]) => movements.map(([on, amount]) => ({ on, amount }))
  expect(owedOf({ movements: [] })).toEqual([['06-20', 1_480_00]])
  expect(owedOf({ movements: paid(['2027-05-02', 1_000_00]) })).toEqual([['06-20', 480_00]])
  expect(owedOf({ movements: paid(['2027-06-20', 1_480_00]) })).toEqual([])
  // What comes after check-out lowers it, and what a bank takes back raises it.
  const late = paid(['2027-06-22', 400_00], ['2027-06-25', 1_080_00], ['2027-06-28', -300_00])
  expect(owedOf({ movements: late })).toEqual([
    ['06-20', 1_480_00],
    ['06-22', -400_00],
    ['06-25', -1_080_00],
    ['06-28', 300_00],
  ])
  const july = { from: '2027-07-01', to: '2027-08-01' }
  expect(owedOf({ movements: paid(['2027-07-03', 1_480_00]) }, july)).toEqual([['07-03', -1_480_00]])
  // A price that changed after check-out: the receivable of before ends, and that of now begins.
  expect(owedOf({ movements: [], until: '2027-06-23' })).toEqual([
    ['06-20', 1_480_00],
    ['06-23', -1_480_00],
  ])
  expect(owedOf({ movements: [], isConfirmed: false })).toEqual([])
})

test('a posting names the bookings with a part in it, and no others', () => {
  const other = { ...STAY, reference: 'B2', cleaning: 0, movements: [{ on: '2027-05-02', amount: 500_00 }] }
  const postings = journal({ stays: [STAY, { ...other, fees: -50_00 }, { ...other, reference: 'C3', fees: 0 }] })
  const references = (account: string, detail: string) =>
    postings.find((posting) => posting.account === account && posting.detail === detail)?.references
  expect(references('rent', 'Rent')).toEqual(['A1', 'B2', 'C3'])
  expect(references('cleaning', 'Cleaning')).toEqual(['A1'])
  expect(references('fees', 'Fees')).toBeUndefined()
  expect(references('receivables', 'Not paid yet')).toEqual(['B2', 'C3'])
})

test('a version owes from its own day after check-out until the next one, and only with payments of that time', () => {
  const owed = (stay: Partial<EarnedStay>) =>
    short(journal({ stays: [{ ...STAY, movements: [], ...stay }] }, { from: '2027-01-01', to: '2028-01-01' }))
      .filter(([, account]) => account === 'receivables')
      .map(([on, , , , amount]) => [on, amount])
  expect(owed({ from: '2027-06-25' })).toEqual([['06-25', 1_480_00]])
  expect(owed({ until: '2027-06-19' })).toEqual([])
  expect(owed({ until: '2027-06-20' })).toEqual([])
  const movements = [
    { on: '2027-06-20', amount: 80_00 },
    { on: '2027-06-21', amount: 300_00 },
    { on: '2027-06-22', amount: 500_00 },
    { on: '2027-06-23', amount: 600_00 },
  ]
  expect(owed({ movements, until: '2027-06-22' })).toEqual([
    ['06-20', 1_400_00],
    ['06-21', -300_00],
    ['06-22', -1_100_00],
  ])
})

const RENT_ONLY = { ...STAY, cleaning: 0, fees: 0, taxes: [] }
const rentOf = (...stays: EarnedStay[]) =>
  journal({ stays })
    .filter(({ account }) => account === 'rent' || account === 'retained')
    .map(({ on, account, amount }) => [on.slice(5), account, amount])

test('what changes before check-out earns nothing; what changes after it is taken back on that day', () => {
  expect(rentOf({ ...RENT_ONLY, until: '2027-06-19' })).toEqual([])
  expect(rentOf({ ...RENT_ONLY, until: '2027-06-20' })).toEqual([])
  expect(rentOf({ ...RENT_ONLY, until: '2027-06-25' })).toEqual([
    ['06-20', 'rent', -1_000_00],
    ['06-25', 'rent', 1_000_00],
  ])
  // $100 went back on June 25.
  const after = { ...RENT_ONLY, from: '2027-06-25', rent: 900_00 }
  expect(rentOf({ ...RENT_ONLY, until: '2027-06-25' }, after)).toEqual([
    ...[
      ['06-20', 'rent', -1_000_00],
      ['06-25', 'rent', 100_00],
    ],
  ])
})

test('a stay of an older version, whose rent is below zero, is posted as it was until it changes', () => {
  const before = { ...RENT_ONLY, rent: -40_00, cleaning: 300_00, until: '2027-06-25' }
  const after = { ...before, from: '2027-06-25', until: null, rent: 0, cleaning: 260_00 }
  const income = journal({ stays: [before, after] }).filter(({ account }) => account !== 'deposits')
  expect(income.map(({ on, account, amount }) => [on.slice(5), account, amount])).toEqual([
    ['06-20', 'rent', 40_00],
    ['06-20', 'cleaning', -300_00],
    ['06-25', 'rent', -40_00],
    ['06-25', 'cleaning', 40_00],
  ])
})

test('a canceled stay earns what of payments by hand is kept, on the day on which it became so', () => {
  const canceled = { ...STAY, isConfirmed: false, retainedElsewhere: 400_00, from: '2027-06-05' }
  expect(short(journal({ stays: [canceled] }))).toEqual([
    ['06-05', 'deposits', 'Cabin', 'Kept of canceled stays', 400_00],
    ['06-05', 'retained', 'Cabin', 'Kept of canceled stays', -400_00],
  ])
  expect(rentOf({ ...canceled, retainedElsewhere: 0 })).toEqual([])
})

test('a deposit moves from one home to another', () => {
  const moves = [{ on: '2027-06-07', reference: 'A1', from: 'Cabin', to: 'Lodge', amount: 250_00 }]
  expect(short(journal({ moves }))).toEqual([
    ['06-07', 'deposits', 'Cabin', 'Moved to another home', 250_00],
    ['06-07', 'deposits', 'Lodge', 'Moved to another home', -250_00],
  ])
})

const PAYOUT: PaidOut = {
  id: 'po_1',
  amount: 950_00,
  arrivesOn: '2027-06-15',
  hasArrived: true,
  failedOn: null,
  isListed: true,
  parts: [
    { property: 'Cabin', fees: 30_00, unmatched: 0, net: 670_00 },
    { property: 'Lodge', fees: 10_00, unmatched: -20_00, net: 290_00 },
  ],
}

test('a payout empties the card payments: money, fees, and what the bookings do not have', () => {
  const postings = journal({ payouts: [PAYOUT] })
  // $670 and $290 are $960, and $950 arrived: $10 are about no home.
  expect(short(postings)).toEqual([
    ['06-15', 'cards', '', 'Not in the bookings', -10_00],
    ['06-15', 'cards', '', 'Payout po_1', -950_00],
    ['06-15', 'cards', 'Cabin', 'Fees of card payments', -30_00],
    ['06-15', 'cards', 'Lodge', 'Fees of card payments', -10_00],
    ['06-15', 'cards', 'Lodge', 'Not in the bookings', -20_00],
    ['06-15', 'bank', '', 'Payout po_1', 950_00],
    ['06-15', 'processing', 'Cabin', 'Fees of card payments', 30_00],
    ['06-15', 'processing', 'Lodge', 'Fees of card payments', 10_00],
    ['06-15', 'unmatched', '', 'Not in the bookings', 10_00],
    ['06-15', 'unmatched', 'Lodge', 'Not in the bookings', 20_00],
  ])
  expect(postings.map(({ payout, references }) => [payout, references])).toEqual(postings.map(() => ['po_1', []]))
})

test('a payout whose content is unknown has no rest; one that has not arrived brings no money', () => {
  const bank = (change: Partial<PaidOut>) =>
    short(journal({ payouts: [{ ...PAYOUT, parts: [], ...change }] })).map(([on, account, , , amount]) => [
      on,
      account,
      amount,
    ])
  expect(bank({ isListed: false })).toEqual([
    ['06-15', 'cards', -950_00],
    ['06-15', 'bank', 950_00],
  ])
  expect(bank({ isListed: false, hasArrived: false, failedOn: '2027-06-18' })).toEqual([])
  expect(bank({ isListed: false, failedOn: '2027-06-18' })).toEqual([
    ...[
      ['06-15', 'cards', -950_00],
      ['06-15', 'bank', 950_00],
      ['06-18', 'cards', 950_00],
      ['06-18', 'bank', -950_00],
    ],
  ])
})

test('the sums are by account, in their order, debits beside credits', () => {
  const movements = [moved('refunded', 40_00), moved('charged', 100_00), moved('paid-elsewhere', 5_00)]
  expect(sumsByAccount(journal({ movements }))).toEqual([
    { account: 'cards', debit: 100_00, credit: 40_00 },
    { account: 'bank', debit: 5_00, credit: 0 },
    { account: 'deposits', debit: 40_00, credit: 105_00 },
  ])
  expect(sumsByAccount([])).toEqual([])
})
