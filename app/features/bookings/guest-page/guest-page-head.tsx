import { useEffect, useRef } from 'react'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { formatDate } from '#app/shared/dates.ts'
import { firstName } from '#app/shared/greeting.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import {
  chargedBy,
  comingRefund,
  disputedOf,
  type MoneyFacts,
  moneyOf,
  refusedOf,
  stuckRefund,
} from '../booking-summary.ts'
import { returnedSentence, TELL_US } from '../cancelled-for.ts'
import { disputedWords } from '../dispute-words.ts'
import type { DuePayment } from '../payment-plan.ts'
import { HEAD_IMAGE_SIZES } from '../quotes/quote-page.ts'
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
      <div className="band quote-head-band">
        <div>
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
        {stay.property.image && <ResponsiveImage image={stay.property.image} sizes={HEAD_IMAGE_SIZES} priority />}
      </div>
    </div>
  )
}

function wordsOf(stay: GuestPage): { title: string; text: string } {
  const { status, phase, answerBy, guest } = stay
  const first = guest ? `Hi, ${firstName(guest.name)}.` : 'Hello.'
  if (status === 'confirmed') return confirmedWords(stay, first)
  if (status === 'pending' && phase !== 'over') {
    const next = answerBy
      ? `We’ll email you by ${answerBy}. Your dates are held until then.`
      : 'We’ll email you. Your dates are held until we do.'
    return {
      title: 'We’ve got your request',
      text: `${first} ${next}`,
    }
  }
  if (status === 'held') {
    return { title: 'Not yet paid', text: `${first} We’re holding your dates for a few minutes while you pay.` }
  }
  if (status === 'cancelled') return { title: 'This stay is canceled', text: cancelledWords(stay, first) }
  if (status === 'declined') {
    return {
      title: 'We couldn’t confirm this stay',
      text: `${first} You weren’t charged. Other dates may be available.`,
    }
  }
  const next =
    phase === 'ahead'
      ? ', and the dates are open again. You can request the same dates again.'
      : '. Other dates may be available.'
  return { title: 'This request has expired', text: `${first} You weren’t charged${next}` }
}

/** The amount that the card refused, from the first refusal on. */
function refusedWords({ payments, payPath }: GuestPage): string {
  const refused = refusedOf(payments)
  if (refused === 0) return ''
  const way = payPath ? 'Please pay it with another card.' : 'Please write to us, and we’ll find another way.'
  return ` Your card was refused for ${formatAmount(refused)}. ${way}`
}

/** A payment that is late, whether or not others follow. */
function lateWords({ late }: GuestPage): string {
  if (!late) return ''
  return ` ${formatAmount(late.amount)} was due on ${formatDate(late.since, 'day')}, and we haven’t received it yet.`
}

function confirmedWords(stay: GuestPage, first: string) {
  const { phase, property, checkOutDate, payments } = stay
  const asked = payments.some(({ kind, status }) => kind !== 'balance' && status === 'waiting')
  const [next] = moneyOf(stay).toPay
  const refused = refusedWords(stay)
  const isAhead =
    next && !stay.late
      ? ` ${formatAmount(next.amount)} is still to be paid${asked ? ' by card' : ''}${dayOf(next)}.`
      : ''
  const pay = `${refused}${lateWords(stay)}`
  if (phase === 'ahead')
    return { title: 'You’re booked', text: `${first} We look forward to having you.${pay}${isAhead}` }
  if (phase === 'over' && pay !== '') return { title: 'Your stay isn’t paid yet', text: `${first}${pay}` }
  if (phase === 'over') {
    return { title: 'Thanks for staying with us', text: `${first} We hope to have you again.` }
  }
  const leaving = `and check-out is ${formatDate(checkOutDate, 'day')}, by ${property.checkOutTime}`
  return { title: 'Welcome', text: `${first} Check-in is from ${property.checkInTime}, ${leaving}.${pay}` }
}

const dayOf = ({ dueOn }: DuePayment) => (dueOn ? `, by ${formatDate(dueOn, 'day')}` : '')

function cancelledWords({ phase, refund, wasConfirmed, ...stay }: GuestPage, first: string): string {
  const nights = phase === 'ahead' ? 'Your dates are open again.' : 'We hope to host you another time.'
  const { isRecorded } = moneyOf(stay)
  if (wasConfirmed && !isRecorded) return `${first} ${nights} No payment of yours is recorded. ${TELL_US}`
  const disputed = disputedOf(stay.payments)
  if (disputed > 0) return `${first} ${nights} ${disputedWords(disputed)}`
  const byBank = stay.payments.reduce((sum, { chargedBack }) => sum + chargedBack, 0)
  if (byBank > 0) return `${first} ${nights} ${returnedByBank(stay, byBank)}`
  if (!refund) return `${first} ${nights}`
  if (stuckRefund(stay.payments) > 0) {
    return `${first} ${nights} Your refund couldn’t go back to your card. Please reply to our email about it.`
  }
  const charged = stay.payments.filter((payment) => chargedBy(payment) > 0)
  const byCard = charged.reduce((sum, { refundDue, refundedElsewhere }) => sum + refundDue - refundedElsewhere, 0)
  return `${first} ${nights} ${returnedSentence({ refund, toCard: Math.min(refund, byCard) })}`
}

/** The amount that the bank returned, and the part that follows from here. */
function returnedByBank({ payments, returnDue }: Pick<MoneyFacts, 'payments' | 'returnDue'>, byBank: Cents): string {
  const back = `Your bank has given you back ${formatAmount(byBank)}.`
  const toCard = comingRefund(payments)
  const rest = toCard + returnDue + stuckRefund(payments)
  return rest > 0 ? `${back} ${returnedSentence({ refund: rest, toCard })}` : back
}
