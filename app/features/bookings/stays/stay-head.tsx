import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { StayView } from './stays.ts'

/** The night head of the guest's page: how things stand, and what comes next. */
export function StayHead({ stay, responseTime }: { stay: StayView; responseTime: string }) {
  const { title, text } = wordsOf(stay, responseTime)
  return (
    <div className="on-night receipt-head">
      <div className="band pt-12 pb-16">
        <p className="text-sm text-muted">
          {stay.home.name}, {formatDate(stay.checkInDate)} to {formatDate(stay.checkOutDate)}
        </p>
        <h1 className="heading-home mt-1">{title}</h1>
        <p className="measure mt-5 text-lead text-muted">{text}</p>
      </div>
    </div>
  )
}

function wordsOf(stay: StayView, responseTime: string): { title: string; text: string } {
  const { status, answerBy, refund, guest, payments } = stay
  const first = `Hello ${guest.name}.`
  if (status === 'confirmed') return { title: 'The stay is yours', text: `${first} We look forward to you.` }
  if (status === 'pending') {
    const until = answerBy ? ` The nights are kept for you until ${answerBy}.` : ' The nights are kept for you.'
    return { title: 'Your request is with us', text: `${first} We answer by email, ${responseTime}.${until}` }
  }
  if (status === 'held') {
    return { title: 'Not paid yet', text: `${first} The nights are held for a few minutes while you pay.` }
  }
  if (status === 'cancelled') {
    const way = payments.length > 0 ? ' to your card, which takes a bank some days' : ', as far as it has been paid'
    const back = refund ? ` ${formatMoney(refund)} comes back${way}.` : ''
    return { title: 'This stay is cancelled', text: `${first} The nights are free again.${back}` }
  }
  if (status === 'declined') {
    return { title: 'This stay could not be confirmed', text: `${first} Nothing was charged. Other dates may be free.` }
  }
  return {
    title: 'This request has run out',
    text: `${first} Nothing was charged, and the nights are free again. You can ask for them anew.`,
  }
}
