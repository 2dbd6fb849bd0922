import type { SQL } from 'drizzle-orm'
import { localTimeIn } from '#app/features/availability/check-anywhere.server.ts'
import { type BookableProperty, isOneOf, listPropertyRules } from '#app/features/availability/property-rules.server.ts'
import { checkStay, type LocalTime } from '#app/features/availability/stay-rules.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Stay } from '#app/shared/stay.ts'

/** So many homes are judged in one go. */
const A_TURN = 1000

export type PricedProperty = { propertyId: string; price: Price }

/** Judges stays in homes whose nights are known to be free; what o'clock it is in each zone is worked out once. */
export function stayPricer({ clock, config }: Pick<Services, 'clock' | 'config'>) {
  const now = clock.now()
  const moments = new Map<string, LocalTime>()
  return (home: BookableProperty, stay: Stay): Price | null => {
    const moment = moments.get(home.timeZone) ?? localTimeIn(home.timeZone, now)
    moments.set(home.timeZone, moment)
    const check = checkStay(home.rules, stay, { ...moment, limits: config })
    return check.ok ? check.price : null
  }
}

/** The homes that `where` finds, in their order, where the stay is possible, each with its price. `where` must see to free nights. */
export async function priceProperties(
  services: Services,
  where: SQL | undefined,
  stay: Stay,
): Promise<PricedProperty[]> {
  const { db } = services
  const { id, displayOrder, name } = properties
  const rows = await db.select({ id }).from(properties).where(where).orderBy(displayOrder, name, id)
  const judge = stayPricer(services)
  const priced: PricedProperty[] = []
  // Thousands of homes with all their rates at once would hold up everybody else, and cost more.
  for (let start = 0; start < rows.length; start += A_TURN) {
    const ids = rows.slice(start, start + A_TURN).map((row) => row.id)
    const homes = await listPropertyRules(db, isOneOf(id, ids), { from: stay.checkIn, to: stay.checkOut })
    for (const home of homes) {
      const price = judge(home, stay)
      if (price) priced.push({ propertyId: home.id, price })
    }
  }
  return priced
}
