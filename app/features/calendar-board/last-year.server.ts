import { sql } from 'drizzle-orm'
import { rentWithin } from '#app/features/reports/counted-stay.ts'
import { listCountedStays } from '#app/features/reports/counted-stays.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { addDays, eachNight } from '#app/shared/dates.ts'
import type { Span } from './board.ts'
import { type SoldStay, YEAR } from './last-year.ts'

/** What each night sold at in the same weeks of last year. One statement. */
export async function listSoldLastYear({ db }: { db: Tx }, { from, to }: Span): Promise<SoldStay[]> {
  const [first, end] = [addDays(from, -YEAR), addDays(to, -YEAR)]
  const isThen = sql`version.check_in_date < ${end}::date and version.check_out_date > ${first}::date`
  const stays = await listCountedStays(db, { where: sql`version.status = 'confirmed' and ${isThen}` })
  return stays.map((stay) => {
    const [on, until] = [stay.checkIn < first ? first : stay.checkIn, stay.checkOut > end ? end : stay.checkOut]
    const prices = eachNight(on, until).map((night) => rentWithin(stay, { from: night, to: addDays(night, 1) }))
    return { propertyId: stay.propertyId, on, prices }
  })
}
