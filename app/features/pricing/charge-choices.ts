import { countOf } from '#app/shared/words.ts'
import { DISCOUNT_KINDS, type DiscountKind } from './discount-kinds.ts'
import type { FeeChoice, FeeKind, FeePeriod } from './fee-kinds.ts'
import type { TaxBasis } from './tax-bases.ts'

type Party = { adults: number; children: number }

type Words = {
  /** Its option for operators, and the text between its amount and `per night`. */
  option: string
  whom: (included: number) => string
  /** Why it is charged so often, or not at all. */
  why?: (included: number) => string
  whyNot?: (party: Party, included: number) => string
}

const includedWords = (included: number) => `${countOf(included, 'guest')} included`

/** The words of each kind of fee for operators. Apart from `FEE_KINDS`, which guests load. */
export const FEE_WORDS: Record<FeeChoice, Words> = {
  stay: { option: 'everybody together', whom: () => '' },
  guest: {
    option: 'each guest beyond a number',
    whom: (included) => `for each guest beyond ${included}`,
    why: includedWords,
    whyNot: ({ adults, children }, included) =>
      `${includedWords(included)}, and this is a party of ${adults + children}`,
  },
  pet: { option: 'pets, however many come', whom: () => 'for all pets together,', whyNot: () => 'no pets' },
  'each-pet': { option: 'each pet', whom: () => 'for each pet', whyNot: () => 'no pets' },
}

type DiscountWords = {
  /** How operators choose it, and which stays it is for. */
  option: string
  stays: (threshold: number) => string
  /** The stay's own value, and which of several discounts applies. */
  found: (booked: { nights: number; daysAhead: number }) => string
  strictest: string
}

const aheadWords = ({ daysAhead }: { daysAhead: number }) => `${countOf(daysAhead, 'day')} ahead`

/** The words of each kind of discount for operators. */
export const DISCOUNT_WORDS: Record<DiscountKind, DiscountWords> = {
  'long-stay': {
    option: 'stays of this many nights or more',
    stays: (nights) => `stays of ${countOf(nights, 'night')} or more`,
    found: ({ nights }) => countOf(nights, 'night'),
    strictest: 'longest stay',
  },
  'last-minute': {
    option: 'last minute: check-in within this many days',
    stays: (days) => `check-in within ${countOf(days, 'day')}`,
    found: aheadWords,
    strictest: 'fewest days',
  },
  'early-bird': {
    option: 'early bird: booked this many days ahead or more',
    stays: (days) => `stays booked ${countOf(days, 'day')} ahead or more`,
    found: aheadWords,
    strictest: 'most days',
  },
}
export const DISCOUNT_CHOICES = Object.keys(DISCOUNT_KINDS) as DiscountKind[]

/** How often in a stay a fee is charged. */
export const FEE_PERIODS: Record<FeePeriod, string> = { stay: 'once per stay', night: 'per night' }

/** The base of the rate of a tax. */
export const BASIS_OPTIONS: Record<TaxBasis, string> = {
  percent: 'percent of what it is on',
  night: 'dollars per night',
  'guest-night': 'dollars per guest and night',
}

export const FEE_CHOICES = Object.keys(FEE_WORDS) as FeeChoice[]
export const feeChoiceOf = ({ kind, eachPet }: { kind: FeeKind; eachPet: boolean }): FeeChoice =>
  eachPet ? 'each-pet' : kind

export const storedFee = (choice: FeeChoice): { kind: FeeKind; eachPet: boolean } =>
  choice === 'each-pet' ? { kind: 'pet', eachPet: true } : { kind: choice, eachPet: false }
export const STORED_KINDS = [...new Set(FEE_CHOICES.map((choice) => storedFee(choice).kind))]
export const PERIODS = Object.keys(FEE_PERIODS) as FeePeriod[]
export const BASES = Object.keys(BASIS_OPTIONS) as TaxBasis[]
