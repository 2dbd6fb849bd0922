import type { VisitorForm } from '#app/platform/http/form-action.server.ts'
import { CHECK_FIELDS } from '#app/shared/problem.ts'
import type { BookingRefusal } from '../booking-refusals.server.ts'
import { payPathOf } from '../booking-summary.ts'
import { bookingFormSchema } from '../bookings.ts'
import { findOpenPayment } from '../payments/open-payment.server.ts'
import { requestBooking } from './request-booking.server.ts'

/** The fields that a guest types; all others say which stay it is. */
const TYPED = ['guestName', 'guestEmail', 'guestPhone', 'specialRequests']

type Booked = {
  ok: true
  status: 201
  isRepeat: boolean
  booking: {
    token: string
    /** Where a booking that waits for a card is paid. */
    payPath: string | null
    reference: string
    total: number
    checkInDate: string
    checkOutDate: string
    guestName: string
    guestEmail: string
    guests: number
  }
}

/** The form of the booking frame; its script puts a key into a hidden field (docs/decisions/013). */
export function bookingForm(
  propertyId: string,
): VisitorForm<ReturnType<typeof bookingFormSchema>, Booked, BookingRefusal> {
  return {
    limit: 'bookings',
    honeypot: null,
    schema: bookingFormSchema(propertyId),
    invalid: (fields) =>
      Object.keys(fields).every((name) => TYPED.includes(name))
        ? CHECK_FIELDS
        : 'Choose your dates and guests, then book again.',
    async run(services, input, sender) {
      const outcome = await requestBooking(services, input, { ...sender, isForm: true })
      if (!outcome.ok) return outcome
      const { checkInDate = '', checkOutDate = '', guestName, guestEmail, adults, children } = input
      const { id, token, reference, total, status } = outcome.booking
      const open = status === 'held' ? await findOpenPayment(services.db, id) : null
      const payPath = open && payPathOf(open.payment)
      const stay = { checkInDate, checkOutDate, guests: adults + children }
      const booking = { token, payPath, reference, total, guestName, guestEmail, ...stay }
      return { ok: true, status: 201, booking, isRepeat: !outcome.tookNights }
    },
  }
}
