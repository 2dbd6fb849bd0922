import { useEffect, useState } from 'react'
import { useNavigation, useRevalidator, useSubmit } from 'react-router'
import { formatDate } from '#app/shared/dates.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { Button } from '#app/ui/button.tsx'
import { useSingleRun } from '#app/ui/form/use-single-run.ts'
import type { PaymentSummary } from '../booking-summary.ts'
import { renewHold } from './session-storage.ts'
import { type CardPayment, useCardForm } from './use-card-form.ts'

type Props = {
  propertyId: string
  payment: CardPayment & {
    kind: PaymentSummary['kind']
    amount: Cents
    /** The hold and its seconds left; null once the nights are the guest's. */
    hold: { id: string; seconds: number } | null
  }
  /** Dates and party. */
  dates: string
  total: Cents
  /** Charges to the same card on a later day. */
  later: { amount: Cents; dueOn: string } | null
  cancellation: string
  contactPath: string
  /** The status from the site for a payment that the bank has approved. */
  settled: { message: string; unavailable: boolean } | null
}

const TO_PAY = { whole: null, deposit: 'Due now', balance: 'Balance due now', difference: 'Due now' }

/** The card fields, the charges with their dates, and the pay button. */
export function PayCard({ propertyId, payment, dates, total, later, cancellation, contactPath, settled }: Props) {
  const { kind, amount } = payment
  const { place, state, authorize } = useCardForm(payment)
  const { pending: paying, run } = useSingleRun()
  const [refused, setRefused] = useState<string | null>(null)
  const [authorized, setAuthorized] = useState(false)
  const submit = useSubmit()
  const until = useTimeLeft(propertyId, payment.hold)
  const pending = useNavigation().state !== 'idle' || paying
  const unavailable = authorized && settled?.unavailable === true

  async function pay() {
    setRefused(null)
    // After the bank's approval, only check the outcome and do not ask for it again.
    if (!unavailable) {
      const answer = await authorize(window.location.href)
      if (answer !== 'check') return setRefused(answer.refused)
      setAuthorized(true)
    }
    await submit(null, { method: 'post', preventScrollReset: true })
  }
  const error = refused ?? (settled?.message || null)

  return (
    <form
      className="booking-card pay-card"
      aria-busy={pending}
      onSubmit={(event) => {
        event.preventDefault()
        void run(pay)
      }}
    >
      <PaySummary {...{ kind, amount, dates, total, later }} />
      <noscript>
        <p className="booking-hint">
          Paying by card needs JavaScript. Without it,{' '}
          <a className="link" href={contactPath} target="_top">
            contact us
          </a>{' '}
          and we’ll find another way. You haven’t been charged.
        </p>
      </noscript>
      <div className="pay-fields">
        <div ref={place} className="pay-card-fields" />
        {state === 'failed' && (
          <p role="alert" className="booking-refused">
            We couldn’t reach the payment service. You haven’t been charged. Please reload this page in a moment.
          </p>
        )}
        {error && (
          <p role="alert" className="booking-refused">
            {error}
          </p>
        )}
        <Button
          type="submit"
          pending={pending || (state !== 'ready' && !unavailable)}
          pendingText={pending ? 'Paying ...' : undefined}
        >
          {unavailable ? 'Check again' : `Pay ${formatAmount(amount)}${payment.hold ? ' and book' : ''}`}
        </Button>
        <p className="booking-fine">
          {until && `Your dates are held until ${until}. `}
          {cancellation} Your card number goes straight to Stripe and never reaches us.
        </p>
      </div>
    </form>
  )
}

type SummaryProps = Pick<Props, 'dates' | 'total' | 'later'> & Pick<Props['payment'], 'kind' | 'amount'>

function PaySummary({ kind, amount, dates, total, later }: SummaryProps) {
  return (
    <div className="pay-sum">
      <p>
        <span className="text-sm text-muted">Total, taxes and fees included</span>
        <strong className="booking-total block">{formatAmount(total)}</strong>
      </p>
      <dl className="pay-facts">
        <div>
          <dt>Your stay</dt>
          <dd>{dates}</dd>
        </div>
        {TO_PAY[kind] && (
          <div>
            <dt>{TO_PAY[kind]}</dt>
            <dd>{formatAmount(amount)}</dd>
          </div>
        )}
        {later && (
          <div>
            <dt>Balance</dt>
            <dd>
              {formatAmount(later.amount)}, charged to the same card on {formatDate(later.dueOn, 'long')}
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

/** When the hold expires by the guest's clock; the page then reloads its data. Null on the server. */
function useTimeLeft(propertyId: string, hold: Props['payment']['hold']): string | null {
  const [until, setUntil] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const { id = '', seconds = null } = hold ?? {}
  useEffect(() => {
    if (seconds === null) return
    const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
    const end = Date.now() + seconds * 1000
    renewHold(propertyId, { id, until: end })
    setUntil(clock.format(end))
    const timer = setTimeout(() => void revalidate(), (seconds + 1) * 1000)
    return () => clearTimeout(timer)
  }, [propertyId, id, seconds, revalidate])
  return until
}
