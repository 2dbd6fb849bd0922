import { eq } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import { stayConfirmedMail } from '#app/features/bookings/mail/booking-confirmed.mail.tsx'
import { stayDeclinedMails } from '#app/features/bookings/mail/booking-declined.mail.tsx'
import { agreeSchedule } from '#app/features/bookings/payments/agree-schedule.server.ts'
import { changeStatus } from '#app/features/bookings/status/change-status.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { confirmSchema, declineSchema } from '../booking-forms.server.ts'
import { ofStay, refreshCalendars, refuseStatus, TOLD } from '../change-booking.server.ts'
import { STATUS_WORDS } from '../list/booking-list.ts'

const CONFLICT =
  'Other claims to these nights came in. Look at them on its page, and confirm anyway if the stay comes first.'

/** Confirms a booking request. Blocks and imports that arrived meanwhile refuse it unless the operator confirms anyway. */
export const confirmBooking = defineChange({
  scope: 'stays:write',
  name: 'booking.confirmed',
  words: 'Booking confirmed',
  facts: { label: 'Status', kind: 'choice', options: STATUS_WORDS },
  undo: TOLD,
  ...ofStay,
  form: confirmSchema,
  prepare: refreshCalendars,
  run: async (tx, { despiteConflict }, { services, by, now: at, subject: { booking } }) => {
    const { id, reference, status: before } = booking
    if (before !== 'pending') return refuseStatus(booking)
    const conflicts = await listConflicts({ db: tx, clock: services.clock }, { bookingId: id })
    if (conflicts.length > 0 && !despiteConflict) return refuse('refused', CONFLICT)
    await changeStatus(tx, { ids: [id], from: before, to: 'confirmed', cause: 'operator', at, by })
    await agreeSchedule(tx, { bookingId: id, now: at })
    await enqueueMail(services, tx, stayConfirmedMail(await getBookingMailData(services, tx, id)))
    services.log.info({ event: 'booking.answered', reference }, 'booking request answered')
    return { subjectId: id, before, after: 'confirmed' }
  },
})

/** Declines a booking request and frees its nights. */
export const declineBooking = defineChange({
  scope: 'stays:write',
  name: 'booking.declined',
  words: 'Booking declined',
  facts: { label: 'Status', kind: 'choice', options: STATUS_WORDS },
  undo: TOLD,
  ...ofStay,
  form: declineSchema,
  run: async (tx, { message }, { services, by, now: at, subject: { booking } }) => {
    const { id, reference, status: before } = booking
    if (before !== 'pending') return refuseStatus(booking)
    const reason = message || null
    await changeStatus(tx, { ids: [id], from: before, to: 'declined', cause: 'operator', at, by, reason })
    await tx.delete(occupancies).where(eq(occupancies.bookingId, id))
    await enqueueMail(services, tx, stayDeclinedMails(await getBookingMailData(services, tx, id), { reason }))
    services.log.info({ event: 'booking.answered', reference }, 'booking request answered')
    return { subjectId: id, before, after: 'declined', reason }
  },
})
