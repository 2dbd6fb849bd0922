import type { SQL } from 'drizzle-orm'
import type { Services } from '#app/platform/services.server.ts'
import type { Stay } from '#app/shared/stay.ts'
import { type Home, listHomes } from '../home-terms.server.ts'
import { momentIn } from '../judge-anywhere.server.ts'
import type { Quote } from '../price.ts'
import { type HomeMoment, judgeStay } from '../stay-rules.ts'

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
  const homes = await listHomes(services.db, where, { from: stay.checkIn, to: stay.checkOut })
  const judge = judgeIn(services)
  return homes.flatMap((home) => {
    const quote = judge(home, stay)
    return quote ? [{ propertyId: home.id, quote }] : []
  })
}
