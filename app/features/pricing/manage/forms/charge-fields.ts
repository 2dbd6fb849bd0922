import {
  BASIS_OPTIONS,
  DISCOUNT_CHOICES,
  DISCOUNT_WORDS,
  FEE_CHOICES,
  FEE_PERIODS,
  FEE_WORDS,
} from '#app/features/pricing/charge-choices.ts'
import type { FeeChoice, FeePeriod } from '#app/features/pricing/fee-kinds.ts'
import type { DiscountSettings } from '#app/features/pricing/price-settings.ts'
import { type TaxBasis, taxRateWords } from '#app/features/pricing/tax-bases.ts'
import { type Cents, formatAmount, percentWords } from '#app/shared/money.ts'
import type { RecordColumn } from '#app/shared/record-columns.ts'
import { OR_NULL, type RecordFields } from '#app/shared/record-fields.ts'

type Named = readonly { id: string; name: string }[]

/** A fee and a tax as they are typed. `taxedBy` has taxes, and `on` has `nights`, `cleaning` and fees. */
type TypedFee = {
  label: string
  amount: Cents
  for: FeeChoice
  per: FeePeriod
  includedGuests: number | null
  taxedBy: string[]
}
type TypedTax = {
  name: string
  jurisdiction: string | null
  basis: TaxBasis
  rate: string
  on: string[]
  taxedNights: number | null
  exemptFromNights: number | null
}

const NAME = {
  kind: 'line',
  label: 'Name',
  hint: 'Guests read it in their price.',
  max: 60,
  missing: 'Please enter the name that guests read, in up to 60 characters',
} as const

const optionsOf = <Choice extends string>(choices: readonly Choice[], words: Record<Choice, { option: string }>) =>
  Object.fromEntries(choices.map((choice) => [choice, words[choice].option])) as Record<Choice, string>
const namesOf = (items: Named) => Object.fromEntries(items.map(({ id, name }) => [id, name]))

/** `taxes` are those in percent, which the server takes from the prices of the home. */
export const feeFields = (taxes: Named): RecordFields<TypedFee> => ({
  label: NAME,
  amount: { kind: 'money', label: 'Amount, in dollars', min: 1, max: 9_999_00 },
  for: { kind: 'choice', label: 'For', options: optionsOf(FEE_CHOICES, FEE_WORDS) },
  per: { kind: 'choice', label: 'Charged', options: FEE_PERIODS },
  includedGuests: {
    kind: 'number',
    label: 'Guests included',
    hint: 'Only where it is for each guest beyond a number.',
    min: 0,
    max: 99,
    ...OR_NULL,
  },
  taxedBy: { kind: 'choices', label: 'Taxed by', options: namesOf(taxes), isOpen: true },
})

/** `per stay`, `for each pet per night`. */
const feeTerms = ({ for: choice, per, includedGuests }: TypedFee) =>
  [FEE_WORDS[choice].whom(includedGuests ?? 0), `per ${per}`].filter(Boolean).join(' ')

export const FEE_COLUMNS: RecordColumn<TypedFee>[] = [
  'label',
  { heading: 'When', words: feeTerms },
  { heading: 'Amount', isFigure: true, words: ({ amount }) => formatAmount(amount) },
]

/** `fees` are those that it can be on. */
export const taxFields = (fees: Named): RecordFields<TypedTax> => ({
  name: NAME,
  jurisdiction: { kind: 'line', label: 'Collected for', hint: 'A city, county, or state.', max: 60, ...OR_NULL },
  basis: { kind: 'choice', label: 'Calculated as', options: BASIS_OPTIONS },
  rate: { kind: 'line', label: 'Percent or dollars', max: 100, missing: 'Please enter percent or dollars' },
  on: {
    kind: 'choices',
    label: 'On',
    hint: 'A tax in percent only.',
    options: { nights: 'Nights, less discounts', cleaning: 'Cleaning', ...namesOf(fees) },
    isOpen: true,
  },
  taxedNights: {
    kind: 'number',
    label: 'Only the first nights',
    hint: 'Such as 30. Empty: all.',
    min: 1,
    max: 365,
    ...OR_NULL,
  },
  exemptFromNights: {
    kind: 'number',
    label: 'Not on stays of this many nights or more',
    hint: 'Such as 30. Empty: on all stays.',
    min: 2,
    max: 366,
    ...OR_NULL,
  },
})

const TAXED = { nights: 'nights', cleaning: 'cleaning' }

export const taxColumns = (fees: Named): RecordColumn<TypedTax>[] => [
  'name',
  { heading: 'Authority', words: ({ jurisdiction }) => jurisdiction ?? '' },
  {
    heading: 'On',
    words: ({ on }) =>
      Object.entries({ ...TAXED, ...namesOf(fees) })
        .flatMap(([id, name]) => (on.includes(id) ? name : []))
        .join(', '),
  },
  { heading: 'Rate', isFigure: true, words: taxRateWords },
]

export const DISCOUNT_FIELDS: RecordFields<Omit<DiscountSettings, 'id'>> = {
  label: { ...NAME, hint: 'Such as Weekly discount. Guests read it.' },
  kind: { kind: 'choice', label: 'For', options: optionsOf(DISCOUNT_CHOICES, DISCOUNT_WORDS) },
  threshold: { kind: 'number', label: 'Nights or days', min: 1, max: 365 },
  percent: { kind: 'percent', label: 'Percent off the nights', max: 100 },
}

/** The same columns as those of fees, beside which they stand. */
export const DISCOUNT_COLUMNS: RecordColumn<Omit<DiscountSettings, 'id'>>[] = [
  'label',
  { heading: 'When', words: ({ kind, threshold }) => DISCOUNT_WORDS[kind].stays(threshold) },
  { heading: 'Amount', isFigure: true, words: ({ percent }) => `−${percentWords(percent)}` },
]
