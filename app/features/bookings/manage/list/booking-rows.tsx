import '#app/ui/dashboard/card.css'
import { SCREEN_COLUMNS } from './booking-columns.tsx'
import type { ManagedBooking } from './booking-list.ts'
import './booking-rows.css'

/** The bookings as a table, which a phone shows as cards. */
export function BookingRows({ rows }: { rows: ManagedBooking[] }) {
  const [first, ...others] = SCREEN_COLUMNS
  return (
    <div className="card">
      <table className="admin-table">
        <thead>
          <tr>
            {SCREEN_COLUMNS.map(({ heading, className }) => (
              <th key={heading} scope="col" className={className}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.reference}>
              <th scope="row">{first.cell(row)}</th>
              {others.map(({ heading, className, cell }) => (
                <td key={heading} className={className}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
