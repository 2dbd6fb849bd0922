import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { BookingOptions } from '#app/features/availability/availability.ts'
import { PartySteppers } from '#app/features/availability/stay-picker/party-steppers.tsx'
import { StayCalendar } from '#app/features/availability/stay-picker/stay-calendar.tsx'
import type { StayChoice } from '#app/features/availability/stay-picker/stay-choice.ts'
import { checkStay } from '#app/features/availability/stay-rules.ts'
import { checkPromo, type PromoEntry } from '#app/features/pricing/promo-code.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { type Party, partyOf, type Stay, type StayDraft, stayToQuery } from '#app/shared/stay.ts'
import { Button } from '#app/ui/button.tsx'
import { CalendarLegend } from '#app/ui/calendar-legend.tsx'
import { calendarNights } from './calendar-nights.ts'
import { DateFields } from './date-fields.tsx'
import { FinePrint } from './fine-print.tsx'
import { GuestFields } from './guest-fields.tsx'
import { PriceLines } from './price-lines.tsx'
import { PromoField } from './promo-field.tsx'
import { SharePrice } from './share-price.tsx'
import { isBookedAlready, readBooking, type StoredBooking } from './stored-booking.ts'
import { isQuoteOf, type OpenQuote } from './stored-quote.ts'
import { useHold } from './use-hold.ts'
import { usePromo } from './use-promo.ts'
import { useQuotes } from './use-quotes.ts'

/** What the server answered to a booking that it refused, with what was typed. */
type BookingRefused = { message: string; fields: Record<string, string>; values: Record<string, string> }

/** The stay that the widget shows a price for, with its total as text. */
export type ChosenStay = { total: string | null; stay: Stay | null }

type Props = {
  booking: BookingOptions
  /** What the address says of a stay, right or wrong; null when it says nothing. */
  draft: StayDraft | null
  /** A code in the address, with what the home makes of it. */
  promo: PromoEntry | null
  /** A quote in the address that is one of the stay there, and can be booked. */
  quote: OpenQuote | null
  idempotencyKey: string
  /** Called with each stay that can be booked, and with none while there is no such stay. */
  onChoose: (chosen: ChosenStay) => void
  cancellation: string
  /** Whether a card is charged, or the operator answers. */
  byCard: boolean
  /** What booking accepts; null while the operator has no terms. */
  termsVersion: string | null
  refused: BookingRefused | null
}

const COUPLE: Party = { adults: 2, children: 0, infants: 0, pets: 0 }
const KEY = [
  { state: 'free' as const, text: 'Light on: free' },
  { state: 'taken' as const, text: 'Taken' },
  { state: 'checkout-only' as const, text: 'Check-out only' },
  { state: 'free' as const, off: true, text: 'Dimmed: not for this stay' },
]

/** Choose nights on the calendar, see the whole price, leave a name, and book. */
export function BookingCard({ booking, draft, refused, ...props }: Props) {
  const { rules, today, hour, limits } = booking
  const [choice, setChoice] = useState<StayChoice>({
    checkIn: draft?.checkIn ?? null,
    checkOut: draft?.checkOut ?? null,
  })
  const [party, setParty] = useState<Party>(draft ? partyOf(draft) : COUPLE)
  const [settled, setSettled] = useState<BookingRefused | null>(null)
  const pending = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])

  // After a refusal too: a page that the browser had put aside was not there when the guest booked.
  const [booked, setBooked] = useState<StoredBooking | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal is a reason to look again
  useEffect(() => setBooked(readBooking(booking.propertyId)), [booking.propertyId, refused])

  const quotes = useQuotes(booking.propertyId, props.quote)
  const { held, begin, whenAsked } = useHold(booking.propertyId, quotes)
  const nights = useMemo(() => calendarNights(booking, held), [booking, held])
  const promo = usePromo(booking.propertyId, props.promo, refused)
  const unfitFor = ({ checkIn, checkOut }: StayChoice) =>
    promo.promo && checkIn && checkOut ? checkPromo(promo.promo, { checkIn, checkOut }) : null
  const judge = (dates: StayChoice) => {
    const code = unfitFor(dates) ? null : promo.promo
    return checkStay(rules, { ...party, ...dates }, { today, hour, limits, taken: nights.taken, promo: code })
  }
  const check = judge(choice)
  const quote = check.ok ? check.price : null
  const hint = check.ok || check.reason === 'dates-missing' ? null : check.message
  const isOwn = !check.ok && check.reason === 'dates-taken' && isBookedAlready(booked, choice)
  const told = refused === settled || isOwn ? null : refused
  const unfit = unfitFor(choice)?.message ?? null
  const { checkIn, checkOut } = choice
  const stay = quote && checkIn && checkOut ? { ...party, checkIn, checkOut } : null
  const promoCode = unfit ? '' : (promo.promo?.code ?? '')
  const priced = stay && { stay, promoCode }
  const ofHold = held && priced && isQuoteOf(held.quote, priced) ? held.quote : null
  const quoted = ofHold ?? (priced && quotes.find(priced))
  const report = useEffectEvent(() => props.onChoose({ total: quote ? formatMoney(quote.total) : null, stay }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stay or price is what there is to report
  useEffect(() => report(), [quote?.total, stay && stayToQuery(stay)])

  const share = quote && priced && (
    <SharePrice
      key={`${stayToQuery(priced.stay)} ${promoCode}`}
      title={`${formatDate(priced.stay.checkIn)} to ${formatDate(priced.stay.checkOut)}, ${formatMoney(quote.total)} in all`}
      ask={async () => quoted ?? quotes.ask(priced, held?.id)}
    />
  )

  return (
    <div className="booking-card">
      <div className="booking-nights">
        <StayCalendar
          choice={choice}
          nights={nights}
          priceOf={(arrival, leaving) => {
            const one = judge({ checkIn: arrival, checkOut: leaving })
            return one.ok ? formatMoney(one.price.total) : null
          }}
          onChoose={(next) => {
            setChoice(next)
            setSettled(refused)
          }}
        />
        <CalendarLegend entries={KEY} />
      </div>
      <DateFields
        choice={choice}
        party={party}
        nights={nights}
        limits={rules}
        promo={props.promo && { ...props.promo, error: props.promo.error ?? unfit }}
      />
      <Form
        ref={form}
        method="post"
        preventScrollReset
        className="booking-form"
        aria-busy={pending}
        onFocus={({ target }) => {
          if (props.byCard && priced && target.closest('.booking-guest')) begin(priced)
        }}
        onSubmit={(event) => {
          // A code that was typed and not looked up yet: the guest expects it in the price.
          const unread = !promo.promo && !promo.error && promo.typed.trim() !== ''
          const asked = whenAsked()
          if (!unread && !asked) return
          event.preventDefault()
          if (unread) promo.apply()
          else void asked?.then(() => form.current?.requestSubmit())
        }}
      >
        <input type="hidden" name="idempotencyKey" value={props.idempotencyKey} />
        <input type="hidden" name="checkInDate" value={checkIn ?? ''} />
        <input type="hidden" name="checkOutDate" value={checkOut ?? ''} />
        <input type="hidden" name="quoteId" value={quoted?.id ?? ''} />
        <input type="hidden" name="holdId" value={held?.id ?? ''} />
        <input type="hidden" name="expectedTotal" value={quote?.total ?? ''} />
        <input type="hidden" name="promoCode" value={promoCode} />
        <input type="hidden" name="termsVersion" value={props.termsVersion ?? ''} />
        <div className="booking-party">
          <PartySteppers party={party} limits={rules} onChange={setParty} />
        </div>
        <PromoField promo={promo} unfit={unfit} isGiven={props.promo !== null} />
        {told && (
          <p role="alert" className="booking-refused">
            {told.message}
          </p>
        )}
        {share}
        {/* Kept while other dates are chosen, so that nothing typed is lost. */}
        <div className="booking-guest" hidden={!quote}>
          <GuestFields values={refused?.values ?? {}} errors={refused?.fields ?? {}} />
        </div>
        <div className="booking-sum">
          <PriceLines
            quote={quote}
            hint={hint === told?.message ? null : hint}
            booked={isOwn ? booked : null}
            refused={told !== null}
          />
          {share}
          {quote && (
            <div className="booking-act">
              <p className="booking-act-total" aria-hidden="true">
                <strong>{formatMoney(quote.total)}</strong>
                <span>everything included</span>
              </p>
              <Button type="submit" pending={pending} pendingText="Booking ...">
                {props.byCard ? 'Continue to payment' : 'Book these nights'}
              </Button>
            </div>
          )}
          {quote && (
            <FinePrint cancellation={props.cancellation} termsVersion={props.termsVersion} byCard={props.byCard} />
          )}
        </div>
      </Form>
    </div>
  )
}
