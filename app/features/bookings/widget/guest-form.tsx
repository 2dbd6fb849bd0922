import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createPath, Form, useLocation, useNavigation, useSubmit } from 'react-router'
import { newIdempotencyKey } from '#app/shared/browser/idempotency-key.ts'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { Button } from '#app/ui/button.tsx'
import { useSingleRun } from '#app/ui/form/use-single-run.ts'
import type { BookingTerms } from '../booking-terms.ts'
import { SMALLEST_PAYMENT } from '../payment-plan.ts'
import { BookButton, BookingNotes } from './book-button.tsx'
import type { Panel } from './dates-and-guests.tsx'
import { GuestFields, useGuestErrors } from './guest-fields.tsx'
import { PriceDetails, PriceTotal } from './price-lines.tsx'
import { PromoField } from './promo-code.tsx'
import { SharePrice } from './share-price.tsx'
import type { BookingRefused, useChosenStay } from './use-chosen-stay.ts'

type Props = {
  chosen: ReturnType<typeof useChosenStay>
  terms: BookingTerms
  today: IsoDate
  hasPromoInAddress: boolean
  refused: BookingRefused | null
  /** Why the last attempt was refused, until other dates are chosen. */
  error: string | null
  onPanel: (panel: Panel) => void
  /** Shows the guest's fields where there was no room for them. */
  onOpen: () => void
}

/** The guest's details, the price and the button that books. */
export function GuestForm({ chosen, terms: usual, today, hasPromoInAddress, refused, error, onPanel, onOpen }: Props) {
  const { party, price, priced, stay, promo, promoError, hold, hint, booked } = chosen
  // Too little for a card, such as a prize: it is a request, as on the server.
  const terms = price && price.total < SMALLEST_PAYMENT ? { ...usual, deposit: null } : usual
  const form = useRef<HTMLFormElement>(null)
  const { pending, book, idempotencyKey } = useBooking({ promo, hold, refused })
  const guest = useGuestErrors(form, refused)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sender = event.currentTarget
    const name = sender.elements.namedItem('guestName') as HTMLInputElement
    if (!name.offsetParent) {
      flushSync(onOpen)
      return name.focus()
    }
    if (guest.check(sender)) book(sender)
  }
  const message = guest.message ?? error
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      className="booking-form"
      aria-busy={pending}
      onChange={guest.onChange}
      onFocus={({ target }) => {
        if (terms.deposit && priced && target.closest('.booking-guest')) hold.begin(priced)
      }}
      onSubmit={submit}
    >
      <HiddenFields chosen={chosen} idempotencyKey={idempotencyKey} termsVersion={terms.version} />
      <div role="alert" className="booking-alert">
        {message && <p className="booking-refused">{message}</p>}
      </div>
      {/* Hidden, not removed, while other dates are chosen: nothing typed is lost. */}
      <div className="booking-guest" hidden={!price}>
        <GuestFields values={refused?.values ?? {}} errors={guest.errors} />
      </div>
      <div className="booking-side">
        <div className="booking-act">
          <PriceTotal
            price={price}
            nextOpen={chosen.nextOpen}
            nearest={chosen.nearest}
            onNextOpen={({ checkIn, checkOut }) => chosen.setChoice({ checkIn, checkOut })}
            guests={party.adults + party.children}
            hint={hint === error ? null : hint}
            booked={booked}
            refused={error !== null}
          />
          {price && stay ? (
            <BookButton terms={terms} today={today} total={price.total} checkIn={stay.checkIn} pending={pending} />
          ) : (
            <StayButton chosen={chosen} onPanel={onPanel} />
          )}
        </div>
        {price && stay && <BookingNotes terms={terms} today={today} total={price.total} checkIn={stay.checkIn} />}
      </div>
      <div className="booking-more">
        {price && <PriceDetails lines={price.lines} />}
        {(price || hasPromoInAddress) && (
          <PromoField promo={promo} stayError={promoError} isOpenAtFirst={hasPromoInAddress} />
        )}
        <ShareChosen chosen={chosen} />
      </div>
    </Form>
  )
}

type BookingInput = Pick<Props['chosen'], 'promo' | 'hold'> & Pick<Props, 'refused'>

/** Sends the form. A second press meanwhile does nothing. */
function useBooking({ promo, hold, refused }: BookingInput) {
  const { pending: running, run } = useSingleRun()
  const navigating = useNavigation().state !== 'idle'
  const submit = useSubmit()
  // The cached page names its own address in another spelling; posting there would add a step to the history.
  const action = createPath(useLocation())

  // The HTML is the same for everyone, so the browser makes the key. It is a new one after each answer of the server.
  const [idempotencyKey, setIdempotencyKey] = useState('')
  useEffect(() => {
    if (refused?.status !== 503) setIdempotencyKey(newIdempotencyKey())
  }, [refused])

  const book = (sender: HTMLFormElement) => {
    if (navigating) return
    void run(async () => {
      // The guest expects a code that was typed but not looked up yet to be in the price.
      if (!promo.promo && !promo.error && promo.typed.trim() !== '') return promo.apply()
      await hold.settled()
      await submit(sender, { action, preventScrollReset: true })
    })
  }
  return { pending: running || navigating, book, idempotencyKey }
}

/** Leads to what is missing or does not fit. */
function StayButton({ chosen: { hint, isAboutParty }, onPanel }: Pick<Props, 'chosen' | 'onPanel'>) {
  const isGuests = hint !== null && isAboutParty
  return (
    <Button className="needs-script" onClick={() => onPanel(isGuests ? 'guests' : 'dates')}>
      {isGuests && 'Change guests'}
      {!isGuests && (hint ? 'Choose other dates' : 'Check availability')}
    </Button>
  )
}

type HiddenProps = Pick<Props, 'chosen'> & { idempotencyKey: string; termsVersion: string | null }

function HiddenFields({ chosen, idempotencyKey, termsVersion }: HiddenProps) {
  const { choice, party, quote, hold, price, promoCode } = chosen
  const fields = {
    ...party,
    idempotencyKey,
    checkInDate: choice.checkIn,
    checkOutDate: choice.checkOut,
    quoteId: quote?.id,
    holdId: hold.hold?.id,
    expectedTotal: price?.total,
    promoCode,
    termsVersion,
  }
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value ?? ''} />
  ))
}

function ShareChosen({ chosen: { price, priced, findQuote } }: Pick<Props, 'chosen'>) {
  if (!price || !priced) return null
  const { stay, promoCode } = priced
  const title = `${formatDate(stay.checkIn)} to ${formatDate(stay.checkOut)}, ${formatAmount(price.total)} total`
  return <SharePrice key={`${stayToQuery(stay)} ${promoCode}`} title={title} findQuote={() => findQuote(priced)} />
}
