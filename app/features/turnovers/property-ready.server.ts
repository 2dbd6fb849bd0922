import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import type { Values } from '#app/platform/change/audit.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import { refuse } from '#app/shared/refusal.ts'

const since = z.iso.datetime({ offset: true }).nullable()

/** Gives the stay its earlier mark back, unless somebody changed it since. */
const undo = undoFrom({ before: since, after: since }, async (tx, _services, { subjectId, before, after }) => {
  const isAsLeft = sql`${bookings.propertyReadyAt} is not distinct from ${after}::timestamptz`
  const restored = await tx
    .update(bookings)
    .set({ propertyReadyAt: before === null ? null : new Date(before) })
    .where(and(eq(bookings.id, subjectId), isAsLeft))
    .returning({ id: bookings.id })
  return restored.length > 0 ? undefined : refuse('refused', 'It was marked again since.')
})

/** Operators mark a home as ready, and so do cleaners. */
export const propertyReady = {
  name: 'booking.property-ready',
  words: ({ after }: Values) => (after === null ? 'Home marked as not ready' : 'Home marked as ready'),
  facts: { label: 'Ready since', kind: 'instant' },
  undo,
} as const
