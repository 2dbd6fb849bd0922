import { formatMoney, percentOf, percentWords } from '#app/shared/money.ts'

type Definition = {
  /** How operators choose it. */
  option: string
  /** Its rate, as guests and operators read it. */
  words: (rate: string) => string
  /** How many times the rate, in dollars, is charged; null if the rate is percent of what is taxed. */
  units: ((nights: number, guests: number) => number) | null
}

const dollars = (rate: string) => formatMoney(percentOf(100_00, rate))

/** What the rate of a tax is computed from. A new basis is an entry here, and a migration of `taxes_basis_check`. */
export const TAX_BASES = {
  percent: { option: 'percent of what it is on', words: percentWords, units: null },
  night: {
    option: 'dollars per night',
    words: (rate) => `${dollars(rate)} per night`,
    units: (nights) => nights,
  },
  'guest-night': {
    option: 'dollars per guest and night',
    words: (rate) => `${dollars(rate)} per guest and night`,
    units: (nights, guests) => nights * guests,
  },
} as const satisfies Record<string, Definition>

export type TaxBasis = keyof typeof TAX_BASES
export const BASES = Object.keys(TAX_BASES) as TaxBasis[]
