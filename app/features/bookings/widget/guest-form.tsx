import { type FormEvent, useEffect, useRef, useState } from 'react'
import { createPath, Form, useLocation, useNavigation, useSubmit } from 'react-router'
import { PartySteppers } from '#app/features/availability/stay-picker/party-steppers.tsx'
import type { PropertyRules } from '#app/features/availability/stay-rules.ts'
import { formatDate } from '#app/shared/dates.ts'
import { newIdempotencyKey } from '#app/shared/idempotency-key.ts'
import { formatMoney } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { Button } from '#app/ui/button.tsx'
import { AreaField, EmailField, TextField } from '#app/ui/field.tsx'
import { useFocusFirstInvalid } from '#app/ui/use-focus-first-invalid.ts'
import { useSingleRun } from '#app/ui/use-single-run.ts'
import { FinePrint, PriceLines } from './price-lines.tsx'
import { PromoField } from './promo-code.tsx'
import { SharePrice } from './share-price.tsx'
import type { BookingRefused, useChosenStay } from './use-chosen-stay.ts'

type Props = {
  chosen: ReturnType<typeof useChosenStay>
  limits: PropertyRules
  hasPromoInAddress: boolean
  refused: BookingRefused | null
  /** Why the last attempt was refused, until other dates are chosen. */
  error: string | null
  cancellation: string
  byCard: boolean
  termsVersion: string | null
}

/** The party, promo code, guest details, price and the button that books. */
export function GuestForm({ chosen, limits, hasPromoInAddress, refused, error, ...booking }: Props) {
  const { party, price, priced, promo, promoError, hold, hint, booked } = chosen
  const form = useRef<HTMLFormElement>(null)
  const { pending: running, run } = useSingleRun()
  const navigating = useNavigation().state !== 'idle'
  const pending = running || navigating
  const submit = useSubmit()
  // The cached page names its own address in another spelling; posting there would add a step to the history.
  const action = createPath(useLocation())
  useFocusFirstInvalid(form, refused)

  // The HTML is the same for everyone, so the browser makes the key: a new one after each answer of the server.
  const [idempotencyKey, setIdempotencyKey] = useState('')
  useEffect(() => {
    if (refused?.status !== 503) setIdempotencyKey(newIdempotencyKey())
  }, [refused])

  const book = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (navigating) return
    const sender = event.currentTarget
    void run(async () => {
      // The guest expects a code that was typed but not looked up yet to be in the price.
      if (!promo.promo && !promo.error && promo.typed.trim() !== '') return promo.apply()
      await hold.settled()
      await submit(sender, { action, preventScrollReset: true })
    })
  }

  const share = <ShareChosen chosen={chosen} />
  return (
    <Form
      ref={form}
      method="post"
      className="booking-form"
      aria-busy={pending}
      onFocus={({ target }) => {
        if (booking.byCard && priced && target.closest('.booking-guest')) hold.begin(priced)
      }}
      onSubmit={book}
    >
      <HiddenFields chosen={chosen} idempotencyKey={idempotencyKey} termsVersion={booking.termsVersion} />
      <div className="booking-party">
        <PartySteppers party={party} limits={limits} onChange={chosen.setParty} />
      </div>
      <PromoField promo={promo} stayError={promoError} isOpenAtFirst={hasPromoInAddress} />
      {error && (
        <p role="alert" className="booking-refused">
          {error}
        </p>
      )}
      {share}
      {/* Hidden, not removed, while other dates are chosen: nothing typed is lost. */}
      <div className="booking-guest" hidden={!price}>
        <GuestFields values={refused?.values ?? {}} errors={refused?.fields ?? {}} />
      </div>
      <div className="booking-sum">
        <PriceLines price={price} hint={hint === error ? null : hint} booked={booked} refused={error !== null} />
        {share}
        {price && (
          <div className="booking-act">
            <p className="booking-act-total" aria-hidden="true">
              <strong>{formatMoney(price.total)}</strong>
              <span>taxes and fees included</span>
            </p>
            <Button type="submit" pending={pending} pendingText="Booking ...">
              {booking.byCard ? 'Continue to payment' : 'Book these nights'}
            </Button>
          </div>
        )}
        {price && <FinePrint {...booking} />}
      </div>
    </Form>
  )
}

type HiddenProps = Pick<Props, 'chosen' | 'termsVersion'> & { idempotencyKey: string }

function HiddenFields({ chosen, idempotencyKey, termsVersion }: HiddenProps) {
  const { choice, quote, hold, price, promoCode } = chosen
  const fields = {
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

/** Rendered twice: the stylesheet shows the one that fits the focus order at the window's width. */
function ShareChosen({ chosen: { price, priced, findQuote } }: Pick<Props, 'chosen'>) {
  if (!price || !priced) return null
  const { stay, promoCode } = priced
  const title = `${formatDate(stay.checkIn)} to ${formatDate(stay.checkOut)}, ${formatMoney(price.total)} total`
  return <SharePrice key={`${stayToQuery(stay)} ${promoCode}`} title={title} findQuote={() => findQuote(priced)} />
}

type GuestErrors = Partial<Record<'guestName' | 'guestEmail' | 'guestPhone' | 'specialRequests', string>>

/** `values` restores what was typed when the server answers without JavaScript. */
function GuestFields({ values, errors }: { values: Record<string, string>; errors: GuestErrors }) {
  return (
    <div className="booking-fields">
      <TextField
        label="Name"
        name="guestName"
        autoComplete="name"
        autoCapitalize="words"
        required
        maxLength={200}
        defaultValue={values.guestName}
        error={errors.guestName}
      />
      <EmailField
        label="Email"
        name="guestEmail"
        required
        maxLength={254}
        defaultValue={values.guestEmail}
        error={errors.guestEmail}
      />
      <TextField
        label="Phone (optional)"
        name="guestPhone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        defaultValue={values.guestPhone}
        error={errors.guestPhone}
      />
      <AreaField
        label="Special requests (optional)"
        name="specialRequests"
        rows={3}
        maxLength={2000}
        defaultValue={values.specialRequests}
        error={errors.specialRequests}
      />
    </div>
  )
}
