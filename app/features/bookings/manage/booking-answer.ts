import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import type { bookingChanges } from './booking.changes.server.ts'

export type BookingChanges = typeof bookingChanges
/** What became of the form that was posted to a booking's page. */
export type BookingAnswer = ChangeAnswer | null
