import { and, eq, sql } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { matchNights } from './match-nights.server.ts'
import type { ImportedEvent } from './reading/read-calendar.server.ts'

/** A statement takes at most 65,535 values. */
const AT_ONCE = 1000

type Feed = { id: string; propertyId: string }

/** How many rows a sync added, changed and removed. */
export type Change = { added: number; changed: number; removed: number }

/** The nights of a feed that are not over. */
export function listNightsAhead(tx: Tx, feed: Pick<Feed, 'id'>, today: IsoDate) {
  return tx
    .select({ id: occupancies.id, eventKey: occupancies.eventKey, nights: occupancies.nights })
    .from(occupancies)
    .where(and(eq(occupancies.feedId, feed.id), sql`upper(${occupancies.nights}) > ${today}::date`))
}

/** Frees the nights of these rows. Needs the property's lock. */
export async function freeNights(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(occupancies).where(sql`${occupancies.id} = any(${sql.param(ids)}::uuid[])`)
}

/** The result of a reading: its events, and the ids of unreadable ones. */
type Reading = { events: ImportedEvent[]; unreadable: (string | null)[] }

/**
 * Replaces the nights of a feed; `touched` are the rows that are new or moved. A known event keeps its row, and so do
 * the same nights under another id. Needs the property's lock.
 */
export async function replaceNights(
  tx: Tx,
  feed: Feed,
  { events, unreadable }: Reading,
): Promise<{ change: Change; touched: string[] }> {
  const { id, eventKey, nights, eventKind } = occupancies
  const before = await tx
    .select({ id, eventKey, nights, eventKind })
    .from(occupancies)
    .where(eq(occupancies.feedId, feed.id))
  const { gone, fresh, changed, renamed } = matchNights(before, events, unreadable)
  await freeNights(
    tx,
    gone.map((row) => row.id),
  )
  for (const { row, event } of renamed) await tx.update(occupancies).set({ eventKey: event.key }).where(eq(id, row.id))

  const touched: string[] = []
  for (let from = 0; from < fresh.length; from += AT_ONCE) {
    const rows = fresh.slice(from, from + AT_ONCE).map((event) => ({
      propertyId: feed.propertyId,
      kind: 'import' as const,
      feedId: feed.id,
      eventKey: event.key,
      nights: { from: event.from, to: event.to },
      eventKind: event.eventKind,
    }))
    touched.push(...(await tx.insert(occupancies).values(rows).returning({ id })).map((row) => row.id))
  }
  for (const { row, event } of changed) {
    touched.push(row.id)
    const moved = { nights: { from: event.from, to: event.to }, eventKind: event.eventKind, conflictNotice: null }
    await tx.update(occupancies).set(moved).where(eq(id, row.id))
  }
  return { change: { added: fresh.length, changed: changed.length, removed: gone.length }, touched }
}
