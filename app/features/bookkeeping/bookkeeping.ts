import { isWithin, type Period } from '#app/features/reports/periods.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'

/** The accounts that the journal posts to, with their names until an operator has others. */
export const ACCOUNTS = {
  cards: 'Card payments',
  bank: 'Bank',
  deposits: 'Guest deposits',
  receivables: 'Guest receivables',
  rent: 'Rental income',
  cleaning: 'Cleaning income',
  fees: 'Fee income',
  retained: 'Cancellation income',
  taxes: 'Lodging tax payable',
  commissions: 'Platform commissions',
  processing: 'Payment fees',
  unmatched: 'Unmatched card payments',
} as const
type Account = keyof typeof ACCOUNTS
export type AccountNames = Record<Account, string>

/** A movement of money in the ledger, on its day at the home. */
export type Movement = {
  on: IsoDate
  kind: 'charged' | 'refunded' | 'refunded-elsewhere' | 'disputed' | 'paid-elsewhere' | 'retained'
  reference: string
  property: string
  amount: Cents
}

/** The amount that a stay had paid when it moved to another home. */
export type MovedDeposit = { on: IsoDate; reference: string; from: string; to: string; amount: Cents }

/** The earnings of a version of a stay: from `from` until `until`, when something about it changed. */
export type EarnedStay = {
  reference: string
  property: string
  isConfirmed: boolean
  checkOut: IsoDate
  from: IsoDate
  until: IsoDate | null
  rent: Cents
  cleaning: Cents
  fees: Cents
  /** The part that the platform keeps of what the guest paid there. It never arrives in the bank. */
  platformCommission: Cents
  taxes: { jurisdiction: string; amount: Cents }[]
  /** Payments and returns, at any time, on the day at the home. */
  movements: readonly { on: IsoDate; amount: Cents }[]
  /** The part of payments by hand that a canceled stay does not return. That of cards is in the ledger. */
  retainedElsewhere: Cents
}

/** A payout of card payments, with its lines. */
export type PaidOut = {
  id: string
  amount: Cents
  arrivesOn: IsoDate
  /** It is in the bank, or was. */
  hasArrived: boolean
  /** When the bank returned it. */
  failedOn: IsoDate | null
  /** Whether its lines are known. */
  isListed: boolean
  /** By home, empty for amounts of none: fees, differences from the ledger, and the arriving amount. */
  parts: { property: string; fees: Cents; unmatched: Cents; net: Cents }[]
}

/** The subject of an amount. */
type About = { on: IsoDate; property: string; detail: string; amount: Cents }

/**
 * A posting to an account on a day, with the bookings or the first payout behind it. Above 0 is a debit, below 0 a
 * credit.
 */
export type Posting = About & { account: Account; references: string[]; payout?: string }

/** An amount from one account to another, of a booking or a payout. It may be credited to another home. */
type Transfer = About & {
  debit: Account
  credit: Account
  creditProperty?: string
  reference?: string
  payout?: string
}

const MOVES: Record<Movement['kind'], { debit: Account; credit: Account; detail: string }> = {
  charged: { debit: 'cards', credit: 'deposits', detail: 'Charged to cards' },
  refunded: { debit: 'deposits', credit: 'cards', detail: 'Refunded to cards' },
  'refunded-elsewhere': { debit: 'deposits', credit: 'bank', detail: 'Returned by hand' },
  disputed: { debit: 'deposits', credit: 'cards', detail: 'Disputed by guests' },
  'paid-elsewhere': { debit: 'bank', credit: 'deposits', detail: 'Paid by hand' },
  retained: { debit: 'deposits', credit: 'retained', detail: 'Kept of canceled stays' },
}

type Recorded = {
  movements: readonly Movement[]
  stays: readonly EarnedStay[]
  moves: readonly MovedDeposit[]
  payouts: readonly PaidOut[]
}

/**
 * The journal of a period: each day’s postings by account and home, which add up to 0. Guests’ payments are deposits
 * until check-out, when the stay earns them. What is not paid by then is a receivable, until it is. What changes later
 * about a stay is posted on the day of the change.
 */
export function journalOf(period: Period, { movements, stays, moves, payouts }: Recorded): Posting[] {
  const transfers: Transfer[] = [
    ...movements.map(({ kind, ...movement }) => ({ ...movement, ...MOVES[kind] })),
    ...stays.flatMap(earned),
    ...stays.flatMap(owed),
    ...moves.map(moved),
    ...payouts.flatMap(paidOut),
  ]
  const sums = new Map<string, Posting>()
  const post = (account: Account, amount: Cents, { on, property, detail, reference, payout }: Transfer) => {
    const place = String(Object.keys(ACCOUNTS).indexOf(account)).padStart(2, '0')
    const key = [on, place, property, detail].join('\n')
    const sum = sums.get(key) ?? { on, account, property, detail, amount: 0, references: [], payout }
    sum.amount += amount
    if (reference && !sum.references.includes(reference)) sum.references.push(reference)
    sums.set(key, sum)
  }
  for (const transfer of transfers) {
    if (!isWithin(transfer.on, period)) continue
    post(transfer.debit, transfer.amount, transfer)
    post(transfer.credit, -transfer.amount, { ...transfer, property: transfer.creditProperty ?? transfer.property })
  }
  return [...sums]
    .filter(([, { amount }]) => amount !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, posting]) => posting)
}

/** The earnings of a stay at its check-out, and their reversal once something about it changed. */
function earned(stay: EarnedStay): Transfer[] {
  const { reference, property, isConfirmed, checkOut, from, until } = stay
  const begins = isConfirmed && checkOut > from ? checkOut : from
  if (until !== null && begins >= until) return []
  const of = (credit: Account, detail: string, amount: Cents, debit: Account = 'deposits') => ({
    debit,
    credit,
    reference,
    property,
    detail,
    amount,
  })
  const parts = isConfirmed
    ? [
        of('rent', 'Rent', stay.rent),
        of('cleaning', 'Cleaning', stay.cleaning),
        of('fees', 'Fees', stay.fees),
        ...stay.taxes.map(({ jurisdiction, amount }) => of('taxes', jurisdiction, amount)),
        of('bank', 'Commission of the platform', stay.platformCommission, 'commissions'),
      ]
    : [of('retained', MOVES.retained.detail, stay.retainedElsewhere)]
  return parts
    .filter(({ amount }) => amount !== 0)
    .flatMap((part) => [
      { ...part, on: begins },
      ...(until === null ? [] : [{ ...part, on: until, amount: -part.amount }]),
    ])
}

/** The unpaid earnings of a stay that has ended. They decrease with each payment, and end with the version. */
function owed(stay: EarnedStay): Transfer[] {
  const { reference, property, isConfirmed, checkOut, from, until, movements } = stay
  const begins = checkOut > from ? checkOut : from
  if (!isConfirmed || (until !== null && begins >= until)) return []
  const taxes = stay.taxes.reduce((sum, { amount }) => sum + amount, 0)
  const total = stay.rent + stay.cleaning + stay.fees + taxes
  const paidBy = (day: IsoDate) => movements.reduce((sum, { on, amount }) => (on <= day ? sum + amount : sum), 0)
  const later = movements.map(({ on }) => on).filter((on) => on > begins && (until === null || on < until))
  const of = {
    debit: 'receivables' as const,
    credit: 'deposits' as const,
    reference,
    property,
    detail: 'Not paid yet',
  }
  const transfers: Transfer[] = []
  let before = 0
  for (const on of [begins, ...new Set(later.toSorted())]) {
    const now = Math.max(0, total - paidBy(on))
    transfers.push({ ...of, on, amount: now - before })
    before = now
  }
  if (until !== null) transfers.push({ ...of, on: until, amount: -before })
  return transfers.filter(({ amount }) => amount !== 0)
}

/** The guests' payments for a stay move with it to its new home. */
const moved = ({ from, to, ...move }: MovedDeposit): Transfer => ({
  ...move,
  debit: 'deposits',
  credit: 'deposits',
  property: from,
  creditProperty: to,
  detail: 'Moved to another home',
})

/**
 * The amounts that a payout moves from the card payments when it arrives. They are money, fees, and amounts unknown to
 * the ledger. Once everything is paid out, nothing is left there.
 */
function paidOut({ id, amount, arrivesOn, hasArrived, failedOn, isListed, parts }: PaidOut): Transfer[] {
  const on = arrivesOn
  const toBank = { debit: 'bank' as const, credit: 'cards' as const, property: '', detail: `Payout ${id}`, payout: id }
  const rest = isListed ? amount - parts.reduce((sum, { net }) => sum + net, 0) : 0
  const unknown = [...parts, { property: '', fees: 0, unmatched: rest }]
  return [
    ...(hasArrived ? [{ ...toBank, on, amount }] : []),
    ...(hasArrived && failedOn !== null ? [{ ...toBank, on: failedOn, amount: -amount }] : []),
    ...unknown.flatMap(({ property, fees, unmatched }): Transfer[] => {
      const of = { on, property, payout: id }
      return [
        { ...of, debit: 'processing', credit: 'cards', detail: 'Fees of card payments', amount: fees },
        { ...of, debit: 'cards', credit: 'unmatched', detail: 'Not in the bookings', amount: unmatched },
      ]
    }),
  ]
}

/** The sums of a journal by account, in the order of the accounts. */
export function sumsByAccount(postings: readonly Posting[]): { account: Account; debit: Cents; credit: Cents }[] {
  const sum = (of: Posting[]) => of.reduce((total, { amount }) => total + Math.abs(amount), 0)
  return (Object.keys(ACCOUNTS) as Account[]).flatMap((account) => {
    const own = postings.filter((posting) => posting.account === account)
    const debit = sum(own.filter(({ amount }) => amount > 0))
    const credit = sum(own.filter(({ amount }) => amount < 0))
    return own.length > 0 ? [{ account, debit, credit }] : []
  })
}
