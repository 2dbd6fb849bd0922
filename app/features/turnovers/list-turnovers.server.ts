import { sql } from 'drizzle-orm'
import { isOneOf } from '#app/features/availability/property-rules.server.ts'
import { type BedKind, bedsText } from '#app/features/properties/beds.ts'
import { properties, rooms } from '#app/features/properties/properties.tables.server.ts'
import { bedsOf } from '#app/features/properties/property-records.server.ts'
import { giftWords } from '#app/features/site/gift.ts'
import { getGift } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone, type IsoDate } from '#app/shared/dates.ts'
import {
  DAYS_AHEAD,
  DAYS_BACK,
  type ShownTurnover,
  type SleepingParty,
  type Turnover,
  turnoversOf,
} from './turnovers.ts'

/** Stays from so long before and after are looked at. They say who comes next and whether a home stood empty. */
const MARGIN_DAYS = 60

type Row = Omit<SleepingParty, 'party'> & { adults: number | null; children: number; infants: number; pets: number }

/** Everybody who sleeps in these homes around `[from, to]`. One statement. */
async function listSleepingParties(
  { db }: { db: Tx },
  { propertyIds, from, to }: { propertyIds: string[]; from: IsoDate; to: IsoDate },
): Promise<SleepingParty[]> {
  const isOurs = sql`property_id = any(${sql.param(propertyIds)}::uuid[])`
  const { rows } = await db.execute<Row>(sql`
    select id::text as key, 'guest' as kind, property_id as "propertyId", check_in_date::text as "from",
        check_out_date::text as "to", adults, children, infants, pets, id as "bookingId"
      from bookings where status = 'confirmed' and ${isOurs} and check_out_date >= ${from} and check_in_date <= ${to}
    union all
    select feed_id || ' ' || event_key, 'other', property_id, lower(nights)::text, upper(nights)::text,
        null, 0, 0, 0, null
      from occupancies where kind = 'import' and event_kind is distinct from 'block' and ${isOurs}
        and nights && daterange(${from}::date - 1, ${to}::date + 1)
    union all
    select id::text, 'owner', property_id, lower(nights)::text, upper(nights)::text, null, 0, 0, 0, null
      from blocks where kind = 'owner' and ${isOurs} and nights && daterange(${from}::date - 1, ${to}::date + 1)`)
  return rows.map(({ adults, children, infants, pets, key, ...stay }) => ({
    ...stay,
    // A stay that is moved to another home is another turnover.
    key: `${stay.propertyId} ${key}`,
    party: adults === null ? null : { adults, children, infants, pets },
  }))
}

/** The beds of each home to make, as text. From the cache. */
function listLinen(services: Pick<Services, 'db' | 'clock' | 'log' | 'cache'>): Promise<Map<string, string>> {
  return services.cache.read('linen', async () => {
    const beds = new Map<string, Map<BedKind, number>>()
    for (const room of await services.db.select().from(rooms)) {
      const own = beds.get(room.propertyId) ?? new Map<BedKind, number>()
      for (const { kind, count } of await bedsOf(services, room)) own.set(kind, (own.get(kind) ?? 0) + count)
      beds.set(room.propertyId, own)
    }
    return new Map([...beds].map(([id, own]) => [id, bedsText([...own].map(([kind, count]) => ({ kind, count })))]))
  })
}

/**
 * The turnovers of these homes, or of all, that are to come or wait still; by day and home. Two statements, and the
 * linen and the gift once: not in a transaction, which never reads from the cache.
 */
export async function listTurnovers(
  services: Pick<Services, 'clock' | 'log' | 'cache' | 'db'>,
  { propertyIds, db = services.db }: { propertyIds?: string[] | undefined; db?: Tx } = {},
): Promise<ShownTurnover[]> {
  const now = services.clock.now()
  const rows = await db
    .select({
      id: properties.id,
      name: properties.name,
      timeZone: properties.timeZone,
      outBy: properties.checkOutTime,
      inFrom: properties.checkInTime,
    })
    .from(properties)
    .where(propertyIds && isOneOf(properties.id, propertyIds))
    .orderBy(properties.displayOrder, properties.name)
  if (rows.length === 0) return []
  const isRead = db === services.db
  const linen = isRead ? await listLinen(services) : new Map<string, string>()
  const gift = isRead ? await getGift(services) : null
  const today = dateInZone(now, 'UTC')
  const stays = await listSleepingParties(
    { db },
    {
      propertyIds: rows.map(({ id }) => id),
      from: addDays(today, -MARGIN_DAYS),
      to: addDays(today, DAYS_AHEAD + MARGIN_DAYS),
    },
  )
  const shown = rows.flatMap(({ id, name: property, timeZone, outBy, inFrom }) => {
    const here = dateInZone(now, timeZone)
    const own = stays.filter(({ propertyId }) => propertyId === id)
    // A home that somebody left earlier waits until the next stay begins.
    const waits = ({ day, next }: Turnover) => day >= here || (next !== null && next.from >= here)
    const listed = turnoversOf(own, { from: addDays(here, -DAYS_BACK), to: addDays(here, DAYS_AHEAD) }).filter(waits)
    return listed.map((turnover) => ({
      ...turnover,
      property,
      outBy,
      inFrom,
      today: here,
      linen: linen.get(id) ?? '',
      gifts: turnover.next?.party ? giftWords(gift, [turnover.next.party]) : null,
    }))
  })
  return shown.sort((a, b) => a.day.localeCompare(b.day))
}
