import { data, useActionData } from 'react-router'
import { getBookingTerms } from '#app/features/availability/availability.server.ts'
import { requestBooking } from '#app/features/bookings/bookings.server.ts'
import { BookingCard } from '#app/features/embeds/booking/booking-card.tsx'
import { BookingReceived } from '#app/features/embeds/booking/booking-received.tsx'
import { holderOrigin } from '#app/features/embeds/holder-origin.ts'
import { getProperty } from '#app/features/properties/properties.server.ts'
import { servicesContext } from '#app/platform/page-context.server.ts'
import { stayFromQuery } from '#app/shared/stay.ts'
import type { Route } from './+types/embed-book.ts'

export const handle = { frame: true }
