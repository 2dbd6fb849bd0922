import { contactPath } from '#app/shared/contact-path.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import type { StayView } from './stays.ts'

/** What the guest can do next, but for cancelling. */
export function StayWays({ stay }: { stay: StayView }) {
  const { status, token, home, checkInDate: checkIn, checkOutDate: checkOut, party } = stay
  const query = stayToQuery({ checkIn, checkOut, ...party })
  const lives = status === 'confirmed' || status === 'pending'
  return (
    <section aria-labelledby="ways-heading">
      <h2 id="ways-heading" className="heading-small">
        {lives ? 'Before you come' : 'What you can do'}
      </h2>
      <p className="receipt-ways">
        {lives ? (
          <a className="button button-ember" href={`/stay/${token}/stay.ics`} download>
            Add to calendar
          </a>
        ) : (
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
