import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { checkInHint } from '#app/features/availability/stay-picker/check-in-hint.ts'
import { PartySteppers } from '#app/features/availability/stay-picker/party-steppers.tsx'
import { StayCalendar } from '#app/features/availability/stay-picker/stay-calendar.tsx'
import type { StayChoice } from '#app/features/availability/stay-picker/stay-choice.ts'
import { checkParty, type PropertyRules } from '#app/features/availability/stay-rules.ts'
import type { Fee } from '#app/features/pricing/rates.ts'
import { formatDate, formatSpan } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import type { Party } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { CalendarLegend } from '#app/ui/calendar/calendar-legend.tsx'
import type { useChosenStay } from './use-chosen-stay.ts'

/** The part of the card that is open below its fields. */
export type Panel = 'dates' | 'guests'

const LEGEND = [
  { state: 'free' as const, text: 'Lit: available' },
  { state: 'taken' as const, text: 'Booked' },
  { state: 'checkout-only' as const, text: 'Check-out only' },
  { state: 'free' as const, off: true, text: 'Dimmed: won’t work with these dates' },
]

type Props = {
  chosen: ReturnType<typeof useChosenStay>
  rules: PropertyRules
  panel: Panel | null
  onPanel: (panel: Panel | null) => void
  /** Goes back from the form, if that was opened by a press, to these fields. */
  onBack: (() => void) | null
  onChoose: (choice: StayChoice) => void
}

/**
 * The chosen dates and guests. They are fields that open the calendar or the counts below them, or one line beside the
 * form.
 */
export function DatesAndGuests({ chosen, rules, panel, onPanel, onBack, onChoose }: Props) {
  const { choice, party, nights } = chosen
  const [end, setEnd] = useState<'checkIn' | 'checkOut'>('checkIn')
  const root = useFocusOnOpener(panel, onBack !== null)
  const { checkIn, checkOut } = choice
  const awaited = checkIn && (!checkOut || end === 'checkOut') ? 'checkOut' : 'checkIn'

  const open = (side: 'checkIn' | 'checkOut') => {
    onPanel(panel === 'dates' && awaited === side ? null : 'dates')
    // A check-in without a check-out is chosen again: the next day would be the check-out.
    if (side === 'checkIn' && awaited === 'checkOut' && !checkOut) onChoose({ checkIn: null, checkOut: null })
    setEnd(side)
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && panel) onPanel(null)
  }
  const pick = (next: StayChoice) => {
    onChoose(next)
    if (next.checkIn && next.checkOut) onPanel(null)
  }
  const dateField = (label: string, side: 'checkIn' | 'checkOut') => (
    <Field
      label={label}
      value={choice[side] ? formatDate(choice[side]) : 'Add a date'}
      panel="dates"
      isOpen={panel === 'dates' && awaited === side}
      onPress={() => open(side)}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from anywhere within
    <div ref={root} className="booking-stay" onKeyDown={closeOnEscape}>
      {checkIn && checkOut && (
        <ChosenStay
          words={[formatSpan(checkIn, checkOut), guestsText(party)]}
          onChange={onBack ?? (() => open('checkIn'))}
        />
      )}
      <div className="booking-choices">
        {dateField('Check-in', 'checkIn')}
        {dateField('Check-out', 'checkOut')}
        <Field
          label="Guests"
          value={guestsText(party)}
          panel="guests"
          isOpen={panel === 'guests'}
          onPress={() => onPanel(panel === 'guests' ? null : 'guests')}
        />
      </div>
      {panel && (
        <div id="booking-panel" className="booking-panel">
          {panel === 'dates' ? (
            <StayCalendar
              key={end}
              choice={end === 'checkOut' && checkOut ? { checkIn, checkOut: null } : choice}
              nights={nights}
              totalOf={chosen.totalOf}
              checkInHint={(month) => checkInHint(rules.pricing, nights, month)}
              onChoose={pick}
              takesFocus
            />
          ) : (
            <PartyCounts party={party} rules={rules} onChange={chosen.setParty} />
          )}
          <div className="booking-panel-end">
            {panel === 'dates' && <CalendarLegend title="Legend" entries={LEGEND} />}
            <Button variant="outline" className="ms-auto" onClick={() => onPanel(null)}>
              Done
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** Returns the focus to the field of what was closed: a panel, or the form. */
function useFocusOnOpener(panel: Panel | null, isFormOpen: boolean) {
  const root = useRef<HTMLDivElement>(null)
  const place = panel ?? (isFormOpen ? 'form' : null)
  const before = useRef(place)
  useEffect(() => {
    if (before.current && before.current !== place && !panel) {
      const openers = [...(root.current?.querySelectorAll<HTMLElement>(`[data-opens~="${before.current}"]`) ?? [])]
      openers.find((opener) => opener.offsetParent)?.focus({ preventScroll: true })
    }
    before.current = place
  }, [place, panel])
  return root
}

function ChosenStay({ words: [dates, guests], onChange }: { words: [string, string]; onChange: () => void }) {
  return (
    <p className="booking-line">
      <span>
        <span className="whitespace-nowrap">{dates},</span> {guests}
      </span>
      <Button variant="link" data-opens="dates guests" onClick={onChange}>
        Change<span className="sr-only"> dates or guests</span>
      </Button>
    </p>
  )
}

type FieldProps = { label: string; value: string; panel: Panel; isOpen: boolean; onPress: () => void }

function Field({ label, value, panel, isOpen, onPress }: FieldProps) {
  return (
    <button
      type="button"
      className="booking-choice"
      data-opens={panel === 'dates' ? 'dates form' : panel}
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'booking-panel' : undefined}
      onClick={onPress}
    >
      <span>{label}</span>
      {value}
    </button>
  )
}

/** `14 guests, 2 pets`: infants and pets are named beside the guests. */
function guestsText({ adults, children, infants, pets }: Party): string {
  const beside = [infants > 0 && countOf(infants, 'infant'), pets > 0 && countOf(pets, 'pet')]
  return [countOf(adults + children, 'guest'), ...beside].filter(Boolean).join(', ')
}

const priceOfFee = ({ amount, per }: Fee) => `${formatAmount(amount)} per ${per}`

/** The prices of pets and additional guests, beside their counts. */
function feeNotes({ pricing: { fees } }: PropertyRules) {
  const words = (kind: Fee['kind'], text: (fee: Fee) => string) =>
    fees
      .filter((fee) => fee.kind === kind)
      .map(text)
      .join(', ') || undefined
  return {
    adults: words('guest', (fee) => `More than ${fee.includedGuests}: ${priceOfFee(fee)} for each extra guest`),
    pets: words('pet', priceOfFee),
  }
}

/** Why no count can go up further, in the words of a refusal. */
function limitsReached(rules: PropertyRules, party: Party): string[] {
  const { adults, children, infants, pets } = party
  const more: [boolean, Party][] = [
    [true, { ...party, adults: adults + 1 }],
    [rules.maxInfants > 0, { ...party, infants: infants + 1 }],
    [rules.maxPets > 0, { ...party, pets: pets + 1 }],
  ]
  if (adults + children > rules.maxGuests) return []
  return more.flatMap(([isAsked, next]) => (isAsked && checkParty(rules, next)?.message) || [])
}

type PartyProps = { party: Party; rules: PropertyRules; onChange: (party: Party) => void }

function PartyCounts({ party, rules, onChange }: PartyProps) {
  return (
    <>
      <div className="booking-party">
        <PartySteppers party={party} limits={rules} notes={feeNotes(rules)} onChange={onChange} />
      </div>
      <p role="status" className="booking-limits">
        {limitsReached(rules, party).join(' ')}
      </p>
    </>
  )
}
