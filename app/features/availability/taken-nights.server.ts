import { and, eq, gt, gte, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#app/platform/db/database.server.ts'
import { occupancies, propertyAvailability } from '#app/platform/db/schema.server.ts'
import { eachNight, type IsoDate } from '#app/shared/dates.ts'

type Span = { from: IsoDate; to: IsoDate }

/** The moment of the check, and the caller's own hold, whose nights count as free. */
export type AsOf = { now: Date; holdId?: string }

/** Occupancies of these nights that count: expired holds do not (docs/decisions/011). */
function occupied(property: PgColumn | string, { from, to }: Span, { now, holdId }: AsOf): SQL | undefined {
  const live = gt(occupancies.expiresAt, now)
  return and(
    eq(occupancies.propertyId, property),
    sql`${occupancies.nights} && daterange(${from}, ${to})`,
    or(ne(occupancies.kind, 'hold'), holdId ? and(live, ne(occupancies.id, holdId)) : live),
  )
}

function blocked(property: PgColumn | string, { from, to }: Span): SQL | undefined {
  return and(
    eq(propertyAvailability.propertyId, property),
    gte(propertyAvailability.date, from),
    lt(propertyAvailability.date, to),
    eq(propertyAvailability.isAvailable, false),
  )
}

/** The condition that all nights `[from, to)` are free: no live hold, booking, import or block. */
export function isFree(property: PgColumn, nights: Span, asking: AsOf): SQL {
  return sql`not exists (select 1 from ${occupancies} where ${occupied(property, nights, asking)})
    and not exists (select 1 from ${propertyAvailability} where ${blocked(property, nights)})`
}

/** The nights of `[from, to)` that are free in the sense of `isFree`: a multirange, possibly empty. */
export function freeNights(property: PgColumn, span: Span, asking: AsOf): SQL {
  return sql`(select datemultirange(daterange(${span.from}, ${span.to})) - coalesce(range_agg(taken.nights), '{}')
    from (select ${occupancies.nights} from ${occupancies} where ${occupied(property, span, asking)}
      union all select daterange(${propertyAvailability.date}, ${propertyAvailability.date} + 1)
        from ${propertyAvailability} where ${blocked(property, span)}) taken)`
}

/** The nights of `[from, to)` that are taken or blocked. */
export async function listTakenNights(db: Tx, propertyId: string, span: Span, asking: AsOf): Promise<Set<IsoDate>> {
  const stays = await db
    .select({ nights: occupancies.nights })
    .from(occupancies)
    .where(occupied(propertyId, span, asking))
  const blocks = await db
    .select({ date: propertyAvailability.date })
    .from(propertyAvailability)
    .where(blocked(propertyId, span))
  const within = ({ from, to }: Span) => eachNight(from > span.from ? from : span.from, to < span.to ? to : span.to)
  return new Set([...stays.flatMap(({ nights }) => within(nights)), ...blocks.map((block) => block.date)])
}
