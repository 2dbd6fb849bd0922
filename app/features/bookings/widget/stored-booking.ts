import { z } from 'zod/mini'
import type { StayChoice } from '#app/features/availability/stay-picker/stay-choice.ts'

/** What was booked last in this window of the browser. Its page is a secret, and goes with the window. */
const bookingSchema = z.object({
  propertyId: z.string(),
  stayPath: z.string(),
  checkIn: z.string(),
  checkOut: z.string(),
})
export type StoredBooking = z.infer<typeof bookingSchema>

const KEY = 'booking'

/** Where the browser keeps nothing for frames, the guest reads of the nights what strangers read. */
export function storeBooking(booking: StoredBooking): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(booking))
  } catch {}
}

function read(): StoredBooking | null {
  try {
    return bookingSchema.parse(JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null'))
  } catch {
    return null
  }
}

/** The last booking of this window, where it is of this home. */
export function readBooking(propertyId: string): StoredBooking | null {
  const kept = read()
  return kept?.propertyId === propertyId ? kept : null
}

/** A stay that is over before it began is nobody's any more. */
export function forgetBooking(stayPath: string): void {
  if (read()?.stayPath === stayPath) window.sessionStorage.removeItem(KEY)
}

/** Whether some of the nights are those that were booked. */
export function isBookedAlready(booking: StoredBooking | null, { checkIn, checkOut }: StayChoice): boolean {
  return !!booking && !!checkIn && !!checkOut && booking.checkIn < checkOut && checkIn < booking.checkOut
}
