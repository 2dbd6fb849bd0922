import { useEffect, useRef } from 'react'
import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { GuestPage } from './guest-page.ts'

type Props = { stay: GuestPage; site: { brand: string; email: string } }

/** The status of the stay and the next step. It takes the focus after a cancellation. */
export function GuestPageHead({ stay, site }: Props) {
  const { title, text } = wordsOf(stay)
  const heading = useRef<HTMLHeadingElement>(null)
  const shownStatus = useRef(stay.status)
  useEffect(() => {
    if (shownStatus.current !== stay.status) heading.current?.focus()
    shownStatus.current = stay.status
  }, [stay.status])
  return (
    <div className="on-night quote-head">
      <div className="band pt-12 pb-16">
        <p className="quote-imprint">
          {site.brand}, {site.email}
        </p>
        <p className="text-sm text-muted">
          {stay.property.name}, {formatDate(stay.checkInDate)} to {formatDate(stay.checkOutDate)}
        </p>
        <h1 ref={heading} tabIndex={-1} className="heading-property mt-1">
          {title}
        </h1>
        <p className="measure mt-5 text-lg text-muted">{text}</p>
      </div>
    </div>
  )
}

function wordsOf(stay: GuestPage): { title: string; text: string } {
  const { status, phase, answerBy, guest } = stay
  const first = guest ? `Hello ${guest.name}.` : 'Hello.'
  if (status === 'confirmed') return confirmedWords(stay, first)
  if (status === 'pending' && phase !== 'over') {
    const next = answerBy
      ? `We answer by email by ${answerBy}. The nights are kept for you until then.`
      : 'We answer by email. The nights are kept for you until we do.'
    return {
      title: 'Your request is with us',
      text: `${first} ${next}`,
    }
  }
  if (status === 'held') {
    return { title: 'Not paid yet', text: `${first} The nights are held for a few minutes while you pay.` }
  }
  if (status === 'cancelled') return { title: 'This stay is cancelled', text: cancelledWords(stay, first) }
  if (status === 'declined') {
    return { title: 'This stay could not be confirmed', text: `${first} Nothing was charged. Other dates may be free.` }
  }
  const next =
    phase === 'ahead' ? ', and the nights are free again. You can ask for them anew.' : '. Other dates may be free.'
  return { title: 'This request has run out', text: `${first} Nothing was charged${next}` }
}

function confirmedWords({ phase, property, checkOutDate }: GuestPage, first: string) {
  if (phase === 'ahead') return { title: 'The stay is yours', text: `${first} We look forward to you.` }
  if (phase === 'over') {
    return { title: 'Thank you for coming', text: `${first} We hope to leave the light on for you again.` }
  }
  const leaving = `check-out on ${formatDate(checkOutDate, 'long')}, by ${property.checkOutTime}`
  return { title: 'Welcome', text: `${first} Check-in is from ${property.checkInTime}, ${leaving}.` }
}

function cancelledWords({ phase, refund, payments }: GuestPage, first: string): string {
  const nights = phase === 'ahead' ? 'The nights are free again.' : 'Perhaps another time.'
  if (!refund) return `${first} ${nights}`
  if (payments.length === 0) return `${first} ${nights} Of what you have paid, up to ${formatMoney(refund)} comes back.`
  if (payments.some(({ refundFailed }) => refundFailed)) {
    return `${first} ${nights} What was to come back could not go to your card: please answer our email about it.`
  }
  return `${first} ${nights} ${formatMoney(refund)} comes back to your card, which takes a bank some days.`
}
