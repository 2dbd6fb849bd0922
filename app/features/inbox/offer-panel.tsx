import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { addDays, formatDate, formatSpan } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { Panes } from '#app/ui/dashboard/panes.tsx'
import type { Conversation, Offer, OfferedHome } from './conversations.ts'
import { QuoteForm } from './quote-form.tsx'

type Props = { offer: Offer; properties: Conversation['properties']; mayChange: boolean; answer: ChangeAnswer | null }

/** The home that somebody asks about with its nights, and an offer for their dates. */
export function OfferPanel({ offer: { id, asked, home }, properties, mayChange, answer }: Props) {
  if (!home && !mayChange) return null
  return (
    <section aria-label="The home and an offer" className="inbox-offer">
      {home && <Home home={home} />}
      {mayChange && <QuoteForm id={id} asked={asked} properties={properties} answer={answer} />}
    </section>
  )
}

function Home({ home: { property, image, first, nights, stay } }: { home: OfferedHome }) {
  const vacant = nights.filter(Boolean).length
  const last = addDays(first, nights.length)
  return (
    <>
      {image && <ResponsiveImage image={{ ...image, alt: '' }} sizes="18rem" />}
      <h2>{property}</h2>
      {stay && (
        <p className="admin-detail">
          {formatSpan(stay.checkIn, stay.checkOut)}, {stay.total === null ? stay.refusal : 'available'}
        </p>
      )}
      <Panes
        label={`${vacant} of ${nights.length} nights vacant, ${formatSpan(first, last)}`}
        panes={nights.map((isVacant) => (isVacant ? 'lit' : 'dark'))}
      />
      <p className="inbox-span" aria-hidden="true">
        <span>{formatDate(first)}</span>
        <span>{formatDate(addDays(last, -1))}</span>
      </p>
      {stay && stay.total !== null && (
        <p className="inbox-price">
          Offer for these dates <strong>{formatMoney(stay.total)}</strong>
        </p>
      )}
    </>
  )
}
