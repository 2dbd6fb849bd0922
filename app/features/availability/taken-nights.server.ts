import { and, eq, gt, gte, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#app/platform/db/database.server.ts'
import { occupancies, propertyAvailability } from '#app/platform/db/schema.server.ts'
import { eachNight, type IsoDate } from '#app/shared/dates.ts'

type Span = { from: IsoDate; to: IsoDate }

/** Occupancies of these nights that count: a hold past its time counts for nothing (decision 13). */
function occupied(property: PgColumn | string, { from, to }: Span, now: Date): SQL | undefined {
  return and(
    eq(occupancies.propertyId, property),
    sql`${occupancies.nights} && daterange(${from}, ${to})`,
    or(ne(occupancies.kind, 'hold'), gt(occupancies.expiresAt, now)),
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

/** The condition that nobody has any of the nights `[from, to)`: no live hold, booking or import, and no block. */
export function isFree(property: PgColumn, nights: Span, now: Date): SQL {
  return sql`not exists (select 1 from ${occupancies} where ${occupied(property, nights, now)})
    and not exists (select 1 from ${propertyAvailability} where ${blocked(property, nights)})`
}

/** The nights of `[from, to)` that somebody has, or that the operator has blocked. */
export async function listTakenNights(db: Tx, propertyId: string, span: Span, now: Date): Promise<Set<IsoDate>> {
  const stays = await db
    .select({ nights: occupancies.nights })
    .from(occupancies)
    .where(occupied(propertyId, span, now))
  const blocks = await db
    .select({ date: propertyAvailability.date })
    .from(propertyAvailability)
    .where(blocked(propertyId, span))
  const within = ({ from, to }: Span) => eachNight(from > span.from ? from : span.from, to < span.to ? to : span.to)
  return new Set([...stays.flatMap(({ nights }) => within(nights)), ...blocks.map((block) => block.date)])
}
