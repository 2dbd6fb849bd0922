/** How long a stay is, and how many days are left until its check-in when it is booked. */
type Booked = { nights: number; daysAhead: number }

type Definition = {
  /** Whether a discount with this threshold is for the stay. */
  fits: (booked: Booked, threshold: number) => boolean
  /** Of several that fit, the one with the lowest threshold applies, not the highest. */
  lowest?: true
}

/**
 * Each kind of discount on the nights, in the order in which they are taken off. A new one is an entry here, its words
 * for operators in charge-choices.ts, and a migration of `stay_discounts_kind_check`.
 */
export const DISCOUNT_KINDS = {
  'long-stay': { fits: ({ nights }, threshold) => nights >= threshold },
  'last-minute': { fits: ({ daysAhead }, threshold) => daysAhead <= threshold, lowest: true },
  'early-bird': { fits: ({ daysAhead }, threshold) => daysAhead >= threshold },
} satisfies Record<string, Definition>

export type DiscountKind = keyof typeof DISCOUNT_KINDS

type Discount = { kind: DiscountKind; threshold: number }

export const fitsDiscount = ({ kind, threshold }: Discount, booked: Booked) =>
  DISCOUNT_KINDS[kind].fits(booked, threshold)

/** The discount of each kind that applies: the strictest that fits. */
export function discountsFor<Of extends Discount>(discounts: readonly Of[], booked: Booked): Of[] {
  return Object.entries<Definition>(DISCOUNT_KINDS).flatMap(([kind, { lowest }]) =>
    discounts
      .filter((discount) => discount.kind === kind && fitsDiscount(discount, booked))
      .sort((a, b) => (a.threshold - b.threshold) * (lowest ? 1 : -1))
      .slice(0, 1),
  )
}
