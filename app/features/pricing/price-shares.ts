import { type Cents, formatAmount } from '#app/shared/money.ts'

type Among = { guests: number; nights: number }

/**
 * What a total is for each guest and for each night, rounded to the cent: `$952.88 per person, $1,905.76 per night`. Empty
 * for one guest and one night. Shown with balanced lines, it breaks after the comma.
 */
export const sharesText = (total: Cents, among: Among) => sharesOf(total, among).join(', ')

/** The same, one by one. */
export function sharesOf(total: Cents, { guests, nights }: Among): string[] {
  const share = (count: number, unit: string) =>
    count > 1 ? [`${formatAmount(Math.round(total / count))} per ${unit}`] : []
  return [...share(guests, 'person'), ...share(nights, 'night')]
}
