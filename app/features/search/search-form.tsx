import { type FormEvent, useRef, useState } from 'react'
import { PartySteppers } from '#app/features/availability/stay-picker/party-steppers.tsx'
import { StayCalendar } from '#app/features/availability/stay-picker/stay-calendar.tsx'
import type { CalendarNights, StayChoice } from '#app/features/availability/stay-picker/stay-choice.ts'
import { addDays, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { draftFromQuery, type Party, partyFromQuery, type Stay } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { SearchField } from './search-field.tsx'

/** As far ahead as any booking window can be set, in days; the engine says in words what is too far. */
const WINDOW_DAYS = 1095

/** Larger than any home: the engine says which ones take the party. */
const ANY_HOME = { maxGuests: 99, maxInfants: 10, maxPets: 10 }

const COUPLE: Party = { adults: 2, children: 0, infants: 0, pets: 0 }

type Props = {
  today: IsoDate
  /** What the address, or a plain form that stood here before, says of a stay. */
  query: URLSearchParams
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
export function SearchForm({ today, query, button, onSearch }: Props) {
  const [{ checkIn, checkOut }, setChoice] = useState<StayChoice>(() => draftFromQuery(query))
  const [party, setParty] = useState<Party>(() => ({ ...COUPLE, ...partyFromQuery(query) }))
  const [missing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const facts: CalendarNights = { today, end: addDays(today, WINDOW_DAYS), taken: new Set(), refusal: () => null }
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (checkIn && checkOut) return onSearch({ ...party, checkIn, checkOut })
    setMissing(true)
    form.current?.querySelectorAll<HTMLButtonElement>('.stay-field')[checkIn ? 1 : 0]?.click()
  }
  // From the field of the check-out only that is chosen anew; what was chosen before stays until then.
  const dates = (label: string, date: IsoDate | null, choice: StayChoice) => (
    <SearchField label={label} value={date ? formatDate(date) : 'Add a date'} panel="Check-in and check-out" wide>
      {(close) => (
        <StayCalendar
          choice={choice}
          facts={facts}
          takesFocus
          onChoose={(next) => {
            setChoice(next)
            if (!next.checkOut) return
            close()
            form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
          }}
        />
      )}
    </SearchField>
  )

  return (
    <search>
      <form ref={form} className="stay-form" onSubmit={search} noValidate>
        {dates('Check-in', checkIn, { checkIn, checkOut })}
        {dates('Check-out', checkOut, { checkIn, checkOut: null })}
        <SearchField label="Guests" value={partyText(party)} panel="Guests">
          {(close) => (
            <>
              <PartySteppers party={party} limits={ANY_HOME} onChange={setParty} />
              <button type="button" className="button button-outline" onClick={close}>
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
            Choose a check-in and a check-out date.
          </p>
        )}
      </form>
    </search>
  )
}
