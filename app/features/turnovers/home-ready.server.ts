import { and, eq, sql } from 'drizzle-orm'
import type { Undo, Values } from '#app/platform/change/audit.server.ts'
import { bookings } from '#app/platform/db/schema.server.ts'

/** Gives the stay its earlier mark back, unless somebody changed it since. */
const undo: Undo = async (tx, _services, { subjectId, before, after }) => {
  const at = (value: unknown) => (typeof value === 'string' ? new Date(value) : null)
  const isAsLeft = sql`${bookings.homeReadyAt} is not distinct from ${at(after)?.toISOString() ?? null}::timestamptz`
  const restored = await tx
    .update(bookings)
    .set({ homeReadyAt: at(before) })
    .where(and(eq(bookings.id, subjectId), isAsLeft))
    .returning({ id: bookings.id })
  return restored.length > 0 ? undefined : { ok: false, message: 'It was marked again since.' }
}

/** Operators say that a home is ready, and so do cleaners. */
export const homeReady = {
  name: 'booking.home-ready',
  words: ({ after }: Values) => (after === null ? 'Home marked as not ready' : 'Home marked as ready'),
  facts: { label: 'Ready since', kind: 'instant' },
  undo,
} as const
