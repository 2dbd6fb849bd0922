import { useEffect, useRef } from 'react'
import { formatDate } from '#app/shared/dates.ts'
import { firstName } from '#app/shared/greeting.ts'
import { formatAmount } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import { BookingSteps, requestSteps } from '../booking-steps.tsx'
import { storeBooking, storeHold } from './session-storage.ts'

/** The confirmation of a stored booking, shown only after its row is committed (docs/decisions/029). */
type Received = {
  reference: string
  guestName: string
  guestEmail: string
  checkInDate: string
  checkOutDate: string
  guests: number
  total: number
}

type Props = {
  booking: Received
  property: { id: string; name: string; checkInTime: string; checkOutTime: string }
  /** The ways to pay, in words, if they are known. */
  ways: string | null
  /** The longest time a request waits for an answer. */
  requestHours: number
  contactPath: string
  /** The guest page. */
  stayPath: string
}

export function BookingReceived({ booking, property, ways, requestHours, contactPath, stayPath }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    // The nights belong to the booking now, and are no longer held for this window.
    storeHold(null)
  }, [])
  useEffect(() => {
    storeBooking({ propertyId: property.id, stayPath, checkIn: booking.checkInDate, checkOut: booking.checkOutDate })
  }, [property.id, stayPath, booking])
  const rows = [
    ['Check-in', `${formatDate(booking.checkInDate, 'long')}, from ${property.checkInTime}`],
    ['Check-out', `${formatDate(booking.checkOutDate, 'long')}, by ${property.checkOutTime}`],
    ['Guests', countOf(booking.guests, 'guest')],
    ['Total, taxes and fees included', formatAmount(booking.total)],
  ]
  return (
    <div className="booking-card booking-received">
      <h2 ref={heading} tabIndex={-1} className="heading-small">
        Thanks, {firstName(booking.guestName)}. We’re holding your dates.
      </h2>
      <BookingSteps steps={requestSteps(booking.total, { ways, hours: requestHours })} current={2} />
      <p>
        <span className="text-sm text-muted">Reference number</span>
        <strong className="booking-total block">{booking.reference}</strong>
      </p>
      <dl className="border-t border-border">
        {rows.map(([label, value]) => (
          <div key={label} className="border-b border-border py-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        This is a request for {property.name}. We’ll email you at {booking.guestEmail} within{' '}
        {countOf(requestHours, 'hour')}. You haven’t been charged. Save this reference number.
      </p>
      <p className="flex flex-wrap gap-x-6 text-sm">
        <a className="link" href={stayPath} target="_blank" rel="noopener">
          View your request
        </a>
        <a className="link" href={contactPath} target="_blank" rel="noopener">
          Message us about this stay
        </a>
      </p>
    </div>
  )
}
