import { contactPath } from '#app/shared/contact-path.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import type { StayView } from './stays.ts'

/** What the guest can do next, but for cancelling. */
export function StayWays({ stay }: { stay: StayView }) {
  const { status, token, home, checkInDate: checkIn, checkOutDate: checkOut, party } = stay
  const query = stayToQuery({ checkIn, checkOut, ...party })
  const toPay = payWords(stay)
  const lives = status === 'confirmed' || status === 'pending'
  return (
    <section aria-labelledby="ways-heading">
      <h2 id="ways-heading" className="heading-small">
        {lives ? 'Before you come' : 'What you can do'}
      </h2>
      <p className="receipt-ways">
        {toPay && (
          <a className="button button-ember" href={`/embed/pay/${token}`}>
            {toPay}
          </a>
        )}
        {lives && (
          <a
            className={`button ${toPay ? 'button-outline' : 'button-ember'}`}
            href={`/stay/${token}/stay.ics`}
            download
          >
            Add to calendar
          </a>
        )}
        {!lives && !toPay && (
          <a className="button button-ember" href={`/search?${query}`}>
            See what is free
          </a>
        )}
        <a className="button button-outline" href={contactPath({ stayToken: token })}>
          Write to us
        </a>
        <a className="button button-outline" href={home.path}>
          The home
        </a>
      </p>
    </section>
  )
}

/** What leads to the page of paying, when there is something to pay by hand. */
function payWords({ status, payments }: StayView): string | null {
  if (status === 'held') return 'Pay and book'
  const failed = payments.some((payment) => payment.kind === 'balance' && payment.status === 'failed')
  return status === 'confirmed' && failed ? 'Pay the rest' : null
}
