import { countOf } from '#app/shared/words.ts'

type Counted = { adults: number; children: number; pets: number }

type Definition = {
  /** As stored; the database lists the kinds, too. */
  kind: string
  eachPet: boolean
  /** The kind of its lines in a price, and what a tax on them says that it is on. */
  line: string
  taxed: string
  /** How operators choose it, and what they read between its amount and `per night`. */
  option: string
  whom: (included: number) => string
  /** How often it is charged, per stay or per night. */
  count: (stay: Counted, included: number) => number
  /** It has a number of included guests, and its line always says how many more there are. */
  includesGuests: boolean
  /** Why it is charged so often, or not at all. */
  why?: (included: number) => string
  whyNot?: (stay: Counted, included: number) => string
}

const guestsOf = ({ adults, children }: Counted) => adults + children
const includedWords = (included: number) => `${countOf(included, 'guest')} included`

/** Everything about each kind of fee. A new one is an entry here, and a migration of `fees_kind_check`. */
export const FEE_KINDS = {
  stay: {
    kind: 'stay',
    eachPet: false,
    line: 'fee',
    taxed: 'fees',
    option: 'everybody together',
    whom: () => '',
    count: () => 1,
    includesGuests: false,
  },
  guest: {
    kind: 'guest',
    eachPet: false,
    line: 'guest',
    taxed: 'extra guests',
    option: 'each guest beyond a number',
    whom: (included) => `for each guest beyond ${included}`,
    count: (stay, included) => Math.max(0, guestsOf(stay) - included),
    includesGuests: true,
    why: includedWords,
    whyNot: (stay, included) => `${includedWords(included)}, and this is a party of ${guestsOf(stay)}`,
  },
  pet: {
    kind: 'pet',
    eachPet: false,
    line: 'pet',
    taxed: 'pets',
    option: 'pets, however many come',
    whom: () => 'for all pets together,',
    count: ({ pets }) => Math.min(pets, 1),
    includesGuests: false,
    whyNot: () => 'no pets',
  },
  'each-pet': {
    kind: 'pet',
    eachPet: true,
    line: 'pet',
    taxed: 'pets',
    option: 'each pet',
    whom: () => 'for each pet',
    count: ({ pets }) => pets,
    includesGuests: false,
    whyNot: () => 'no pets',
  },
} as const satisfies Record<string, Definition>

type Kinds = typeof FEE_KINDS
/** What an operator chooses: a kind, and of pets whether each counts. */
type FeeChoice = keyof Kinds
export type FeeKind = Kinds[FeeChoice]['kind']
export type FeeLine = Kinds[FeeChoice]['line']

export const FEE_CHOICES = Object.keys(FEE_KINDS) as FeeChoice[]
export const STORED_KINDS = [...new Set(Object.values(FEE_KINDS).map(({ kind }) => kind))]
export const FEE_LINES = [...new Set(Object.values(FEE_KINDS).map(({ line }) => line))]

/** How often in a stay a fee is charged, as operators choose it. */
export const FEE_PERIODS = { stay: 'once per stay', night: 'per night' } as const
export type FeePeriod = keyof typeof FEE_PERIODS
export const PERIODS = Object.keys(FEE_PERIODS) as FeePeriod[]

export const feeChoiceOf = ({ kind, eachPet }: { kind: FeeKind; eachPet: boolean }): FeeChoice =>
  eachPet ? 'each-pet' : kind

/** The entry of a fee. */
export const feeKindOf = (fee: { kind: FeeKind; eachPet: boolean }): Definition & { line: FeeLine } =>
  FEE_KINDS[feeChoiceOf(fee)]
