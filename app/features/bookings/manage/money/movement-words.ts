import { formatMoney } from '#app/shared/money.ts'
import type { LedgerEntry } from '../managed-stay.ts'

const MOVED: Record<LedgerEntry['kind'], [more: string, less: string]> = {
  charged: ['Charged to the card', 'Taken back by the bank'],
  refunded: ['Refunded to the card', 'Refund returned by the bank'],
  disputed: ['Taken back by the bank, as disputed', 'Given back by the bank after a dispute'],
  'refunded-elsewhere': ['Refused by the card, returned another way', 'Recorded as returned by mistake'],
  retained: ['Kept of the canceled stay', 'Returned of what was kept'],
  'paid-elsewhere': ['Paid outside this site', 'Returned outside this site'],
}

/** A movement of money, in words. */
export const movementWords = ({ kind, amount }: LedgerEntry) =>
  `${MOVED[kind][amount < 0 ? 1 : 0]}: ${formatMoney(Math.abs(amount))}`
