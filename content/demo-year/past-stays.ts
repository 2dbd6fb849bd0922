import type { BookingSource } from '#app/features/bookings/booking-sources.ts'
import { addDays, addMonths, type IsoDate, startOfMonth, weekday } from '#app/shared/dates.ts'
import type { Party } from '#app/shared/stay.ts'
import type { Chance } from './chance.ts'
import type { PaidBy, PlannedStay } from './planned-stay.ts'
import { pickGuest, samplePhone } from './sample-guests.ts'

/** With those to come, the stays cover 14 months. */
const MONTHS_BACK = 11

/** How often a week is booked, in percent, from January to December. */
const DEMAND = {
  mountain: [94, 96, 98, 50, 20, 55, 75, 68, 45, 35, 30, 85],
  lake: [8, 8, 22, 40, 58, 90, 96, 88, 55, 40, 15, 12],
}

const GUESTS: Record<string, { most: number; pets: boolean }> = {
  'large-luxury': { most: 23, pets: false },
  'luxury-amenities': { most: 8, pets: false },
  'spacious-condo': { most: 9, pets: false },
  'lake-keowee': { most: 14, pets: true },
}

/** Nights around the start's day, relative to it. Somebody is in house, one leaves, and one arrives. */
const AROUND_TODAY: Record<string, [from: number, to: number]> = {
  'large-luxury': [-3, 2],
  'spacious-condo': [-4, 0],
  'lake-keowee': [0, 5],
}

/** Where bookings come from, each until its share of 100. */
const SOURCES: [BookingSource, until: number][] = [
  ['website', 62],
  ['airbnb', 76],
  ['vrbo', 86],
  ['phone', 94],
  ['email', 100],
]

/** Details that the site deletes so many days after check-out. */
const DETAILS_DAYS = 90

type PlanInput = {
  slug: string
  theme: 'mountain' | 'lake'
  today: IsoDate
  /** The fewest nights of a stay that begins then. */
  minimumOf: (checkIn: IsoDate) => number
}

/** A year of stays at one home, until and including the start's day. */
export function planPastStays(chance: Chance, asked: PlanInput): PlannedStay[] {
  const { slug, theme, today, minimumOf } = asked
  const around = AROUND_TODAY[slug]
  const end = addDays(today, around?.[0] ?? -2)
  const stays: PlannedStay[] = []
  let free = addMonths(startOfMonth(today), -MONTHS_BACK)
  for (let week = addDays(free, (11 - weekday(free)) % 7); week < end; week = addDays(week, 7)) {
    const month = Number(week.slice(5, 7)) - 1
    if (!chance.happens(DEMAND[theme][month] ?? 0)) continue
    const checkIn = addDays(week, chance.below(3))
    const nights = Math.max(minimumOf(checkIn), 2 + chance.below(4))
    const stay = planStay(chance, { ...asked, checkIn, checkOut: addDays(checkIn, nights) })
    if (checkIn < free || stay.checkOut > end) continue
    stays.push(stay)
    // Nights of a canceled stay are free again.
    if (stay.later.kind !== 'canceled' && stay.status !== 'declined') free = stay.checkOut
  }
  if (!around) return stays
  const [from, to] = around
  const now = { ...asked, checkIn: addDays(today, from), checkOut: addDays(today, to) }
  const { hasCode: _, ...last } = planStay(chance, now)
  return [...stays, { ...last, hasCode: false, checkOut: now.checkOut, status: 'confirmed', later: { kind: 'stays' } }]
}

function pickSource(chance: Chance): BookingSource {
  const share = chance.below(100)
  return SOURCES.find(([, until]) => share < until)?.[0] ?? 'website'
}

function pickParty(chance: Chance, slug: string): Party {
  const { most, pets } = GUESTS[slug] ?? { most: 2, pets: false }
  const adults = 2 + chance.below(Math.ceil(most / 2))
  const children = chance.below(Math.min(5, most - adults + 1))
  return { adults, children, infants: chance.happens(15) ? 1 : 0, pets: pets && chance.happens(30) ? 1 : 0 }
}

function pickPayment(chance: Chance, source: BookingSource): PaidBy {
  if (source === 'airbnb' || source === 'vrbo') return 'platform'
  if (source === 'website' && chance.happens(60)) return 'card'
  return chance.happens(75) ? 'check' : 'bank transfer'
}

const REQUESTS = ['Sample request: two high chairs, please.', 'Sample request: may we arrive an hour earlier?']

function planStay(
  chance: Chance,
  { slug, today, checkIn, checkOut }: PlanInput & { checkIn: IsoDate; checkOut: IsoDate },
) {
  const source = pickSource(chance)
  const paidBy = pickPayment(chance, source)
  const bookedOn = addDays(checkIn, -(12 + chance.below(90)))
  const bookedAt = new Date(`${bookedOn}T${15 + chance.below(8)}:${10 + chance.below(50)}:00Z`)
  // A declined request is erased after a year.
  const mayBeDeclined = source === 'website' && paidBy !== 'card' && bookedOn > addDays(today, -300)
  const isDeclined = mayBeDeclined && chance.happens(10)
  const later =
    isDeclined || paidBy === 'platform'
      ? { kind: 'stays' as const }
      : pickLater(chance, { checkIn, checkOut, bookedOn, today })
  const isRecent = addDays(checkOut, DETAILS_DAYS - 5) > today
  const stay: PlannedStay = {
    slug,
    checkIn,
    checkOut: later.kind === 'longer' ? addDays(checkOut, 1) : checkOut,
    party: pickParty(chance, slug),
    guest: pickGuest(chance),
    phone: isRecent && source !== 'airbnb' ? samplePhone(chance) : null,
    request: isRecent && chance.happens(25) ? chance.pick(REQUESTS) : null,
    status: isDeclined ? 'declined' : 'confirmed',
    source,
    bookedAt,
    paidBy,
    hasCode:
      source === 'website' &&
      !isDeclined &&
      later.kind === 'stays' &&
      checkOut > addDays(checkIn, 2) &&
      chance.happens(8),
    later,
    isLate: false,
  }
  return stay
}

type Dates = { checkIn: IsoDate; checkOut: IsoDate; bookedOn: IsoDate; today: IsoDate }

/** Most stay. What changes does so after the booking, and before the start's day. */
function pickLater(chance: Chance, { checkIn, checkOut, bookedOn, today }: Dates): PlannedStay['later'] {
  const what = chance.below(100)
  const between = addDays(bookedOn, 3 + chance.below(7))
  if (what < 10) return { kind: 'canceled', on: between, by: what < 8 ? 'guest' : 'operator' }
  const late = addDays(checkIn, -(2 + chance.below(6)))
  if (what < 13) return { kind: 'canceled', on: late, by: 'guest' }
  if (what < 21) return { kind: 'longer', on: between }
  const after = addDays(checkOut, 2)
  if (what < 27 && after < today) return { kind: 'refunded', on: after, percent: 5 + chance.below(6) }
  return { kind: 'stays' }
}
