import { SOURCES } from '#app/features/bookings/booking-sources.ts'
import { unpaidWords } from '#app/features/bookings/payment-words.ts'
import { nightsBetween } from '#app/shared/dates.ts'
import { formatMomentWithYear, formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { formatMoney, numericFromCents } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { State } from '#app/ui/dashboard/state.tsx'
import { RowLink, type TableColumn } from '#app/ui/dashboard/table.tsx'
import { type ManagedBooking, STATUS_WORDS, toneOf } from './booking-list.ts'

/** The columns on the screen, in order. */
export const SCREEN_COLUMNS: TableColumn<ManagedBooking>[] = [
  {
    heading: 'Guest',
    cell: ({ reference, guestName }) => (
      <>
        <RowLink to={`/admin/bookings/${reference}`}>{guestName}</RowLink>
        <span className="admin-detail">{reference}</span>
      </>
    ),
  },
  { heading: 'Home', cell: ({ property }) => property },
  { heading: 'Dates', cell: ({ checkIn, checkOut }) => formatSpanWithYear(checkIn, checkOut) },
  { heading: 'Party', cell: (row) => partyWords(row) },
  { heading: 'Total', isFigure: true, isBesideName: true, cell: ({ price }) => formatMoney(price) },
  { heading: 'Status', cell: (row) => <BookingStatusText booking={row} /> },
]

export const FILE_COLUMNS: Record<string, (row: ManagedBooking) => string | number> = {
  Reference: (row) => row.reference,
  Status: (row) => STATUS_WORDS[row.status],
  Source: (row) => SOURCES[row.source],
  Property: (row) => row.property,
  'Check-in': (row) => row.checkIn,
  'Check-out': (row) => row.checkOut,
  Nights: (row) => nightsBetween(row.checkIn, row.checkOut),
  Guest: (row) => row.guestName,
  Email: (row) => row.guestEmail,
  Phone: (row) => row.guestPhone ?? '',
  Adults: (row) => row.adults,
  Children: (row) => row.children,
  Infants: (row) => row.infants,
  Pets: (row) => row.pets,
  'Price of the nights': (row) => numericFromCents(row.parts.nights),
  Discounts: (row) => numericFromCents(row.parts.discounts),
  Cleaning: (row) => numericFromCents(row.parts.cleaning),
  Fees: (row) => numericFromCents(row.parts.fees),
  Taxes: (row) => numericFromCents(row.parts.taxes),
  Total: (row) => numericFromCents(row.price),
  Paid: (row) => numericFromCents(row.money.paid),
  'To pay': (row) => numericFromCents(row.money.unpaid),
  'Pay by': (row) => row.money.toPay[0]?.dueOn ?? '',
}

function BookingStatusText({ booking }: { booking: ManagedBooking }) {
  const { status, answerBy, timeZone, paymentFailed, money } = booking
  return (
    <>
      <State tone={toneOf(status)}>{STATUS_WORDS[status]}</State>
      {status === 'pending' && answerBy && (
        <span className="admin-detail">Answer by {formatMomentWithYear(answerBy, timeZone)}</span>
      )}
      {money.unpaid > 0 && <span className="admin-detail">{unpaidWords(money, booking)}</span>}
      {paymentFailed && <span className="admin-detail admin-alert">A card payment failed</span>}
    </>
  )
}
