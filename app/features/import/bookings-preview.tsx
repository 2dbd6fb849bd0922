import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf, formatCount } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeForm } from '#app/ui/form/change-form.tsx'
import { ChangedRows } from './changed-rows.tsx'
import type { importChanges } from './import.changes.server.ts'
import type { PreviewOfBookings, ShownBooking } from './import-page.ts'
import { LeftRows, SkippedRows } from './left-rows.tsx'

type Props = { preview: PreviewOfBookings; answer: ChangeAnswer | null }

/** The effects of importing the bookings. */
export function BookingsPreview({ preview, answer }: Props) {
  const { count, seen, total, paid, good, conflicts, doubles, wrong, unread, changed, skipped } = preview
  const bookings = countOf(count, 'booking')
  return (
    <>
      {count === 0 && <p className="admin-note">There’s nothing in this file to import.</p>}
      {count > 0 && (
        <ChangeForm<typeof importChanges>
          intent="bookings"
          answer={answer}
          save={`Import ${bookings}`}
          saving="Importing..."
        >
          {() => (
            <>
              <input type="hidden" name="seen" value={seen} />
              <p>
                {bookings}, {total} total, {paid} paid. They’re confirmed here and take their nights. Nobody gets an
                email. You can undo the import in History until one of them is changed.
              </p>
            </>
          )}
        </ChangeForm>
      )}
      <LeftRows
        heading="Rows to fix"
        about="These won’t be imported. Fix them in the file, or change below how it’s read."
        lines={wrong}
      />
      <ChangedRows changed={changed} />
      <LeftRows
        heading="Without an email or a phone number"
        about="These are imported. What the file says is in the booking’s note."
        lines={unread}
      />
      <LeftRows heading="Conflicts" about="These won’t be imported: somebody has their nights." lines={conflicts} />
      <LeftRows heading="Duplicates" about="These won’t be imported again." lines={doubles} />
      <SkippedRows skipped={skipped} />
      {count > 0 && (
        <Card title="To be imported" note={formatCount(count)}>
          <ul>
            {good.rows.map((booking) => (
              <Booking key={booking.line} booking={booking} />
            ))}
          </ul>
          {good.more > 0 && <p className="admin-detail">And {formatCount(good.more)} more.</p>}
        </Card>
      )}
    </>
  )
}

function Booking({ booking: { line, guest, property, nights, party, money, from } }: { booking: ShownBooking }) {
  return (
    <li className="import-booking">
      <span className="import-line">Line {line}</span>
      <strong>{guest}</strong>
      <span>
        {property}, {nights}
      </span>
      <span>{party}</span>
      <span>{money}</span>
      <span className="admin-detail">{from}</span>
    </li>
  )
}
