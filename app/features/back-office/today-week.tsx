import { Link } from 'react-router'
import type { todayChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { latePayment } from '#app/features/bookings/payment-plan.ts'
import { unpaidWords } from '#app/features/bookings/payment-words.ts'
import { type Gift, giftWords } from '#app/features/site/gift.ts'
import { addDays, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { bookingPath } from '#app/shared/paths/booking-path.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { State } from '#app/ui/dashboard/state.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { GuestContact } from './guest-contact.tsx'
import { isTurnover, type Movement, movementsOf, type TodayStay } from './today.ts'

const DAYS = 7

type Props = { stays: readonly TodayStay[]; gift: Gift | null; today: IsoDate }

/** Who comes and goes within a week, and what is open about each. */
export function TodayWeek({ stays, gift, today }: Props) {
  const days = movementsOf(stays, DAYS)
  const arriving = days
    .flatMap(({ movements }) => movements)
    .flatMap((one) => (one.kind === 'check-in' ? one.stay : []))
  const nameOf = (date: IsoDate) => {
    if (date === today) return `Today, ${formatDate(date)}`
    return date === addDays(today, 1) ? `Tomorrow, ${formatDate(date)}` : formatDate(date, 'day')
  }
  return (
    <Card
      title="Next seven days"
      note={gift && arriving.length > 0 && `${giftWords(gift, arriving)} to pack`}
      action={<Link to="/admin/turnovers#tomorrow">Tomorrow’s turnovers</Link>}
    >
      {days.length === 0 && <p className="text-muted">Nobody checks in or out.</p>}
      <ul>
        {days.map(({ date, movements }) => (
          <li key={date} className="movement-day">
            <h3>{nameOf(date)}</h3>
            <ul>
              {movements.map((movement) => (
                <MovementRow
                  key={`${movement.kind} ${movement.stay.reference}`}
                  movement={movement}
                  stays={stays}
                  gift={gift}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type RowProps = { movement: Movement; stays: readonly TodayStay[]; gift: Gift | null }

function MovementRow({ movement: { kind, stay }, stays, gift }: RowProps) {
  const { reference, guestName, guestPhone, guestEmail, property } = stay
  return (
    <li className="movement">
      <State tone={kind === 'check-in' ? 'lit' : 'dark'}>{kind === 'check-in' ? 'Check-in' : 'Check-out'}</State>
      <p className="admin-task-title">
        <Link to={bookingPath(reference)} className="admin-row-link">
          {guestName}
        </Link>
      </p>
      <div>
        <p>
          {property}, {kind === 'check-in' ? `from ${stay.checkInTime}` : `by ${stay.checkOutTime}`}
        </p>
        <p className="admin-detail">
          {kind === 'check-in' ? [partyWords(stay), giftWords(gift, [stay])].filter(Boolean).join(' · ') : null}
          {kind === 'check-out' && isTurnover(stay, stays) && 'The next guests check in the same day'}
        </p>
      </div>
      <div className="movement-state">
        {kind === 'check-in' && <Money stay={stay} />}
        {kind === 'check-in' && <Ready stay={stay} />}
        <GuestContact name={guestName} phone={guestPhone} email={guestEmail} />
      </div>
    </li>
  )
}

function Money({ stay }: { stay: TodayStay }) {
  const { money } = stay
  const isPaid = money.unpaid === 0
  const isLate = latePayment(money.toPay, stay) !== null
  return (
    <p className="movement-money" data-paid={isPaid || undefined} data-late={isLate || undefined}>
      {isPaid ? 'Paid' : unpaidWords(money, stay)}
    </p>
  )
}

/** One press says that the home is ready for this stay, or not yet. */
function Ready({ stay }: { stay: TodayStay }) {
  const { reference, isReady, property, guestName } = stay
  return (
    <ChangeButton<typeof todayChanges>
      intent="ready"
      id={reference}
      value={{ ready: isReady ? 'no' : 'yes' }}
      variant="link"
      aria-pressed={isReady}
      aria-label={`${isReady ? 'Ready' : 'Not ready yet'}: ${property}, for ${guestName}`}
    >
      <State tone={isReady ? 'lit' : undefined}>{isReady ? 'Ready' : 'Not ready yet'}</State>
    </ChangeButton>
  )
}
