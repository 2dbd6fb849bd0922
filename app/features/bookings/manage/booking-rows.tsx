import { Link } from 'react-router'
import { formatMomentWithYear, formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { unpaidWords } from '../payment-words.ts'
import { type ManagedBooking, STATUS_WORDS } from './booking-list.ts'
import './booking-rows.css'

/** The bookings as a table, which a phone shows as cards. */
export function BookingRows({ rows }: { rows: ManagedBooking[] }) {
  return (
    <table className="admin-table">
      <thead>
        <tr>
          <th scope="col">Guest</th>
          <th scope="col">Home</th>
          <th scope="col">Dates</th>
          <th scope="col">Party</th>
          <th scope="col" className="admin-amount">
            Total
          </th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.reference}>
            <th scope="row">
              <Link to={`/admin/bookings/${row.reference}`} className="admin-row-link">
                {row.guestName}
              </Link>
              <span className="admin-reference">{row.reference}</span>
            </th>
            <td>{row.property}</td>
            <td className="admin-span">{formatSpanWithYear(row.checkIn, row.checkOut)}</td>
            <td>{partyWords(row)}</td>
            <td className="admin-amount">{formatMoney(row.price)}</td>
            <td>
              <BookingStatusText booking={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function BookingStatusText({ booking }: { booking: ManagedBooking }) {
  const { status, answerBy, timeZone, paymentFailed, money } = booking
  return (
    <>
      <span className="admin-status" data-status={status}>
        {STATUS_WORDS[status]}
      </span>
      {status === 'pending' && answerBy && (
        <span className="admin-detail">Answer by {formatMomentWithYear(answerBy, timeZone)}</span>
      )}
      {money.unpaid > 0 && <span className="admin-detail">{unpaidWords(money)}</span>}
      {paymentFailed && <span className="admin-detail admin-alert">A card payment failed</span>}
    </>
  )
}
