import type { BookingSource } from '#app/features/bookings/booking-sources.ts'
import { addDays, type IsoDate, weekday } from '#app/shared/dates.ts'
import type { Party } from '#app/shared/stay.ts'
import type { PaidBy, PlannedStay } from './planned-stay.ts'
import { sampleGuest } from './sample-guests.ts'

/** `week` counts from the coming Friday, `day` from the Friday of that week. */
type Span = { week: number; day: number; nights: number }

type ComingStay = Span & {
  guest: [first: string, initial: string]
  party: Party
  source?: BookingSource
  paidBy: PaidBy
  isRequest?: true
  isLate?: true
  /** A day after its booking it was made a night longer. */
  isLonger?: true
  /** It was canceled the day before the start, and its deposit is still to be returned. */
  isCanceled?: true
}
type DemoBlock = Span & { reason: string }

const party = (adults: number, children = 0, infants = 0, pets = 0): Party => ({ adults, children, infants, pets })

/** Bookings and blocked nights from the coming Friday on, by property slug. Most nights stay free. */
const COMING: Record<string, { stays: ComingStay[]; blocks: DemoBlock[] }> = {
  'large-luxury': {
    stays: [
      { week: 1, day: 0, nights: 4, guest: ['Avery', 'K'], paidBy: 'card', party: party(12, 6, 1) },
      { week: 4, day: 1, nights: 7, guest: ['Blake', 'M'], paidBy: 'check', isLonger: true, party: party(16, 5) },
      { week: 9, day: 0, nights: 5, guest: ['Casey', 'T'], paidBy: 'check', isRequest: true, party: party(9, 9, 2) },
    ],
    blocks: [{ week: 6, day: 3, nights: 3, reason: 'Deep cleaning' }],
  },
  'luxury-amenities': {
    stays: [
      { week: 0, day: 0, nights: 4, guest: ['Dana', 'R'], paidBy: 'check', party: party(4, 2) },
      { week: 3, day: 2, nights: 4, guest: ['Emerson', 'L'], paidBy: 'card', party: party(6) },
      { week: 7, day: 0, nights: 5, guest: ['Finley', 'B'], paidBy: 'check', isRequest: true, party: party(2, 3, 1) },
    ],
    blocks: [{ week: 5, day: 4, nights: 2, reason: 'Hot tub service' }],
  },
  'spacious-condo': {
    stays: [
      { week: 1, day: 1, nights: 5, guest: ['Gray', 'W'], source: 'airbnb', paidBy: 'platform', party: party(4, 3) },
      { week: 2, day: 1, nights: 6, guest: ['Harper', 'S'], paidBy: 'check', isLate: true, party: party(2, 2, 1) },
      { week: 8, day: 0, nights: 4, guest: ['Jamie', 'N'], paidBy: 'check', party: party(8) },
    ],
    blocks: [{ week: 12, day: 0, nights: 2, reason: 'The owner is here' }],
  },
  'lake-keowee': {
    stays: [
      { week: 2, day: 1, nights: 7, guest: ['Kendall', 'P'], paidBy: 'bank transfer', party: party(6, 6, 0, 1) },
      { week: 5, day: 0, nights: 4, guest: ['Logan', 'D'], source: 'phone', paidBy: 'check', party: party(10, 2) },
      {
        week: 11,
        day: 1,
        nights: 7,
        guest: ['Morgan', 'H'],
        paidBy: 'check',
        isRequest: true,
        party: party(8, 5, 2, 2),
      },
      { week: 8, day: 0, nights: 5, guest: ['Quinn', 'E'], paidBy: 'check', isCanceled: true, party: party(6, 2) },
    ],
    blocks: [{ week: 6, day: 5, nights: 2, reason: 'Dock repair' }],
  },
}

const FRIDAY = 5
const HOUR_MS = 3_600_000

/** The first Friday after the day, never the day itself. */
function comingFriday(today: IsoDate): IsoDate {
  return addDays(today, ((FRIDAY - weekday(today) + 6) % 7) + 1)
}

const firstNight = ({ week, day }: Span, friday: IsoDate) => addDays(friday, week * 7 + day)

/** Requests came in the last hours, the others were booked longer ago the later they begin. */
export function planComingStays(slug: string, { today, now }: { today: IsoDate; now: Date }): PlannedStay[] {
  return (COMING[slug]?.stays ?? []).map((stay) => {
    const { guest, paidBy, isRequest, isLate = false, source = 'website' } = stay
    const laterOf = (bookedOn: IsoDate): PlannedStay['later'] => {
      if (stay.isCanceled) return { kind: 'canceled', on: addDays(today, -1), by: 'guest' }
      return stay.isLonger ? { kind: 'longer', on: addDays(bookedOn, 1) } : { kind: 'stays' }
    }
    const checkIn = firstNight(stay, comingFriday(today))
    const hours = isRequest ? 2 + stay.week : 24 * (isLate ? 24 : 4 + 2 * stay.week)
    const bookedAt = new Date(now.getTime() - hours * HOUR_MS)
    return {
      slug,
      checkIn,
      checkOut: addDays(checkIn, stay.nights),
      party: stay.party,
      guest: sampleGuest(...guest),
      phone: null,
      request: null,
      status: isRequest ? 'pending' : 'confirmed',
      source,
      bookedAt,
      paidBy,
      hasCode: false,
      later: laterOf(bookedAt.toISOString().slice(0, 10)),
      isLate,
    }
  })
}

/** The blocked nights, with the reason that only operators read. */
export function planBlocks(slug: string, today: IsoDate) {
  return (COMING[slug]?.blocks ?? []).map((block) => {
    const from = firstNight(block, comingFriday(today))
    return { nights: { from, to: addDays(from, block.nights) }, kind: 'closed' as const, note: block.reason }
  })
}
