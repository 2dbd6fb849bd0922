import { type Cents, formatMoney } from '#app/shared/money.ts'
import type { RecordColumn } from '#app/shared/record-columns.ts'
import { OR_NULL, type RecordFields } from '#app/shared/record-fields.ts'
import { COMMISSION_ON, type OwnerValue } from './statement.ts'

const MOST_AMOUNT = 10_000_000

export const OWNER_FIELDS: RecordFields<OwnerValue> = {
  name: { kind: 'line', label: 'Name', max: 80, missing: 'Please enter a name of up to 80 characters' },
  email: {
    kind: 'email',
    label: 'Email',
    hint: 'Each statement is sent there.',
    missing: 'Please enter an email address, such as ann@example.com',
    ...OR_NULL,
  },
  commissionPercent: { kind: 'percent', label: 'Commission, percent', max: 100, optional: true, empty: '0' },
  commissionOn: { kind: 'choice', label: 'Percent of', options: COMMISSION_ON },
  commissionPerStay: {
    kind: 'money',
    label: 'Commission for each stay',
    min: 0,
    max: MOST_AMOUNT,
    optional: true,
    empty: 0,
  },
  receivesCleaningFee: { kind: 'check', label: 'The owner gets the cleaning fee, and pays the cleaner' },
  receivesOtherFees: { kind: 'check', label: 'The owner gets other fees' },
  paidStaysOnly: { kind: 'check', label: 'A stay counts only once its guest has paid it' },
  properties: { kind: 'properties', label: 'Homes' },
}

/** The cleaner's pay for a turnover in a home. */
export const PAY_FIELDS: RecordFields<{ cleanerPay: Cents }> = {
  cleanerPay: { kind: 'money', label: 'For a turnover', min: 0, max: MOST_AMOUNT },
}

/** A typed cost of a home, or a credit. */
type TypedCost = {
  property: string
  description: string
  spentOn: string
  amount: Cents
  isCredit: boolean
  receipt: string | null
}

export const COST_FIELDS: RecordFields<TypedCost> = {
  property: { kind: 'property', label: 'Home' },
  description: {
    kind: 'line',
    label: 'What for',
    hint: 'The owner reads it.',
    max: 200,
    missing: 'Please say what it was for',
  },
  spentOn: { kind: 'date', label: 'Day' },
  amount: { kind: 'money', label: 'Amount', min: 1, max: MOST_AMOUNT },
  isCredit: { kind: 'check', label: 'A credit: the owner gets it back' },
  receipt: { kind: 'image', label: 'Receipt', ...OR_NULL },
}

/** A cost that waits for the next statement, in the columns around its home. */
export const COST_COLUMNS = {
  name: ['description'],
  rest: [
    'spentOn',
    { heading: 'Amount', isFigure: true, words: ({ amount, isCredit }) => formatMoney(isCredit ? amount : -amount) },
  ],
} satisfies Record<string, RecordColumn<TypedCost>[]>
