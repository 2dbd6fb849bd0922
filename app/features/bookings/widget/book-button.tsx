import { nextDeadlineWords } from '#app/features/properties/cancellation-policy.ts'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { Button } from '#app/ui/button.tsx'
import { BookingSteps, requestSteps } from '../booking-steps.tsx'
import type { BookingTerms } from '../booking-terms.ts'
import { type PlannedPayment, planPayments } from '../payment-plan.ts'

type Props = { terms: BookingTerms; today: IsoDate; total: Cents; checkIn: IsoDate }

/** Until when cancelling is free, and the button that says what a press does. */
export function BookButton({ terms, today, total, checkIn, pending }: Props & { pending: boolean }) {
  const { deposit, cancellationPolicy } = terms
  const stay = { today, checkIn }
  return (
    <>
      {total > 0 && <p className="booking-deadline">{nextDeadlineWords(cancellationPolicy, stay)}</p>}
      <Button type="submit" pending={pending} pendingText={deposit ? 'Booking...' : 'Sending...'}>
        {deposit
          ? `Book and pay ${formatAmount(planPayments(total, deposit, stay)[0].amount)} today`
          : 'Request to book'}
      </Button>
    </>
  )
}

/** The consequence of the press, and the terms that it accepts. */
export function BookingNotes({ terms, today, total, checkIn }: Props) {
  const { deposit, ways, requestHours: hours, cancellation, version } = terms
  return (
    <>
      <BookingSteps
        steps={
          deposit
            ? paymentSteps(planPayments(total, deposit, { today, checkIn }))
            : requestSteps(total, { ways, hours })
        }
        current={null}
      />
      <p className="booking-fine">
        {deposit ? 'The total won’t change.' : 'You won’t be charged today, and the total won’t change.'} {cancellation}
        {version && <TermsLink version={version} />}
      </p>
    </>
  )
}

/** How a booking with card payment goes on. */
function paymentSteps([first, rest]: PlannedPayment[]): string[] {
  const pay = [
    'We hold your dates while you pay',
    `You pay ${formatAmount(first?.amount ?? 0)} by card on the next page`,
  ]
  if (!rest?.dueOn) return [...pay, 'You’re booked at once, and we email you the details']
  return [...pay, `You’re booked; ${formatAmount(rest.amount)} is due ${formatDate(rest.dueOn)}, on the same card`]
}

function TermsLink({ version }: { version: string }) {
  return (
    <>
      {' '}
      By booking, you agree to our{' '}
      <a className="link" href={`/terms?version=${encodeURIComponent(version)}`} target="_blank" rel="noopener">
        terms<span className="sr-only"> (in a new tab)</span>
      </a>
      .
    </>
  )
}
