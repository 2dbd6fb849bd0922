import { nightsBetween } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Period } from '../periods.ts'

/** Sales and revenue of a period: of one home, or of all. Amounts are in cents. */
export type Sales = {
  /** Nights that could be sold, and nights without a stay that could not: blocked by owners, or closed. */
  open: number
  ownerNights: number
  closedNights: number
  /** Nights that guests stayed or will stay, and their price without cleaning, fees and taxes. */
  nights: number
  rent: Cents
  /** Stays that ended in this time, and their nights together. */
  stays: number
  stayedNights: number
  /** Those of them that were not imported, and their days from booking to check-in together. */
  leadStays: number
  leadDays: number
  /** The revenue of these stays without taxes, with retained amounts of canceled ones. */
  revenue: Cents
}

export const NO_SALES: Sales = {
  open: 0,
  ownerNights: 0,
  closedNights: 0,
  nights: 0,
  rent: 0,
  stays: 0,
  stayedNights: 0,
  leadStays: 0,
  leadDays: 0,
  revenue: 0,
}

/** The sales of several times or homes together. */
export function addSales(all: readonly Sales[]): Sales {
  const sum = { ...NO_SALES }
  const keys = Object.keys(sum) as (keyof Sales)[]
  for (const one of all) {
    for (const key of keys) sum[key] += one[key]
  }
  return sum
}

const ratio = (part: number, of: number) => (of > 0 ? part / of : null)

/** The share of the nights that could be sold; null where none could. */
export const occupancy = ({ nights, open }: Sales) => ratio(nights, open)
/** The average daily rate: the price per sold night. */
export const adr = ({ rent, nights }: Sales) => ratio(rent, nights)
/** The revenue per night that could be sold. */
export const revPar = ({ rent, open }: Sales) => ratio(rent, open)
export const averageStay = ({ stayedNights, stays }: Sales) => ratio(stayedNights, stays)
export const averageLead = ({ leadDays, leadStays }: Sales) => ratio(leadDays, leadStays)

/** How each figure is computed, as the page and its documentation say it. */
export const FORMULAS = {
  'Nights that could be sold':
    'Of each published home, from its first day on, without nights of owners and closed ones that nobody booked. Nights that only another site’s calendar has count here, but not in nights sold: the calendar has no price.',
  Occupancy: 'Nights sold / nights that could be sold. A night counts in its month.',
  ADR: 'The average daily rate: rent / nights sold. The rent is the price of the nights after discounts and refunds, without cleaning, fees, and taxes.',
  'Price of a night':
    'Each night counts at its own price, less its share of discounts and refunds. A stay without prices by night is spread evenly. That is one at an agreed price, from an import, or from before this release.',
  RevPAR: 'Revenue per available night: rent / nights that could be sold.',
  Revenue:
    'Rent, cleaning, and fees of stays, in the month of check-out, and what was kept of canceled stays, in the month of the cancellation. Without taxes.',
  'Average stay': 'Nights of the stays that ended / their number.',
  'Lead time':
    'Days from booking to check-in, on average, of the stays that ended. Imported stays are left out: the site doesn’t know when they were booked.',
  Pace: 'What is booked now for each month, beside what was booked a year ago for the same month.',
}

/** The nights of a month that count from a home’s first day on. */
export function nightsSince(first: string, { from, to }: Period): number {
  const start = first > from ? first : from
  return start < to ? nightsBetween(start, to) : 0
}
