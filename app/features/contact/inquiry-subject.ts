import { formatDate } from '#app/shared/dates.ts'

/** What a message is about, as far as it is known. */
export type Topic = {
  home: string | null
  stay: { checkIn: string; checkOut: string } | null
  bookingReference: string | null
}

/** `Friday, January 15, 2027 to Tuesday, January 19, 2027` */
export function stayWords({ checkIn, checkOut }: { checkIn: string; checkOut: string }): string {
  return `${formatDate(checkIn, 'long')} to ${formatDate(checkOut, 'long')}`
}

/** Subject and type are derived, never asked for (docs/features/contact.md). */
export function subjectOf({ home, stay, bookingReference }: Topic, name: string) {
  const dates = stay && `${stay.checkIn} to ${stay.checkOut}`
  const about = [bookingReference && `Booking ${bookingReference}`, home, dates].filter(Boolean).join(', ')
  const type = stay || bookingReference ? ('booking_inquiry' as const) : ('general' as const)
  return { type, subject: about || `Message from ${[...name].slice(0, 80).join('')}` }
}
