import { Link } from 'react-router'
import type { todayChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { formatDateWithYear, formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { TableColumn } from '#app/ui/dashboard/table.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ReportTable } from '../report-table.tsx'
import type { OwedPayment, StayAmount } from './owed.ts'

const STAY: [TableColumn<StayAmount>, ...TableColumn<StayAmount>[]] = [
  { heading: 'Guest', cell: ({ reference, guest }) => <Link to={`/admin/bookings/${reference}`}>{guest}</Link> },
  { heading: 'Home', cell: ({ property }) => property },
  { heading: 'Dates', cell: ({ checkIn, checkOut }) => formatSpanWithYear(checkIn, checkOut) },
]
const AMOUNT: TableColumn<StayAmount> = { heading: 'Amount', isFigure: true, cell: (row) => formatMoney(row.amount) }

const HOW: Record<OwedPayment['how'], string> = {
  guest: 'The guest pays',
  card: 'The card is charged',
  refused: 'The card was refused',
}

type OwedProps = { caption: string; rows: OwedPayment[]; mayRemind: boolean }

/** Payments by their day. Of late ones, the guest can be reminded. */
export function OwedTable({ caption, rows, mayRemind }: OwedProps) {
  const how = ({ how, isLate, reminded, canRemind, reference }: OwedPayment) => (
    <div>
      {HOW[how]}
      {reminded && <span className="admin-detail">Reminded on {reminded}</span>}
      {mayRemind && isLate && canRemind && (
        <ChangeButton<typeof todayChanges> intent="remind-payment" id={reference}>
          Send a reminder
        </ChangeButton>
      )}
    </div>
  )
  return (
    <ReportTable<OwedPayment>
      caption={caption}
      columns={[
        ...STAY,
        { heading: 'Due', cell: ({ dueOn }) => formatDateWithYear(dueOn) },
        { heading: 'How', cell: how },
        AMOUNT,
      ]}
      rows={rows}
      keyOf={({ reference, dueOn, how }) => `${reference} ${dueOn} ${how}`}
    />
  )
}

/** Refunds to guests. */
export const ReturnTable = ({ caption, rows }: Omit<OwedProps, 'rows' | 'mayRemind'> & { rows: StayAmount[] }) => (
  <ReportTable caption={caption} columns={[...STAY, AMOUNT]} rows={rows} keyOf={({ reference }) => reference} />
)
