import type { SQL } from 'drizzle-orm'
import { momentIn } from '#app/features/availability/judge-anywhere.server.ts'
import { type Home, isOneOf, listHomes } from '#app/features/availability/property-pricing.server.ts'
import { type HomeMoment, judgeStay } from '#app/features/availability/stay-rules.ts'
import type { Quote } from '#app/features/pricing/price.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Stay } from '#app/shared/stay.ts'

/** So many homes are judged in one go. */
const A_TURN = 1000

export type PricedHome = { propertyId: string; quote: Quote }

/** Judges stays in homes whose nights are known to be free; what o'clock it is in each zone is worked out once. */
export function judgeIn({ clock, config }: Pick<Services, 'clock' | 'config'>) {
  const now = clock.now()
  const moments = new Map<string, HomeMoment>()
  return (home: Home, stay: Stay): Quote | null => {
    const moment = moments.get(home.timeZone) ?? momentIn(home.timeZone, now)
    moments.set(home.timeZone, moment)
    const verdict = judgeStay(home.terms, stay, { ...moment, limits: config })
    return verdict.ok ? verdict.quote : null
  }
}

/** The homes that `where` finds, in their order, where the stay is possible, each with its price. `where` must see to free nights. */
export async function priceHomes(services: Services, where: SQL | undefined, stay: Stay): Promise<PricedHome[]> {
  const { db } = services
  const { id, displayOrder, name } = properties
  const rows = await db.select({ id }).from(properties).where(where).orderBy(displayOrder, name, id)
  const judge = judgeIn(services)
  const priced: PricedHome[] = []
  // Thousands of homes with all their rates at once would hold up everybody else, and cost more.
  for (let start = 0; start < rows.length; start += A_TURN) {
    const ids = rows.slice(start, start + A_TURN).map((row) => row.id)
    const homes = await listHomes(db, isOneOf(id, ids), { from: stay.checkIn, to: stay.checkOut })
    for (const home of homes) {
      const quote = judge(home, stay)
      if (quote) priced.push({ propertyId: home.id, quote })
    }
  }
  return priced
}
