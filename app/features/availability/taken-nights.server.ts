import { and, asc, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Nights } from '#app/platform/db/nights.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { eachNight, type IsoDate, spansOf } from '#app/shared/dates.ts'
import { blocks, occupancies } from './availability.tables.server.ts'
import { isOneOf } from './property-rules.server.ts'

type Span = { from: IsoDate; to: IsoDate }

/** The moment of the check, and the caller's own hold or a moved booking, whose nights count as free. */
type AsOf = { now: Date; holdId?: string; movedId?: string }

/** Occupancies that count: expired holds do not (docs/decisions/011). */
function isLive({ now, holdId, movedId }: AsOf): SQL | undefined {
  const live = gt(occupancies.expiresAt, now)
  const counts = or(ne(occupancies.kind, 'hold'), holdId ? and(live, ne(occupancies.id, holdId)) : live)
  return movedId ? and(counts, sql`${occupancies.bookingId} is distinct from ${movedId}`) : counts
}

const firstOf = (nights: PgColumn) => sql<IsoDate>`lower(${nights})::text`.as('from')
const endOf = (nights: PgColumn) => sql<IsoDate>`upper(${nights})::text`.as('to')

/** Nights `[from, to)` of a property that somebody has or holds, or that the operator blocked. */
export type TakenSpan = Span & {
  propertyId: string
  kind: 'hold' | 'booking' | 'import' | 'overbooking' | 'owner' | 'closed'
}

/** The taken nights that overlap `[from, to)`, of these properties or of all. */
export async function listTakenSpans(
  db: Tx,
  { from, to, propertyIds }: Span & { propertyIds?: string[] },
  asking: AsOf,
): Promise<TakenSpan[]> {
  const occupied = db
    .select({
      propertyId: occupancies.propertyId,
      from: firstOf(occupancies.nights),
      to: endOf(occupancies.nights),
      kind: sql<TakenSpan['kind']>`${occupancies.kind}`.as('kind'),
    })
    .from(occupancies)
    .where(
      and(
        propertyIds && isOneOf(occupancies.propertyId, propertyIds),
        sql`${occupancies.nights} && daterange(${from}, ${to})`,
        isLive(asking),
      ),
    )
  const blocked = db
    .select({
      propertyId: blocks.propertyId,
      from: firstOf(blocks.nights),
      to: endOf(blocks.nights),
      kind: sql<TakenSpan['kind']>`${blocks.kind}`.as('kind'),
    })
    .from(blocks)
    .where(
      and(
        propertyIds && isOneOf(blocks.propertyId, propertyIds),
        sql`${blocks.nights} && daterange(${from}, ${to})`,
        ne(blocks.kind, 'visit'),
      ),
    )
  return occupied.unionAll(blocked)
}

/**
 * The same for a guest who searches, and never for what is sold. A standby may answer it. A preview reads in its own
 * transaction.
 */
export async function listTakenForSearch(
  { db, database, standby }: Pick<Services, 'db' | 'database' | 'standby'>,
  nights: Parameters<typeof listTakenSpans>[1],
  asking: AsOf,
): Promise<TakenSpan[]> {
  const read = (from: Tx) => listTakenSpans(from, nights, asking)
  const found = db === database.db ? await standby?.read(read) : null
  return found ?? read(db)
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

/** The nights from `from` on that the operator blocked, as spans by date; adjoining blocks are one span. */
export async function listBlockedSpans(db: Tx, propertyId: string, from: IsoDate): Promise<Nights[]> {
  const rows = await db
    .select({ nights: blocks.nights })
    .from(blocks)
    .where(and(eq(blocks.propertyId, propertyId), ne(blocks.kind, 'visit'), sql`upper(${blocks.nights}) > ${from}`))
    .orderBy(asc(sql`lower(${blocks.nights})`))
  return spansOf(rows.flatMap(({ nights }) => eachNight(nights.from > from ? nights.from : from, nights.to)))
}
