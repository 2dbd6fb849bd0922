import { eq } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { propertyReady } from '#app/features/turnovers/property-ready.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { readySchema } from '../booking-forms.server.ts'
import { ofBooking, refuseStatus } from '../change-booking.server.ts'

/** Marks the home as ready for a confirmed stay, or as not ready. */
export const setPropertyReady = defineChange({
  scope: 'turnovers:write',
  ...propertyReady,
  ...ofBooking,
  form: readySchema,
  run: async (tx, { ready }, { now, subject: { booking } }) => {
    const { id, status, propertyReadyAt: before } = booking
    if (status !== 'confirmed') return refuseStatus(booking)
    const after = ready === 'yes' ? now : null
    if ((before === null) === (after === null)) return null
    await tx.update(bookings).set({ propertyReadyAt: after }).where(eq(bookings.id, id))
    return { subjectId: id, before: before?.toISOString() ?? null, after: after?.toISOString() ?? null }
  },
})
