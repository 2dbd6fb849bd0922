import { Link } from 'react-router'
import type { StayLimits } from '#app/features/availability/stay-rules.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import { addDays } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import type { BoardProperty } from './board.ts'
import type { Chosen } from './calendar-address.ts'
import type { OwnRate } from './plan-change.ts'
import { previewStay } from './preview-stay.ts'

type Props = { property: BoardProperty; chosen: Chosen; rates: readonly OwnRate[]; limits: StayLimits }

/** What guests would pay in all for the chosen nights, as typed, and why they could not book them. */
export function GuestsPay({ property, chosen: { first, last }, rates, limits }: Props) {
  const mayExplain = useMay()('prices:read')
  const { total, refusal, guests } = previewStay(property, { first, last, rates, limits })
  return (
    <p className="sheet-total" role="status">
      {total !== null && (
        <>
          Guests pay <strong>{formatMoney(total)}</strong> total, taxes and fees included, for{' '}
          {countOf(guests, 'guest')}.{' '}
        </>
      )}
      {refusal && <span className="admin-detail">Guests can’t book exactly these nights: {refusal}</span>}
      {mayExplain && (
        <Link to={`/admin/homes/${property.slug}/why?checkin=${first}&checkout=${addDays(last, 1)}`}>
          Why is it this price?
        </Link>
      )}
    </p>
  )
}
