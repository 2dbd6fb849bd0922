import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { addDays, formatDate, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { type Party, partyFromQuery, type Stay } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { CalendarGrid } from '#app/ui/calendar-grid.tsx'
import { PartySteppers } from '../party-steppers.tsx'
import { choiceFromQuery, chooseDay, dayPlace, dayState, type StayChoice } from '../stay-choice.ts'

/** As far ahead as any booking window can be set, in days; the engine says in words what is too far. */
const WINDOW_DAYS = 1095

/** Larger than any home: the engine says which ones take the party. */
const ANY_HOME = { maxGuests: 99, maxInfants: 10, maxPets: 10 }

const COUPLE: Party = { adults: 2, children: 0, infants: 0, pets: 0 }

const NO_DATES: StayChoice = { checkIn: null, checkOut: null }

type Panel = 'dates' | 'guests'
type Props = {
  today: IsoDate
  stay: Stay | null
  /** What was typed before this form was there; it goes before `stay`. */
  typed?: URLSearchParams | null
  button: string
  onSearch: (stay: Stay) => void
}

function partyText({ adults, children, infants, pets }: Party): string {
  const parts = [countOf(adults, 'adult')]
  if (children > 0) parts.push(countOf(children, 'child', 'children'))
  if (infants > 0) parts.push(countOf(infants, 'infant'))
  if (pets > 0) parts.push(countOf(pets, 'pet'))
  return parts.join(', ')
}

/** Dates and party on one sill; the calendar and the counts open below it. */
export function SearchForm({ today, stay, typed, button, onSearch }: Props) {
  const [choice, setChoice] = useState<StayChoice>(() => (typed ? choiceFromQuery(typed) : (stay ?? NO_DATES)))
  const [party, setParty] = useState<Party>(() => ({ ...COUPLE, ...stay, ...(typed && partyFromQuery(typed)) }))
  const [open, setOpen] = useState<Panel | null>(null)
  const [missing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const ids = { dates: useId(), guests: useId() }

  useEffect(() => {
    if (open) form.current?.querySelector('.stay-panel')?.scrollIntoView({ block: 'nearest' })
  }, [open])

  const opener = (panel: Panel) => form.current?.querySelector<HTMLButtonElement>(`[data-opens="${panel}"]`)
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (choice.checkIn && choice.checkOut)
      return onSearch({ ...party, checkIn: choice.checkIn, checkOut: choice.checkOut })
    setMissing(true)
    setOpen('dates')
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    opener(open)?.focus()
    setOpen(null)
  }
  const field = (panel: Panel, label: string, value: string) => (
    <Field
      label={label}
      value={value}
      panel={panel}
      controls={ids[panel]}
      open={open === panel}
      onToggle={() => setOpen(open === panel ? null : panel)}
    />
  )

  return (
    <form ref={form} className="stay-form" onSubmit={search} onKeyDown={closeOnEscape} noValidate>
      {field('dates', 'Check-in', choice.checkIn ? formatDate(choice.checkIn) : 'Add a date')}
      {field('dates', 'Check-out', choice.checkOut ? formatDate(choice.checkOut) : 'Add a date')}
      {field('guests', 'Guests', partyText(party))}
      <button type="submit" className="button button-ember">
        {button}
      </button>
      {missing && !choice.checkOut && (
        <p className="stay-missing" role="alert">
          Choose a check-in and a check-out date.
        </p>
      )}
      {open === 'dates' && (
        <DatesPanel
          id={ids.dates}
          today={today}
          choice={choice}
          onChoose={(next) => {
            setChoice(next)
            if (!next.checkOut) return
            setOpen(null)
            form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
          }}
        />
      )}
      {open === 'guests' && (
        <div id={ids.guests} className="stay-panel stay-panel-end">
          <PartySteppers party={party} limits={ANY_HOME} onChange={setParty} />
        </div>
      )}
    </form>
  )
}

function Field(props: {
  label: string
  value: string
  panel: Panel
  controls: string
  open: boolean
  onToggle: () => void
}): ReactNode {
  return (
    <button
      type="button"
      className="stay-field"
      data-opens={props.panel}
      aria-expanded={props.open}
      aria-controls={props.open ? props.controls : undefined}
      onClick={props.onToggle}
    >
      <span className="stay-field-label">{props.label}</span>
      <span className="stay-field-value">{props.value}</span>
    </button>
  )
}

function DatesPanel({
  id,
  today,
  choice,
  onChoose,
}: {
  id: string
  today: IsoDate
  choice: StayChoice
  onChoose: (choice: StayChoice) => void
}) {
  const [month, setMonth] = useState(startOfMonth(choice.checkIn ?? today))
  const facts = { taken: new Set<IsoDate>(), today, lastDay: addDays(today, WINDOW_DAYS), maxNights: 365 }
  return (
    <div id={id} className="stay-panel on-night">
      <CalendarGrid
        month={month}
        onMonth={setMonth}
        earliest={today}
        latest={facts.lastDay}
        onPick={(date) => onChoose(chooseDay(choice, date, facts))}
        day={(date) => ({
          state: dayState(date, facts),
          selected: dayPlace(date, choice),
          label: formatDate(date, 'long'),
        })}
      />
    </div>
  )
}
