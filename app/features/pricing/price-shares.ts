import { type Cents, formatMoney } from '#app/shared/money.ts'

/**
 * What a total is for each guest and for each night, rounded to the cent: `$952.88 per person · $1,905.76 per night`. Empty
 * for one guest and one night.
 */
export function sharesText(total: Cents, { guests, nights }: { guests: number; nights: number }): string {
  const share = (count: number, unit: string) => count > 1 && `${formatMoney(Math.round(total / count))} per ${unit}`
  return [share(guests, 'person'), share(nights, 'night')].filter(Boolean).join(' · ')
}
