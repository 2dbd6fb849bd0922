import { formatMoney, percentOf, percentWords } from '#app/shared/money.ts'

type Definition = {
  /** The unit of a rate in dollars; null for a percentage of the taxed amount. */
  per: string | null
  /** How many times a rate in dollars is charged. */
  units?: (nights: number, guests: number) => number
}

/**
 * What the rate of a tax is computed from. A new basis is an entry here, its words in charge-choices.ts, and a
 * migration of `taxes_basis_check`.
 */
const TAX_BASES = {
  percent: { per: null },
  night: { per: 'night', units: (nights) => nights },
  'guest-night': { per: 'guest and night', units: (nights, guests) => nights * guests },
} as const satisfies Record<string, Definition>

export type TaxBasis = keyof typeof TAX_BASES

export const taxBasisOf = (basis: TaxBasis): Definition => TAX_BASES[basis]

/** The rate of a tax, as guests and operators read it. */
export function taxRateWords({ basis, rate }: { basis: TaxBasis; rate: string }): string {
  const { per } = taxBasisOf(basis)
  return per ? `${formatMoney(percentOf(100_00, rate))} per ${per}` : percentWords(rate)
}
