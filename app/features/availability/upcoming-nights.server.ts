import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { listTakenSpans, nightsOf, type TakenSpan } from './taken-nights.server.ts'

/** The time zone furthest behind. */
export const LAST_ZONE = 'Etc/GMT+12'

/** The nights that a guest can choose, in any zone. */
export function upcomingNights({ clock, config }: Pick<Services, 'clock' | 'config'>): { from: IsoDate; to: IsoDate } {
  const from = dateInZone(clock.now(), LAST_ZONE)
  return { from, to: addDays(from, config.bookingWindowDays + config.maxStayNights + 2) }
}

/**
 * The taken ones of the upcoming nights of published properties, by property id, in order. They are read once per
 * change of nights, with one statement for all properties that are not in the cache.
 */
export async function listUpcomingTaken(
  services: Services,
  propertyIds: string[],
): Promise<Map<string, readonly IsoDate[]>> {
  const { cache, db, clock } = services
  const nights = upcomingNights(services)
  let spans: Promise<TakenSpan[]> | undefined
  const readOne = async (id: string): Promise<[string, readonly IsoDate[]]> => {
    const read = async () => {
      spans ??= listTakenSpans(db, { ...nights, propertyIds }, { now: clock.now() })
      const own = (await spans).filter(({ propertyId }) => propertyId === id)
      return [...nightsOf(own, nights)].sort()
    }
    return [id, await cache.read(`taken nights of ${id} from ${nights.from}`, read, { dependsOn: 'nights' })]
  }
  return new Map(await Promise.all(propertyIds.map(readOne)))
}
