import { listRefusals, mayFillGap, type StayLimits } from '#app/features/availability/stay-rules.ts'
import { gapKey, priceStay } from '#app/features/pricing/price.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { type BoardProperty, occupiesNights } from './board.ts'
import type { OwnRate } from './plan-change.ts'

/** What guests would pay for the chosen nights, and why they cannot book exactly these. */
type StayPreview = { guests: number; total: Cents | null; refusal: string | null }

type Input = {
  /** The chosen nights, both ends included. */
  first: IsoDate
  last: IsoDate
  /** The rates that are typed and not saved yet. */
  rates: readonly OwnRate[]
  limits: StayLimits
}

const GUESTS = 2

/** The same price and rules as on the guests’ page, with the rates that are typed. */
export function previewStay(property: BoardProperty, { first, last, rates, limits }: Input): StayPreview {
  const { bars, isAvailable, pricing, today, hour } = property
  const guests = Math.min(GUESTS, property.maxGuests)
  const stay: Stay = { checkIn: first, checkOut: addDays(last, 1), adults: guests, children: 0, infants: 0, pets: 0 }
  const typed = Object.fromEntries(rates.map(({ date, ...own }) => [date, own]))
  const rules = { ...property, pricing: { ...pricing, overrides: { ...pricing.overrides, ...typed } } }
  const gaps = new Set(isGap(rules, stay) ? [gapKey(stay)] : [])
  const price = priceStay(rules.pricing, stay, { today, gaps, promo: null })
  const isTaken = bars.some((bar) => occupiesNights(bar) && bar.from < stay.checkOut && first < bar.to)
  const [refusal] = [
    ...(isTaken ? ['Some of these nights are booked or blocked.'] : []),
    ...(isAvailable ? [] : ['This home isn’t taking bookings.']),
    ...listRefusals(rules, stay, { today, hour, limits, gaps }).map(({ message }) => message),
  ]
  return { guests, total: price?.total ?? null, refusal: refusal ?? null }
}

/** Whether the stay fills the nights between two others, for which a shorter one is allowed. A hold may end. */
function isGap({ bars, pricing }: BoardProperty, { checkIn, checkOut }: Stay): boolean {
  if (!mayFillGap(pricing, { from: checkIn, to: checkOut })) return false
  const settled = bars.filter((bar) => occupiesNights(bar) && bar.kind !== 'hold')
  return settled.some(({ to }) => to === checkIn) && settled.some(({ from }) => from === checkOut)
}
