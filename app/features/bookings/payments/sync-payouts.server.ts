import { eq, or, sql } from 'drizzle-orm'
import { payoutLines, payoutSyncState, payouts } from '#app/features/payouts/payouts.tables.server.ts'
import type { Gateway, GatewayPayout } from '#app/platform/gateway/gateway.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** A bank may return a payout days after it arrived. */
const WATCHED_DAYS = 30

/** Lines of one statement. */
const LINES_AT_ONCE = 1000

/**
 * Syncs the payouts of the gateway: at first all of them. Later those of the last weeks, and older ones that are still
 * open. It can run at any time, any number of times, and in several processes at once.
 */
export async function syncPayouts(services: Services): Promise<void> {
  const { db, clock, gateway } = services
  if (!gateway) return
  const now = clock.now()
  const all = await gateway.listPayouts(await oldestToRead(services))
  for (const payout of all) await storePayout(services, gateway, payout)
  await db
    .insert(payoutSyncState)
    .values({ syncedAt: now })
    .onConflictDoUpdate({ target: payoutSyncState.id, set: { syncedAt: now } })
}

/** Syncs the payout of a webhook. */
export async function syncPayout(services: Services, gateway: Gateway, id: string): Promise<void> {
  await storePayout(services, gateway, await gateway.getPayout(id))
}

/** The instant from which payouts are synced again; null for all of them. */
async function oldestToRead({ db, clock }: Services): Promise<Date | null> {
  const [read] = await db.select({ at: payoutSyncState.syncedAt }).from(payoutSyncState)
  if (!read) return null
  // A clock may have been ahead when they were read.
  const last = Math.min(read.at.getTime(), clock.now().getTime())
  const watched = new Date(last - WATCHED_DAYS * 86_400_000)
  const isOpen = or(sql`${payouts.status} in ('pending', 'in_transit')`, eq(payouts.lines, 'not-yet'))
  const [open] = await db
    .select({ from: sql<string | null>`min(${payouts.createdAt})` })
    .from(payouts)
    .where(isOpen)
  const oldest = open?.from ? new Date(open.from) : watched
  return oldest < watched ? oldest : watched
}

/** An earlier answer may arrive after a later one: a payout only goes forward. */
const IS_LATER = sql`array_position(array['pending', 'in_transit', 'paid', 'failed', 'canceled'], excluded.status)
  >= array_position(array['pending', 'in_transit', 'paid', 'failed', 'canceled'], payouts.status)`

/** Its lines never change once they are listed. They are synced until they add up to the payout. */
async function storePayout({ db, clock }: Services, gateway: Gateway, payout: GatewayPayout): Promise<void> {
  const { id, createdAt: _, ...change } = payout
  await db.insert(payouts).values(payout).onConflictDoUpdate({ target: payouts.id, set: change, setWhere: IS_LATER })
  const listed = sql<number>`(select coalesce(sum(amount - fee), 0)::int from payout_lines where payout_id = ${id})`
  const { linesFetchedAt, amount } = payouts
  const [stored] = await db.select({ linesFetchedAt, amount, listed }).from(payouts).where(eq(payouts.id, id))
  if (payout.lines !== 'listed' || (stored?.linesFetchedAt && stored.listed === stored.amount)) return
  const lines = await gateway.listPayoutLines(id)
  await db.transaction(async (tx) => {
    // Of two that read it at once, the second waits here, and finds every line stored.
    await tx.update(payouts).set({ linesFetchedAt: clock.now() }).where(eq(payouts.id, id))
    for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
      const some = lines.slice(from, from + LINES_AT_ONCE).map((line) => ({ ...line, payoutId: id }))
      await tx.insert(payoutLines).values(some).onConflictDoNothing()
    }
  })
}
