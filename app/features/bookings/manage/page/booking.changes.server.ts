import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { stayMessageChanges } from '#app/features/guest-messages/manage/stay-messages.changes.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { noteSchema } from '../booking-forms.server.ts'
import { ofBooking } from '../change-booking.server.ts'
import { moneyChanges } from '../money/money.changes.server.ts'
import { confirmBooking, declineBooking } from './confirm-booking.server.ts'
import { correctGuest } from './correct-guest.server.ts'
import { correctSource } from './correct-source.server.ts'
import { setDoorCode } from './door-code.server.ts'
import { renewGuestLink } from './guest-link.server.ts'
import { openCodes } from './open-codes.server.ts'
import { setPropertyReady } from './property-ready.server.ts'

const note = z.string().nullable()

/** Brings the earlier note back, unless somebody wrote another one since. */
const undoNote = undoFrom({ before: note, after: note }, async (tx, _services, { subjectId, before, after }) => {
  const restored = await tx
    .update(bookings)
    .set({ privateNote: before })
    .where(and(eq(bookings.id, subjectId), sql`${bookings.privateNote} is not distinct from ${after}`))
    .returning({ id: bookings.id })
  return restored.length > 0 ? undefined : refuse('refused', 'The note was changed again since.')
})

/** What the page of a booking changes. */
export const bookingChanges = {
  confirm: confirmBooking,
  decline: declineBooking,
  ...moneyChanges,
  guest: correctGuest,
  source: correctSource,
  'renew-link': renewGuestLink,
  'door-code': setDoorCode,
  'open-codes': openCodes,
  ...stayMessageChanges,
  /** What only operators read. */
  note: defineChange({
    scope: 'stays:write',
    name: 'booking.note-changed',
    words: 'Private note changed',
    facts: { label: 'Note', kind: 'text' },
    undo: undoNote,
    ...ofBooking,
    form: noteSchema,
    run: async (tx, { note }, { subject: { booking } }) => {
      const { id, privateNote: before } = booking
      const after = note || null
      if (before === after) return null
      await tx.update(bookings).set({ privateNote: after }).where(eq(bookings.id, id))
      return { subjectId: id, before, after }
    },
  }),
}

/** What Today changes: whether a home is ready for a stay, and reminders to pay. */
export const todayChanges = { ready: setPropertyReady, 'remind-payment': moneyChanges['remind-payment'] }
