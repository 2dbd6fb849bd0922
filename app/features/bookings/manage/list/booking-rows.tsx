import { Table } from '#app/ui/dashboard/table.tsx'
import { SCREEN_COLUMNS } from './booking-columns.tsx'
import type { ManagedBooking } from './booking-list.ts'
import '#app/ui/dashboard/card.css'

/** The bookings, each with its way to its page. */
export const BookingRows = ({ rows }: { rows: ManagedBooking[] }) => (
  <div className="card">
    <Table columns={SCREEN_COLUMNS} rows={rows} keyOf={({ reference }) => reference} />
  </div>
)
