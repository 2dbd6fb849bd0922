import type { BookingEmbed, LinkEmbed } from '#app/shared/booking-providers.ts'
import { formatDate } from '#app/shared/dates.ts'
import type { Stay } from '#app/shared/stay.ts'
import { BookingFrame } from './booking-frame.tsx'
import { bookingAddress } from './embeds.ts'

type LinkProps = { stay: Stay | null; heading: string; contactPath: string }
type Props = Omit<Parameters<typeof BookingFrame>[0], 'embed'> & { embed: BookingEmbed; bookable: boolean }

/** How a property page offers booking: the provider's frame, its page, or the contact form while there are no rates. */
export function BookingPanel({ embed, bookable, ...asked }: Props) {
  if (!bookable) return <AskAboutDates {...asked} />
  return embed.kind === 'frame' ? <BookingFrame embed={embed} {...asked} /> : <BookingLink embed={embed} {...asked} />
}

function BookingLink({ embed, stay, heading, contactPath }: LinkProps & { embed: LinkEmbed }) {
  return (
    <section id="book" aria-labelledby="book-heading" className="on-night h-fit scroll-mt-24 rounded-lg p-6">
      <h2 id="book-heading" className="heading-small">
        {heading}
      </h2>
      {stay && (
        <p className="mt-3 font-semibold">
          {formatDate(stay.checkIn, 'day')} to {formatDate(stay.checkOut, 'day')}
        </p>
      )}
      <p className="mt-3">Dates, prices, and booking are on {embed.vendor}, our booking partner.</p>
      <p className="mt-5 flex flex-wrap gap-3">
        <a href={bookingAddress(embed, stay)} target="_blank" rel="noopener" className="button button-ember">
          Book on {embed.vendor}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <a href={contactPath} className="button button-outline">
          Contact us
        </a>
      </p>
    </section>
  )
}

function AskAboutDates({ heading, contactPath }: Omit<LinkProps, 'stay'>) {
  return (
    <section id="book" aria-labelledby="book-heading" className="on-night h-fit scroll-mt-24 rounded-lg p-6">
      <h2 id="book-heading" className="heading-small">
        {heading}
      </h2>
      <p className="mt-3">Prices for this home aren’t online yet.</p>
      <a href={contactPath} className="button button-ember mt-5">
        Ask about dates
      </a>
    </section>
  )
}
