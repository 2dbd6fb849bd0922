import { formatAmount } from '#app/shared/money.ts'
import { contactPath } from '#app/shared/paths/contact-path.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { BookingSteps, REQUEST_STEPS, requestSteps } from '../booking-steps.tsx'
import { moneyOf } from '../booking-summary.ts'
import { duePaymentWords } from '../payment-words.ts'
import { type GuestPage, isExpected } from './guest-page.ts'

type Step = { words: string; href: string; download?: true; 'data-by-script'?: true }

/** The guest's next actions, except cancelling; the most wanted one first. */
export function NextSteps({ stay }: { stay: GuestPage }) {
  const step = requestStep(stay)
  const { unpaid, toPay } = moneyOf(stay)
  const steps =
    unpaid > 0
      ? [...REQUEST_STEPS.slice(0, 2), `You pay ${duePaymentWords(toPay, stay.late)}`]
      : requestSteps(stay.total, { ways: null, hours: null })
  return (
    <section aria-labelledby="next-steps-heading" className="next-steps">
      <h2 id="next-steps-heading" className="heading-small">
        {headingOf(stay)}
      </h2>
      {step !== null && <BookingSteps steps={steps} current={step} />}
      <p className="quote-links">
        {stepsOf(stay).map(({ words, ...way }, index) => (
          <a key={words} className={`button ${index === 0 ? 'button-ember' : 'button-outline'}`} {...way}>
            {words}
          </a>
        ))}
      </p>
    </section>
  )
}

/** The step of a request that is not paid by card; null before it and once everything is paid. */
function requestStep(stay: GuestPage): number | null {
  const { status, phase, payments } = stay
  if (payments.length > 0) return null
  if (status === 'pending' && phase !== 'over') return 2
  return status === 'confirmed' && phase === 'ahead' && moneyOf(stay).unpaid > 0 ? 3 : null
}

function headingOf(stay: GuestPage): string {
  if (!isExpected(stay)) return 'Next steps'
  return stay.phase === 'now' && stay.status === 'confirmed' ? 'During your stay' : 'Before you arrive'
}

function stepsOf(stay: GuestPage): Step[] {
  const { status, phase, token, payPath, property, quotePath } = stay
  const write: Step = { words: 'Contact us', href: contactPath({ stayToken: token }) }
  const toProperty: Step = { words: 'View the home', href: property.path }
  const toPay = payWords(stay)
  // An early press waits. The script stores where the guest comes from, and only then the payment page can link back.
  const pay: Step[] = toPay && payPath ? [{ words: toPay, href: payPath, 'data-by-script': true }] : []
  if (status === 'confirmed' && phase === 'over') {
    const receipt: Step[] = quotePath ? [{ words: 'View receipt', href: quotePath }] : []
    return [...pay, { words: 'Book again', href: property.path }, ...receipt, write]
  }
  if (isExpected(stay)) {
    const calendar: Step = { words: 'Add to calendar', href: `/stay/${token}/stay.ics`, download: true }
    return phase === 'now' ? [...pay, write, calendar, toProperty] : [...pay, calendar, write, toProperty]
  }
  return [...(pay.length > 0 ? pay : [{ words: 'See what’s available', href: searchPath(stay) }]), write, toProperty]
}

/** With the dates while they are in the future. */
function searchPath({ phase, checkInDate: checkIn, checkOutDate: checkOut, party }: GuestPage): string {
  return phase === 'ahead' ? `/search?${stayToQuery({ checkIn, checkOut, ...party })}` : '/search'
}

/** The link to the payment page, if there is something to pay by hand. */
function payWords({ status, payments }: GuestPage): string | null {
  if (status === 'held') return 'Pay and book'
  if (status !== 'confirmed') return null
  const asked = payments.find((payment) => payment.kind !== 'balance' && payment.status === 'waiting')
  if (asked) return `Pay ${formatAmount(asked.amount)}`
  return payments.some(({ kind, status: paid }) => kind === 'balance' && paid === 'failed') ? 'Pay the balance' : null
}
