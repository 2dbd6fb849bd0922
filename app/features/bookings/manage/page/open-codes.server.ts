import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { isExpected } from '#app/features/bookings/guest-page/guest-page.ts'
import { phaseOf } from '#app/features/bookings/guest-page/stay-phase.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { openCodesSchema } from '../booking-forms.server.ts'
import { ofBooking, refuseOver } from '../change-booking.server.ts'

const RECORDED = { before: z.boolean(), after: z.boolean() }

/** Brings back what was, unless somebody changed it again. */
const undo = undoFrom(RECORDED, async (tx, _services, { subjectId, before, after }) => {
  const isLeft = and(eq(bookings.id, subjectId), eq(bookings.codesOpen, after))
  const restored = await tx.update(bookings).set({ codesOpen: before }).where(isLeft).returning({ id: bookings.id })
  return restored.length > 0 ? undefined : refuse('refused', 'This was changed again since.')
})

/** Opens door code and Wi-Fi password of one stay before it is paid, or lets them wait again. */
export const openCodes = defineChange({
  scope: 'stays:write',
  name: 'booking.codes-opened',
  words: ({ after }) => (after === true ? 'Codes opened before payment' : 'Codes wait for payment again'),
  facts: { label: 'Open before payment', kind: 'check' },
  undo,
  ...ofBooking,
  form: openCodesSchema,
  run: async (tx, { open }, { services: { clock }, subject: { booking, property } }) => {
    const phase = phaseOf({ ...booking, property }, clock.now())
    if (!isExpected({ status: booking.status, phase })) return refuseOver
    const { id, codesOpen: before } = booking
    const after = open === 'yes'
    if (before === after) return null
    await tx.update(bookings).set({ codesOpen: after }).where(eq(bookings.id, id))
    return { subjectId: id, before, after }
  },
})
