import { getCalendar } from '#app/features/availability/availability.server.ts'
import { getPublishedRules } from '#app/features/availability/property-rules.server.ts'
import { checkDepartureDay, limitsOf } from '#app/features/availability/stay-rules.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone, eachNight, hourInZone, type IsoDate } from '#app/shared/dates.ts'
import {
  CLOSED,
  nightsSent,
  type OwnNight,
  type RateNight,
  type RoomNight,
  rateNights,
  roomNights,
} from './channel-nights.ts'

/** A home at the channel manager, with its prices for each platform. */
type DerivedFrom = {
  propertyId: string
  timeZone: string
  withheld: readonly { from: IsoDate; to: IsoDate }[]
  ratePlans: readonly { id: string; markup: string; minimumStay: number | null }[]
}

/** What platforms are to be told of each night, from today on. `rates` are those of each rate plan. */
export type DerivedNights = {
  today: IsoDate
  rooms: Map<IsoDate, RoomNight>
  rates: Map<string, Map<IsoDate, RateNight>>
}

/**
 * The data that a home's nights depend on, as text: equal texts mean equal nights. The day and the hour count, too,
 * since a stay needs some notice.
 */
export async function versionsOfNights({ versions, clock }: Services, timeZone: string): Promise<string> {
  const { content, nights } = await versions.current()
  const now = clock.now()
  return `${content} ${nights} ${dateInZone(now, timeZone)} ${hourInZone(now, timeZone)}`
}

/** The nights of a home for all its platforms, by the calendar and the rules of the site. */
export async function deriveNights(services: Services, listing: DerivedFrom): Promise<DerivedNights> {
  const { propertyId, withheld, ratePlans } = listing
  const today = dateInZone(services.clock.now(), listing.timeZone)
  const { from, to } = nightsSent(today)
  const property = await getPublishedRules(services, propertyId)
  const calendar = property && (await getCalendar(services, { propertyId, from, to }))
  if (!calendar) {
    const dates = eachNight(from, to)
    const closed = () => new Map(dates.map((date) => [date, CLOSED]))
    const rooms = new Map(dates.map((date) => [date, { rooms: 0 as const }]))
    return { today, rooms, rates: new Map(ratePlans.map(({ id }) => [id, closed()])) }
  }
  const { pricing } = property.rules
  const nights = calendar.nights.map(
    (night): OwnNight => ({ ...night, departure: checkDepartureDay(pricing, night.date) === null }),
  )
  const lastArrival = addDays(today, limitsOf(property.rules, services.config).bookingWindowDays)
  const selling = { isSold: calendar.bookable, lastArrival, withheld }
  return {
    today,
    rooms: roomNights(nights, selling),
    rates: new Map(ratePlans.map(({ id, ...terms }) => [id, rateNights(nights, selling, terms)])),
  }
}
