import { z } from 'zod/mini'
import type { RecordFields } from '#app/shared/record-fields.ts'

const name = z.string().check(z.minLength(1), z.maxLength(100))

/** The names of the accounts, as they are stored. */
export const accountsSchema = z.object({
  cards: name,
  bank: name,
  deposits: name,
  receivables: name,
  rent: name,
  cleaning: name,
  fees: name,
  retained: name,
  taxes: name,
  // Names that were stored before it existed have none.
  commissions: z._default(name, 'Platform commissions'),
  processing: name,
  unmatched: name,
})

const line = (label: string) => ({ kind: 'line' as const, label, max: 100 })

export const ACCOUNT_FIELDS: RecordFields<z.input<typeof accountsSchema>> = {
  cards: line('Payments by card, until they are paid out'),
  bank: line('Payments by hand, and payouts'),
  deposits: line('What guests paid before they left'),
  receivables: line('What guests who have left still owe'),
  rent: line('Rent'),
  cleaning: line('Cleaning'),
  fees: line('Fees'),
  retained: line('What is kept of canceled stays'),
  taxes: line('Lodging tax to remit'),
  commissions: line('What platforms keep of stays that they sold'),
  processing: line('What Stripe keeps as its fees'),
  unmatched: line('Disputes, and lines of payouts that match no booking'),
}
