import { and, eq, gt, gte, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { occupancies, propertyAvailability } from '#app/platform/db/schema.server.ts'
import { eachNight, type IsoDate } from '#app/shared/dates.ts'
import { isOneOf } from './property-rules.server.ts'

type Span = { from: IsoDate; to: IsoDate }

/** The moment of the check, and the caller's own hold, whose nights count as free. */
export type AsOf = { now: Date; holdId?: string }

/** Occupancies that count: expired holds do not (docs/decisions/011). */
function isLive({ now, holdId }: AsOf): SQL | undefined {
  const live = gt(occupancies.expiresAt, now)
  return or(ne(occupancies.kind, 'hold'), holdId ? and(live, ne(occupancies.id, holdId)) : live)
}

/** Nights `[from, to)` of a property that somebody has, or that the operator blocked. */
export type TakenSpan = Span & { propertyId: string }

/** The taken nights that overlap `[from, to)`, of these properties or of all. */
export async function listTakenSpans(
  db: Tx,
  { from, to, propertyIds }: Span & { propertyIds?: string[] },
  asking: AsOf,
): Promise<TakenSpan[]> {
  const occupied = db
    .select({
      propertyId: occupancies.propertyId,
      from: sql<IsoDate>`lower(${occupancies.nights})::text`.as('from'),
      to: sql<IsoDate>`upper(${occupancies.nights})::text`.as('to'),
    })
    .from(occupancies)
    .where(
      and(
        propertyIds && isOneOf(occupancies.propertyId, propertyIds),
        sql`${occupancies.nights} && daterange(${from}, ${to})`,
        isLive(asking),
      ),
    )
  const { date } = propertyAvailability
  const blocked = db
    .select({
      propertyId: propertyAvailability.propertyId,
      from: sql<IsoDate>`${date}::text`.as('from'),
      to: sql<IsoDate>`(${date} + 1)::text`.as('to'),
    })
    .from(propertyAvailability)
    .where(
      and(
        propertyIds && isOneOf(propertyAvailability.propertyId, propertyIds),
        gte(date, from),
        lt(date, to),
        eq(propertyAvailability.isAvailable, false),
      ),
    )
  return occupied.unionAll(blocked)
}

/** The nights of `[from, to)` that are taken or blocked. */
export async function listTakenNights(db: Tx, propertyId: string, span: Span, asking: AsOf): Promise<Set<IsoDate>> {
  return nightsOf(await listTakenSpans(db, { ...span, propertyIds: [propertyId] }, asking), span)
}

/** The nights of `[from, to)` that these spans contain. */
export function nightsOf(taken: readonly Span[], span: Span): Set<IsoDate> {
  return new Set(
    taken.flatMap(({ from, to }) => eachNight(from > span.from ? from : span.from, to < span.to ? to : span.to)),
  )
}
