import { type FormEvent, type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { PartySteppers } from '#app/features/availability/stay-picker/party-steppers.tsx'
import { StayCalendar } from '#app/features/availability/stay-picker/stay-calendar.tsx'
import type { CalendarNights, StayChoice } from '#app/features/availability/stay-picker/stay-choice.ts'
import { addDays, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { draftFromQuery, type Party, partyFromQuery, type Stay } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import type { SearchOffered } from '../search.ts'
import { PlaceField } from './place-field.tsx'

/** Until it is known how far ahead stays can be booked. */
const DEFAULT_WINDOW_DAYS = 540

/** More than any property takes: the server finds those with room for the party. */
const ANY_PROPERTY = { maxGuests: 99, maxInfants: 10, maxPets: 10 }

const COUPLE: Party = { adults: 2, children: 0, infants: 0, pets: 0 }

type Props = {
  today: IsoDate
  /** The stay in the address, or in the plain form that this form replaces. */
  query: URLSearchParams
  /** Null while they are loading. */
  offered: SearchOffered | null
  button: string
  onSearch: (stay: Stay, place: string) => void
}

function partyText({ adults, children, infants, pets }: Party): string {
  const parts = [countOf(adults, 'adult')]
  if (children > 0) parts.push(countOf(children, 'child', 'children'))
  if (infants > 0) parts.push(countOf(infants, 'infant'))
  if (pets > 0) parts.push(countOf(pets, 'pet'))
  return parts.join(', ')
}

/** Dates and party in one row; the calendar and the counts open below it. */
export function SearchForm({ today, query, offered, button, onSearch }: Props) {
  const [{ checkIn, checkOut }, setChoice] = useState<StayChoice>(() => draftFromQuery(query))
  const [party, setParty] = useState<Party>(() => ({ ...COUPLE, ...partyFromQuery(query) }))
  const [place, setPlace] = useState(query.get('location') ?? '')
  const [missing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  /** A check-out can be later than the last check-in. */
  const nightsFor = (choice: StayChoice): CalendarNights => {
    const last = offered?.last
    const end = choice.checkIn && !choice.checkOut ? last?.checkOut : last && addDays(last.checkIn, 1)
    return { today, end: end ?? addDays(today, DEFAULT_WINDOW_DAYS), taken: new Set(), refusal: () => null }
  }
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (checkIn && checkOut) return onSearch({ ...party, checkIn, checkOut }, place)
    setMissing(true)
    open(checkIn ? 1 : 0)
  }
  const open = (field: 0 | 1 | 2) => {
    const opener = form.current?.querySelectorAll<HTMLButtonElement>('button.stay-field')[field]
    opener?.focus()
    opener?.click()
  }
  // The check-out field starts at the chosen check-in, and keeps the old check-out until another is chosen.
  const dates = (label: string, date: IsoDate | null, choice: StayChoice) => (
    <SearchField label={label} value={date ? formatDate(date) : 'Add date'} panel="Check-in and check-out" wide>
      {(close) => (
        <StayCalendar
          choice={choice}
          nights={nightsFor(choice)}
          takesFocus
          onChoose={(next) => {
            setChoice(next)
            if (!next.checkOut) return
            close()
            open(2)
          }}
        />
      )}
    </SearchField>
  )

  return (
    <search>
      <form ref={form} className="stay-form" onSubmit={search} noValidate>
        {(!offered || offered.places.length > 1) && (
          <PlaceField places={offered?.places ?? []} value={place} onChange={({ target }) => setPlace(target.value)} />
        )}
        {dates('Check-in', checkIn, { checkIn, checkOut })}
        {dates('Check-out', checkOut, { checkIn, checkOut: null })}
        <SearchField label="Guests" value={partyText(party)} panel="Guests">
          {(close) => (
            <>
              <PartySteppers party={party} limits={ANY_PROPERTY} onChange={setParty} />
              <button
                type="button"
                className="button button-outline stay-panel-done"
                onClick={() => {
                  close()
                  form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
                }}
              >
                Done
              </button>
            </>
          )}
        </SearchField>
        <button type="submit" className="button button-ember">
          {button}
        </button>
        {missing && !(checkIn && checkOut) && (
          <p className="stay-missing" role="alert">
            Select your check-in and check-out dates.
          </p>
        )}
      </form>
    </search>
  )
}

type FieldProps = {
  label: string
  value: string
  /** The accessible name of the panel. */
  panel: string
  /** As wide as the form; otherwise below its field. */
  wide?: boolean
  children: (close: () => void) => ReactNode
}

/**
 * A field with its panel: a popover, so that Escape and a click outside close it and the focus returns. Without popover
 * support the panel is inside the form, opened and closed by its field.
 */
function SearchField({ label, value, panel, wide, children }: FieldProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)

  const place = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const element = box.current
    if (!element?.showPopover) return setOpen(!open)
    const form = (currentTarget.closest('form') as HTMLElement).getBoundingClientRect()
    const start = wide ? form.left : currentTarget.getBoundingClientRect().left
    element.style.setProperty('--top', `${form.bottom + window.scrollY}px`)
    element.style.setProperty('--start', `${start + window.scrollX}px`)
  }
  useEffect(() => {
    if (open) box.current?.scrollIntoView({ block: 'nearest' })
  }, [open])

  const toggle = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    setOpen(newState === 'open')
    // After Escape or a click on an empty area the focus is still in the hidden panel.
    if (newState === 'closed' && currentTarget.matches(':focus-within')) opener.current?.focus()
  }
  const close = () => {
    setOpen(false)
    box.current?.hidePopover?.()
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={`stay-field ${wide ? '' : 'stay-guests'}`}
        popoverTarget={id}
        onClick={place}
      >
        <span className="stay-field-label">{label}</span>
        <span className="stay-field-value">{value}</span>
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={panel}
        className={`stay-panel on-night ${wide ? 'stay-panel-wide' : ''}`}
        onToggle={toggle}
      >
        {open && children(close)}
      </div>
    </>
  )
}
