import { useEffect, useRef } from 'react'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { addDays, formatDate, formatSpan } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { Panes } from '#app/ui/dashboard/panes.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import type { Conversation, HeldNights, Offer, OfferedHome } from './conversations.ts'
import type { heldOfferChanges } from './held-offer.changes.server.ts'
import { QuoteForm } from './quote-form.tsx'

type Props = { offer: Offer; properties: Conversation['properties']; mayChange: boolean; answer: ChangeAnswer | null }

type HeldProps = { held: readonly HeldNights[]; mayChange: boolean }

/** The nights that are on hold for the person, each with its end. */
export function HeldOffers({ held, mayChange }: HeldProps) {
  const count = useRef(held.length)
  // The pressed button is gone, and with it the position of the keyboard.
  useEffect(() => {
    if (held.length < count.current && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
    count.current = held.length
  }, [held.length])
  if (held.length === 0) return null
  return (
    <ul className="inbox-held" aria-label="On hold">
      {held.map(({ offer, property, dates, until }) => (
        <li key={offer}>
          <p>
            <strong>
              {property}, {dates}
            </strong>
            <span className="admin-detail">On hold until {until}</span>
          </p>
          {mayChange && (
            <ChangeButton<typeof heldOfferChanges> intent="release" id={offer} aria-label={`Release ${dates}`}>
              Release
            </ChangeButton>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The home that somebody asks about with its nights, and an offer for their dates. */
export function OfferPanel({ offer: { id, asked, home }, properties, mayChange, answer }: Props) {
  if (!home && !mayChange) return null
  return (
    <section aria-label="The home and an offer" className="inbox-offer">
      {home && <Home home={home} />}
      {mayChange && !home?.stay?.held && <QuoteForm id={id} asked={asked} properties={properties} answer={answer} />}
    </section>
  )
}

const stateOf = ({ held, total, refusal }: NonNullable<OfferedHome['stay']>) => {
  if (held) return `on hold until ${held}`
  return total === null ? refusal : 'available'
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
          {formatSpan(stay.checkIn, stay.checkOut)}, {stateOf(stay)}
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
