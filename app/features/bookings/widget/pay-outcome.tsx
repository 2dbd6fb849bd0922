import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import type { LinkState } from '../booking-summary.ts'
import { getStoredPaying, type StoredBooking, type StoredPaying, storeBooking, storeHold } from './session-storage.ts'

type Props = {
  status: string
  link: LinkState | null
  reference: string
  /** Dates and party. */
  dates: string
  /** Payments made and due, as lines. */
  paid: [string, Cents][]
  /** The stored booking of this window, once its guest has paid. */
  stay: Omit<StoredBooking, 'stayPath'>
  /** The address of this page without and with its query. */
  pathname: string
  payPath: string
  /** The booking frame. */
  bookPath: string
  contactPath: string
}

const AWAY = 'The payment service isn’t responding right now.'
const WORDS: Record<string, { title: string; text: string }> = {
  confirmed: { title: 'You’re booked.', text: 'We’re emailing you the confirmation.' },
  held: {
    title: AWAY,
    text: 'You won’t be charged twice, and your dates are still held. Please check again in a moment.',
  },
}
const OVER = {
  title: 'Your hold has expired.',
  text: 'Your card wasn’t charged. Your dates may still be available, so please choose them again.',
}
const CANCELLED = { title: 'This stay is canceled.', text: 'Any refund is listed on the stay’s page.' }

/** Of a stay that was booked before it was paid. */
const LINK_WORDS: Record<LinkState, { title: string; text: string }> = {
  open: {
    title: AWAY,
    text: 'You won’t be charged twice, and the stay is booked. Please check again in a moment.',
  },
  paid: { title: 'Thank you, that’s paid.', text: 'The guest gets a receipt by email. The stay is booked.' },
  withdrawn: {
    title: 'This link to pay was withdrawn.',
    text: 'Nothing can be paid here anymore, and nothing was charged. The stay is booked. If you still want to pay, contact us.',
  },
  none: { title: 'There’s nothing to pay right now.', text: 'The stay is booked.' },
}

/** The status of a booking that is paid or was to be paid. */
export function PayOutcome(props: Props) {
  const { status, link, reference, dates, paid, stay, pathname } = props
  const { title, text } = (link ? LINK_WORDS[link] : WORDS[status]) ?? (paid.length > 0 ? CANCELLED : OVER)
  const heading = useRef<HTMLHeadingElement>(null)
  // Only the guest's own window knows the guest page: a link to pay may have been passed on.
  const [own, setOwn] = useState<StoredPaying | null>(null)
  useEffect(() => {
    heading.current?.focus()
    if (status !== 'held') storeHold(null)
  }, [status])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the facts of the stay do not change
  useEffect(() => {
    const paying = getStoredPaying(pathname)
    setOwn(paying)
    if (paying && status === 'confirmed') storeBooking({ ...stay, stayPath: paying.stayPath })
  }, [pathname, status])
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
        {status === 'confirmed' && !link && own?.guestEmail && (
          <p className="text-sm text-muted">Your confirmation goes to {own.guestEmail}.</p>
        )}
        <PayWay {...props} stayPath={own?.stayPath ?? null} />
      </div>
    </div>
  )
}

/** The next step. */
function PayWay({ status, link, paid, stayPath, ...paths }: Props & { stayPath: string | null }) {
  if (status === 'held' || link === 'open') return <Way href={paths.payPath}>Check again</Way>
  if (stayPath && (status === 'confirmed' || paid.length > 0)) {
    return (
      <Way href={stayPath} target="_blank" rel="noopener">
        Your stay
      </Way>
    )
  }
  if (link === 'withdrawn' || status === 'cancelled') {
    return (
      <Way href={paths.contactPath} target="_top">
        Contact us
      </Way>
    )
  }
  return status === 'confirmed' ? null : <Way href={paths.bookPath}>Choose dates</Way>
}

function Way(props: ComponentProps<'a'>) {
  return (
    <p>
      <a className="button button-ember" {...props} />
    </p>
  )
}
