import { useEffect, useRef } from 'react'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import type { LinkState } from '../booking-summary.ts'
import { type StoredBooking, storeBooking, storeHold } from './session-storage.ts'

type Props = {
  status: string
  link: LinkState | null
  reference: string
  /** Dates and party. */
  dates: string
  /** Payments made and due, as lines. */
  paid: [string, Cents][]
  /** Null if the stay was so long ago that it is no longer shown. */
  guestEmail: string | null
  stayPath: string
  /** What this window stores of the booking. */
  booking: StoredBooking
  /** The booking frame. */
  bookPath: string
  /** The address of this page. */
  payPath: string
}

const AWAY = 'The payment service isn’t responding right now.'
const WORDS: Record<string, { title: string; text: string }> = {
  confirmed: { title: 'You’re booked.', text: 'We’re emailing you everything you need.' },
  held: {
    title: AWAY,
    text: 'You won’t be charged twice, and your dates are still held. Please check again in a moment.',
  },
}
const OVER = {
  title: 'Your hold has expired.',
  text: 'Your card wasn’t charged. Your dates may still be available, so please choose them again.',
}
const CANCELLED = { title: 'This stay is canceled.', text: 'You’ll find your refund on your stay’s page.' }

/** Of a stay that was booked before it was paid. */
const LINK_WORDS: Record<LinkState, { title: string; text: string }> = {
  open: {
    title: AWAY,
    text: 'You won’t be charged twice, and your stay is booked. Please check again in a moment.',
  },
  paid: { title: 'Thank you, that’s paid.', text: 'We’re emailing you a receipt. Your stay is booked.' },
  none: { title: 'There’s nothing to pay right now.', text: 'Your stay is booked.' },
}

/** The status of a booking that is paid or was to be paid. */
export function PayOutcome({
  status,
  link,
  reference,
  dates,
  paid,
  guestEmail,
  stayPath,
  booking,
  bookPath,
  payPath,
}: Props) {
  const { title, text } = (link ? LINK_WORDS[link] : WORDS[status]) ?? (paid.length > 0 ? CANCELLED : OVER)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    if (status !== 'held') storeHold(null)
  }, [status])
  // biome-ignore lint/correctness/useExhaustiveDependencies: its facts do not change
  useEffect(() => {
    if (status === 'confirmed') storeBooking(booking)
  }, [status])
  return (
    <div className="booking-card pay-card">
      <div className="pay-fields">
        <h2 ref={heading} tabIndex={-1} className="heading-small">
          {title}
        </h2>
        <p>{text}</p>
        {status === 'confirmed' && (
          <p>
            <span className="text-sm text-muted">Reference number</span>
            <strong className="booking-total block">{reference}</strong>
          </p>
        )}
        {paid.length > 0 && (
          <dl className="pay-facts">
            <div>
              <dt>Your stay</dt>
              <dd>{dates}</dd>
            </div>
            {paid.map(([label, amount]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatAmount(amount)}</dd>
              </div>
            ))}
          </dl>
        )}
        {status === 'confirmed' && !link && guestEmail && (
          <p className="text-sm text-muted">Your confirmation goes to {guestEmail}.</p>
        )}
        <p>
          <PayWay {...{ status, link, paid, stayPath, bookPath, payPath }} />
        </p>
      </div>
    </div>
  )
}

/** The next step. */
function PayWay(props: Pick<Props, 'status' | 'link' | 'paid' | 'stayPath' | 'bookPath' | 'payPath'>) {
  const { status, link, paid, stayPath, bookPath, payPath } = props
  if (status === 'held' || link === 'open') {
    return (
      <a className="button button-ember" href={payPath}>
        Check again
      </a>
    )
  }
  if (status === 'confirmed' || paid.length > 0) {
    return (
      <a className="button button-ember" href={stayPath} target="_blank" rel="noopener">
        Your stay
      </a>
    )
  }
  return (
    <a className="button button-ember" href={bookPath}>
      Choose dates
    </a>
  )
}
