import { Form, useNavigation } from 'react-router'
import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { Button } from '#app/ui/button.tsx'
import type { CancelTerms, StayView } from './stays.ts'

type Props = { stay: StayView; terms: CancelTerms; refused: { message: string } | null }

/** What comes back is said first; then the button, which sends along what was said. */
export function StayCancel({ stay, terms, refused }: Props) {
  const pending = useNavigation().state !== 'idle'
  const isRequest = stay.status === 'pending'
  return (
    <section aria-labelledby="cancel-heading">
      <h2 id="cancel-heading" className="heading-small">
        If you cannot come
      </h2>
      {refused && (
        <p role="alert" className="stay-refused">
          {refused.message}
        </p>
      )}
      {isRequest ? (
        <p>Nothing was charged. You can take the request back at any time.</p>
      ) : (
        <Deadlines stay={stay} terms={terms} />
      )}
      <details className="stay-cancel" open={refused !== null}>
        <summary>{isRequest ? 'Take the request back' : 'Cancel this stay'}</summary>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="refund" value={terms.refund} />
          <p>{backWords(stay, terms)} The nights are free for others at once, and this cannot be undone.</p>
          <Button type="submit" look="outline" pending={pending} pendingText="Cancelling ...">
            {buttonWords(terms, isRequest)}
          </Button>
        </Form>
      </details>
    </section>
  )
}

function backWords({ status, payments }: StayView, { refund, today }: CancelTerms): string {
  if (status === 'pending') return 'There is nothing to pay back.'
  const date = formatDate(today, 'long')
  const rest = payments.some((payment) => payment.status === 'scheduled') ? ' The rest is not charged.' : ''
  if (refund === 0) return `If you cancel today, ${date} at the home, nothing comes back.${rest}`
  const way = payments.length > 0 ? 'comes back to your card.' : 'comes back, as far as you have paid it.'
  return `If you cancel today, ${date} at the home, ${formatMoney(refund)} ${way}${rest}`
}

function buttonWords({ refund }: CancelTerms, isRequest: boolean): string {
  if (isRequest) return 'Yes, take it back'
  return refund > 0 ? `Cancel and get ${formatMoney(refund)} back` : 'Cancel, and get nothing back'
}

function Deadlines({ stay, terms: { deadlines, paid } }: { stay: StayView; terms: CancelTerms }) {
  const last = deadlines.at(-1)
  return (
    <ul className="flex flex-col gap-1.5">
      <li>{`${stay.payments.length > 0 ? 'You have paid' : 'The stay costs'} ${formatMoney(paid)}.`}</li>
      {deadlines.map(({ until, refund }) => (
        <li key={until}>
          Until {formatDate(until, 'long')}: {refund === paid ? 'everything' : `${formatMoney(refund)} of it`} comes
          back.
        </li>
      ))}
      <li>{last ? 'After that nothing comes back.' : 'By the terms of this booking nothing comes back any more.'}</li>
      {last && stay.payments.some(({ status }) => status === 'scheduled') && (
        <li>Of the rest, which is charged later, the same share comes back.</li>
      )}
    </ul>
  )
}
