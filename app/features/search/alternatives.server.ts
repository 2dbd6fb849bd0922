import { listUpcomingTaken, takenNightsOf } from '#app/features/availability/upcoming-nights.server.ts'
import type { Price } from '#app/features/pricing/price.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, eachNight, type IsoDate, nightsBetween, spansOf } from '#app/shared/dates.ts'
import {
  findTaken,
  type GapsIn,
  gapsAmong,
  isWithin,
  type OfferedProperty,
  stayPricer,
} from './find-properties.server.ts'
import { MOST_EXPLAINED } from './missing-properties.server.ts'
import type { PropertySearch } from './search.ts'

/** How many of the nearest properties are priced, and how many are shown. */
const MOST_PRICED = 40
const MOST_SHOWN = 12

type Span = { from: IsoDate; to: IsoDate }
export type NearStay = Span & { property: OfferedProperty; price: Price }

const earlier = (one: IsoDate, other: IsoDate) => (one < other ? one : other)
const later = (one: IsoDate, other: IsoDate) => (one > other ? one : other)

/** The rest of `around` without the taken nights, at least `nights` long. */
function gapsIn(around: Span, taken: readonly Span[], nights: number): Span[] {
  const gaps: Span[] = []
  let { from } = around
  for (const span of taken.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (span.from > from) gaps.push({ from, to: span.from })
    from = later(from, span.to)
  }
  if (from < around.to) gaps.push({ from, to: around.to })
  return gaps.filter((gap) => nightsBetween(gap.from, gap.to) >= nights)
}

type Around = { search: PropertySearch; around: Span }

/** The properties with enough consecutive free nights around the stay, nearest first, with those nights. */
function findNearest(
  properties: OfferedProperty[],
  taken: Map<string, Span[]>,
  { search, around, soonest }: Around & { soonest: (property: OfferedProperty) => IsoDate },
): { property: OfferedProperty; gaps: Span[] }[] {
  const { checkIn, checkOut } = search
  const nights = nightsBetween(checkIn, checkOut)
  const distance = ({ from, to }: Span) =>
    Math.abs(nightsBetween(checkIn, later(from, earlier(checkIn, addDays(to, -nights)))))
  return properties
    .flatMap((property) => {
      const offered = { from: later(around.from, soonest(property)), to: around.to }
      const gaps = gapsIn(offered, taken.get(property.id) ?? [], nights)
      return gaps.length > 0 ? [{ property, gaps, moved: Math.min(...gaps.map(distance)) }] : []
    })
    .sort((a, b) => a.moved - b.moved)
    .slice(0, MOST_PRICED)
}

/** Every stay in the nearby days that is no shorter, least moved first. */
function nearby({ checkIn, checkOut }: PropertySearch, days: number): (Span & { moved: number })[] {
  const nights = nightsBetween(checkIn, checkOut)
  const shifts = Array.from({ length: 2 * days + 1 }, (_, index) => index - days).sort(
    (a, b) => Math.abs(a) - Math.abs(b),
  )
  const stays = shifts.flatMap((shift) => {
    const from = addDays(checkIn, shift)
    return eachNight(addDays(from, nights), addDays(checkOut, days + 1)).map((to) => {
      return { from, to, moved: Math.abs(shift) + Math.abs(nightsBetween(checkOut, to)) }
    })
  })
  return stays.sort((a, b) => a.moved - b.moved)
}

/** From the cache if they are few, whose upcoming nights explain also why they are missing. */
async function listTaken(
  services: Services,
  properties: OfferedProperty[],
  { search, around }: Around,
): Promise<{ taken: Map<string, Span[]>; gapsIn: GapsIn }> {
  if (search.holdId || properties.length > MOST_EXPLAINED) {
    const taken = await findTaken(services, around, search.holdId)
    return { taken, gapsIn: gapsAmong(taken) }
  }
  const ids = properties.map(({ id }) => id)
  const upcoming = await listUpcomingTaken(services, ids)
  return {
    taken: new Map([...upcoming].map(([id, { taken }]) => [id, spansOf(taken)])),
    gapsIn: (property) => takenNightsOf(property, upcoming).gaps,
  }
}

/** The nearest free stay of each of the properties, at most `days` earlier or later, nearest first. */
export async function findAlternatives(
  services: Services,
  properties: OfferedProperty[],
  { search, days }: { search: PropertySearch; days: number },
): Promise<NearStay[]> {
  if (properties.length === 0) return []
  const { checkIn, checkOut } = search
  const around = { from: addDays(checkIn, -days), to: addDays(checkOut, days) }
  const { taken, gapsIn } = await listTaken(services, properties, { search, around })
  const { priceIn, soonestOffer } = stayPricer(services, gapsIn)
  const possible = nearby(search, days)
  const nearest = findNearest(properties, taken, { search, around, soonest: soonestOffer })
  const stays = nearest.flatMap(({ property, gaps }) => {
    for (const { from, to, moved } of possible) {
      if (!gaps.some((gap) => gap.from <= from && to <= gap.to)) continue
      const price = priceIn(property, { ...search, checkIn: from, checkOut: to })
      if (price && isWithin(search, price.total)) return [{ property, from, to, moved, price }]
    }
    return []
  })
  return stays
    .sort((a, b) => a.moved - b.moved)
    .slice(0, MOST_SHOWN)
    .map(({ moved: _, ...stay }) => stay)
}
