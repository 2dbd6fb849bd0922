import { useEffect, useEffectEvent, useState } from 'react'
import type { BookingOptions } from '#app/features/availability/availability.ts'
import { StayCalendar } from '#app/features/availability/stay-picker/stay-calendar.tsx'
import type { CalendarNights, StayChoice } from '#app/features/availability/stay-picker/stay-choice.ts'
import type { PromoEntry } from '#app/features/pricing/promo-code.ts'
import { formatAmount } from '#app/shared/money.ts'
import { type Party, type Stay, type StayDraft, stayToQuery } from '#app/shared/stay.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import type { BookingTerms } from '../booking-terms.ts'
import { DatesAndGuests, type Panel } from './dates-and-guests.tsx'
import { GuestForm } from './guest-form.tsx'
import { type BookingRefused, type QuoteWithOffer, useChosenStay } from './use-chosen-stay.ts'

/** The stay whose price is shown, with its total as text. */
export type ChosenStay = { total: string | null; stay: Stay | null }

type Props = {
  options: BookingOptions
  /** The stay in the address, valid or not; null without one. */
  draft: StayDraft | null
  /** A code in the address, as checked by the server. */
  promo: PromoEntry | null
  /** An open quote in the address, for the stay there. */
  quote: QuoteWithOffer | null
  /** Called with each stay that can be booked, and with null if there is none. */
  onChoose: (chosen: ChosenStay) => void
  terms: BookingTerms
  refused: BookingRefused | null
}

/**
 * The booking form: choose a stay, see the whole price, enter a name, and book. One part is open at a time, so that the
 * card stays lower than a window. The stylesheet shows it by `data-panel`, `data-form` and the width.
 */
export function BookingCard({ options, draft, promo, quote, refused, onChoose, terms }: Props) {
  const chosen = useChosenStay({ options, draft, promo, quote, refused })
  const { choice, party, nights, price, stay } = chosen
  const [panel, setPanel] = useState<Panel | null>(null)
  const [isFormOpen, setFormOpen] = useState(refused !== null)
  // Choosing other dates dismisses the last refusal.
  const [dismissed, setDismissed] = useState<BookingRefused | null>(null)
  const error = refused === dismissed || chosen.booked ? null : refused

  const report = useEffectEvent(() => onChoose({ total: price ? formatAmount(price.total) : null, stay }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: report another stay or price, and nothing else
  useEffect(() => report(), [price?.total, stay && stayToQuery(stay)])

  return (
    <div
      className="booking-card"
      data-panel={panel ?? undefined}
      data-form={isFormOpen || undefined}
      data-priced={price !== null || undefined}
    >
      <DatesAndGuests
        chosen={chosen}
        rules={options.rules}
        panel={panel}
        onPanel={setPanel}
        onBack={isFormOpen ? () => setFormOpen(false) : null}
        onChoose={(next) => {
          chosen.setChoice(next)
          setDismissed(refused)
        }}
      />
      <DateFields
        choice={choice}
        party={party}
        nights={nights}
        limits={options.rules}
        promo={promo && { ...promo, error: promo.error ?? chosen.promoError }}
      />
      <GuestForm
        chosen={chosen}
        terms={terms}
        today={options.today}
        hasPromoInAddress={promo !== null}
        refused={refused}
        error={error?.message ?? null}
        onPanel={setPanel}
        onOpen={() => setFormOpen(true)}
      />
    </div>
  )
}

type DateFieldsProps = {
  choice: StayChoice
  party: Party
  nights: CalendarNights
  limits: BookingOptions['rules']
  promo: PromoEntry | null
}

/** Without JavaScript the calendar is read-only: dates are typed here, and the page reloads with the price. */
function DateFields({ choice, party, nights, limits, promo }: DateFieldsProps) {
  const date = { type: 'date', required: true, min: nights.today, max: nights.end }
  const count = (label: string, name: keyof Party, max: number, min = 0) => (
    <TextField label={label} name={name} type="number" min={min} max={max} defaultValue={party[name]} />
  )
  return (
    <noscript>
      <StayCalendar choice={choice} nights={nights} onChoose={() => {}} />
      <form method="get" className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.75rem),1fr))] gap-4">
        <TextField label="Check-in" name="checkin" {...date} defaultValue={choice.checkIn ?? ''} />
        <TextField label="Check-out" name="checkout" {...date} defaultValue={choice.checkOut ?? ''} />
        {count('Adults', 'adults', limits.maxGuests, 1)}
        {count('Children', 'children', limits.maxGuests)}
        {limits.maxInfants > 0 && count('Infants', 'infants', limits.maxInfants)}
        {limits.maxPets > 0 && count('Pets', 'pets', limits.maxPets)}
        <TextField
          label="Have a promo code?"
          name="promo"
          maxLength={100}
          defaultValue={promo?.typed}
          error={promo?.error ?? undefined}
          className="col-span-full"
        />
        <Button type="submit" variant="outline" className="col-span-full">
          Show total
        </Button>
      </form>
    </noscript>
  )
}
