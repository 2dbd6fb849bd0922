type Counted = { adults: number; children: number; pets: number }

type Definition = {
  /** The kind of its lines in a price, and its name among the bases of a tax. */
  line: string
  taxed: string
  /** How often it is charged, per stay or per night. */
  count: (stay: Counted, included: number) => number
  /** It has a number of included guests, and its line always says how many more there are. */
  includesGuests?: true
}

/**
 * Each kind of fee, as guests pay it. A new one is an entry here, its words for operators in charge-choices.ts, and a
 * migration of `fees_kind_check`.
 */
export const FEE_KINDS = {
  stay: { line: 'fee', taxed: 'fees', count: () => 1 },
  guest: {
    line: 'guest',
    taxed: 'extra guests',
    count: ({ adults, children }, included) => Math.max(0, adults + children - included),
    includesGuests: true,
  },
  pet: { line: 'pet', taxed: 'pets', count: ({ pets }) => Math.min(pets, 1) },
  'each-pet': { line: 'pet', taxed: 'pets', count: ({ pets }) => pets },
} as const satisfies Record<string, Definition>

/** The choice of an operator: a kind, and for pets whether each counts. */
export type FeeChoice = keyof typeof FEE_KINDS
/** As stored, beside whether each pet counts. */
export type FeeKind = Exclude<FeeChoice, 'each-pet'>
export type FeeLine = (typeof FEE_KINDS)[FeeChoice]['line']
export type FeePeriod = 'stay' | 'night'

type Stored = { kind: FeeKind; eachPet: boolean }
export const feeKindOf = (fee: Stored): Definition & { line: FeeLine } => FEE_KINDS[fee.eachPet ? 'each-pet' : fee.kind]
