import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { gapsOf, type Hole, holesBetween } from './gaps.server.ts'
import type { BookableProperty } from './property-rules.server.ts'
import { listTakenSpans, nightsOf, type TakenSpan } from './taken-nights.server.ts'

/** The time zone furthest behind. */
export const LAST_ZONE = 'Etc/GMT+12'

/** The nights that a guest can choose, in any zone, and the one before. A stay that ended today begins a hole. */
export function upcomingNights({ clock, config }: Pick<Services, 'clock' | 'config'>): { from: IsoDate; to: IsoDate } {
  const first = dateInZone(clock.now(), LAST_ZONE)
  return { from: addDays(first, -1), to: addDays(first, config.bookingWindowDays + config.maxStayNights + 2) }
}

/** The taken nights of a property in order, and the holes between its stays. */
export type UpcomingNights = { taken: readonly IsoDate[]; holes: readonly Hole[] }

/**
 * The taken nights among the upcoming nights of published properties, by property id. They are loaded once per change
 * of nights, with one statement for all properties that are not in the cache.
 */
export async function listUpcomingTaken(
  services: Services,
  propertyIds: string[],
): Promise<Map<string, UpcomingNights>> {
  const { cache, db, clock } = services
  const nights = upcomingNights(services)
  let spans: Promise<TakenSpan[]> | undefined
  const readOne = async (id: string): Promise<[string, UpcomingNights]> => {
    const read = async () => {
      spans ??= listTakenSpans(db, { ...nights, propertyIds }, { now: clock.now() })
      const own = (await spans).filter(({ propertyId }) => propertyId === id)
      return { taken: [...nightsOf(own, nights)].sort(), holes: holesBetween(own) }
    }
    return [id, await cache.read(`taken nights of ${id} from ${nights.from}`, read, { dependsOn: 'nights' })]
  }
  return new Map(await Promise.all(propertyIds.map(readOne)))
}

/** The taken nights and the gaps of a property, as the stay rules take them. */
export function takenNightsOf({ id, rules }: BookableProperty, upcoming: Map<string, UpcomingNights>) {
  const { taken, holes } = upcoming.get(id) ?? { taken: [], holes: [] }
  return { taken: new Set(taken), gaps: gapsOf(holes, rules.pricing) }
}
