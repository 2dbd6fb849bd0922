import { formatDate } from '#app/shared/dates.ts'
import type { Stay } from '#app/shared/stay.ts'
import { bookingAddress, type LinkEmbed } from './embeds.ts'

type Props = { embed: LinkEmbed; stay: Stay | null; heading: string; contactPath: string }

/** In the booking frame's place where the provider books on a page of its own. */
export function BookingLink({ embed, stay, heading, contactPath }: Props) {
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
      <p className="mt-3">Free nights and prices are at {embed.vendor}, who takes the booking for us.</p>
      <p className="mt-5 flex flex-wrap gap-3">
        <a href={bookingAddress(embed, stay)} target="_blank" rel="noopener" className="button button-ember">
          Book at {embed.vendor}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <a href={contactPath} className="button button-outline">
          Write to us
        </a>
      </p>
    </section>
  )
}
