import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { type BookingTerms, judgeStay } from '#app/features/availability/availability.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { Party, Stay } from '#app/shared/stay.ts'
import { Button } from '#app/ui/button.tsx'
import { PartySteppers } from '../party-steppers.tsx'
import type { StayChoice } from '../stay-choice.ts'
import { DateFields } from './date-fields.tsx'
import { GuestFields } from './guest-fields.tsx'
import { PriceLines } from './price-lines.tsx'
import { StayCalendar } from './stay-calendar.tsx'
import { useTellHolder } from './use-tell-holder.ts'

/** What the server answered to a booking that it refused, with what was typed. */
type BookingRefused = { message: string; fields: Record<string, string>; values: Record<string, string> }

type Props = BookingTerms & {
  stay: Stay | null
  idempotencyKey: string
  /** Where the frame is held, to tell it height and total; null tells nobody. */
  holderOrigin: string | null
  cancellation: string | null
  /** What booking accepts; null while the operator has no terms. */
  termsVersion: string | null
  refused: BookingRefused | null
}

const COUPLE: Party = { adults: 2, children: 0, infants: 0, pets: 0 }

function partyOf({ adults, children, infants, pets }: Stay): Party {
  return { adults: Math.max(1, adults), children, infants, pets }
}

/** Choose nights on the calendar, see the whole price, leave a name, and book. */
export function BookingCard(props: Props) {
  const { terms, today, lastDay, limits, stay, refused } = props
  const [choice, setChoice] = useState<StayChoice>({ checkIn: stay?.checkIn ?? null, checkOut: stay?.checkOut ?? null })
  const [party, setParty] = useState<Party>(stay ? partyOf(stay) : COUPLE)
  const [settled, setSettled] = useState<BookingRefused | null>(null)
  const pending = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])

  const facts = { taken: new Set(props.taken), today, lastDay, maxNights: limits.maxStayNights }
  const draft = { ...party, ...choice }
  const verdict = judgeStay(terms, draft, { today, limits, taken: facts.taken })
  const quote = verdict.ok ? verdict.quote : null
  const hint = verdict.ok || verdict.reason === 'dates-missing' ? null : verdict.message
  const told = refused === settled ? null : refused
  useTellHolder(props.holderOrigin, {
    total: quote ? formatMoney(quote.total) : null,
    stay:
      quote && choice.checkIn && choice.checkOut
        ? { ...party, checkIn: choice.checkIn, checkOut: choice.checkOut }
        : null,
  })

  return (
    <div className="booking-card">
      <StayCalendar
        choice={choice}
        facts={facts}
        onChoose={(next) => {
          setChoice(next)
          setSettled(refused)
        }}
      />
      <DateFields choice={choice} party={party} facts={facts} />
      <Form ref={form} method="post" preventScrollReset className="flex flex-col gap-5" aria-busy={pending}>
        <input type="hidden" name="idempotencyKey" value={props.idempotencyKey} />
        <input type="hidden" name="checkInDate" value={choice.checkIn ?? ''} />
        <input type="hidden" name="checkOutDate" value={choice.checkOut ?? ''} />
        <input type="hidden" name="expectedTotal" value={quote?.total ?? ''} />
        <input type="hidden" name="termsVersion" value={props.termsVersion ?? ''} />
        <div className="divide-y divide-line border-y border-line">
          <PartySteppers party={party} limits={terms} onChange={setParty} />
        </div>
        {quote && <PriceLines quote={quote} />}
        {!quote && (!hint || hint !== told?.message) && (
          <p aria-live="polite" className={hint ? 'booking-hint' : 'text-sm text-muted'}>
            {hint ?? (choice.checkIn ? 'Now choose the day you leave.' : 'Choose the night you arrive.')}
          </p>
        )}
        {told && (
          <p role="alert" className="booking-refused">
            {told.message}
          </p>
        )}
        {/* Kept while other dates are chosen, so that nothing typed is lost. */}
        <div hidden={!quote}>
          <GuestFields values={refused?.values ?? {}} errors={refused?.fields ?? {}} />
        </div>
        {quote && (
          <Button type="submit" pending={pending} pendingText="Booking ...">
            Book these nights
          </Button>
        )}
        {quote && (
          <p className="text-sm text-muted">
            This sends a request and keeps the nights for you; nothing is charged now, and nothing is added later.{' '}
            {props.cancellation}
            {props.termsVersion && (
              <>
                {' '}
                By booking you accept our{' '}
                <a
                  className="link"
                  href={`/terms?version=${encodeURIComponent(props.termsVersion)}`}
                  target="_blank"
                  rel="noopener"
                >
                  terms<span className="sr-only"> (in a new tab)</span>
                </a>
                .
              </>
            )}
          </p>
        )}
      </Form>
    </div>
  )
}
