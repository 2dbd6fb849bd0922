import { and, eq, sql } from 'drizzle-orm'
import { recordAudit, type Undo } from '#app/platform/change/audit.server.ts'
import { bookings } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { BookingStatus } from '../change-status.server.ts'

export type ReadyOutcome =
  | { ok: true; auditId?: string }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'not-confirmed'; status: BookingStatus }

/** Says that the home is ready for a confirmed stay, or not yet. No audit record if that was so already. */
export async function setHomeReady(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { reference, isReady, by }: { reference: string; isReady: boolean; by: Operator },
): Promise<ReadyOutcome> {
  return db.transaction(async (tx) => {
    const [booking] = await tx
      .select({ id: bookings.id, status: bookings.status, before: bookings.homeReadyAt })
      .from(bookings)
      .where(eq(bookings.reference, reference))
      .for('update')
    if (!booking) return { ok: false, reason: 'not-found' }
    if (booking.status !== 'confirmed') return { ok: false, reason: 'not-confirmed', status: booking.status }
    if ((booking.before !== null) === isReady) return { ok: true }
    const at = clock.now()
    await tx
      .update(bookings)
      .set({ homeReadyAt: isReady ? at : null })
      .where(eq(bookings.id, booking.id))
    const change = { before: booking.before?.toISOString() ?? null, after: isReady ? at.toISOString() : null }
    return {
      ok: true,
      auditId: await recordAudit(tx, { by, action: 'booking.home-ready', subjectId: booking.id, ...change, at }),
    }
  })
}

/** Gives the stay its earlier mark back, unless somebody changed it since. */
export const undoHomeReady: Undo = async (tx, _services, { subjectId, before, after }) => {
  const at = (value: unknown) => (typeof value === 'string' ? new Date(value) : null)
  const isAsLeft = sql`${bookings.homeReadyAt} is not distinct from ${at(after)?.toISOString() ?? null}::timestamptz`
  const restored = await tx
    .update(bookings)
    .set({ homeReadyAt: at(before) })
    .where(and(eq(bookings.id, subjectId), isAsLeft))
    .returning({ id: bookings.id })
  return restored.length > 0 ? undefined : { ok: false, message: 'It was marked again since.' }
}
