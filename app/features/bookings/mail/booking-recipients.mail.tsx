import { greeting } from '#app/shared/greeting.ts'
import { mailImage, mailPayload } from '../booking-summary.ts'
import type { BookingMailData } from './booking-request.mail.tsx'

/** The common fields of all emails to the guest of a booking. */
export function toGuest({ booking, site, siteUrl }: BookingMailData) {
  const { email: to, name } = booking.guest
  const image = mailImage(booking, siteUrl)
  return { to, replyTo: site.email, site, image, greeting: greeting(name), payload: mailPayload(booking) }
}

/** The common fields of all emails to the operator about a booking: a reply goes to the guest. */
export function toOperator({ booking, site }: BookingMailData) {
  return { to: site.email, replyTo: booking.guest.email, site, payload: mailPayload(booking) }
}
