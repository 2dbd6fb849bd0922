import type { FieldMetadata } from '@conform-to/react'
import { type ReactNode, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { Amounts } from '#app/ui/dashboard/amounts.tsx'
import { Card, Columns } from '#app/ui/dashboard/card.tsx'
import { FormSelect, FormText } from '#app/ui/form/change-form.tsx'
import { type CheckedStay, type Property, STAY_FIELDS, type StayCheck } from './stay-choice.ts'

export type StayAnswer = ChangeAnswer<CheckedStay> | null

type Fields = Record<(typeof STAY_FIELDS)[number], FieldMetadata<string | null | undefined>>
type StayProps = { properties: Property[]; checked: CheckedStay; fields: Fields }
type FrameProps = StayProps & {
  title: string
  /** What one has to know about the stay. */
  note?: ReactNode
  /** The other cards. */
  children: ReactNode
}

/** The stay and the other cards of its form. Its conflicts and its price are beside them, on a phone below the stay. */
export function StayCards({ title, note, children, ...stay }: FrameProps) {
  return (
    <div className="stay-cards">
      <Columns isSticky aside={<AboutStay checked={stay.checked} />}>
        <Card title={title}>
          <div className="admin-form">
            <StayFields {...stay} />
            {note}
            <Button type="submit" name="preview" value="yes" variant="outline" className="needs-no-script">
              Check the nights and the price
            </Button>
          </div>
        </Card>
        {children}
      </Columns>
    </div>
  )
}

const COUNTS = [
  { name: 'adults', label: 'Adults', min: 1 },
  { name: 'children', label: 'Children', min: 0 },
  { name: 'infants', label: 'Infants', min: 0 },
  { name: 'pets', label: 'Pets', min: 0 },
] as const

/** The home, the dates, and the party of a stay. */
function StayFields({ properties, checked: { choice, check, problem }, fields }: StayProps) {
  const { checkOut } = fields
  return (
    <>
      <FormSelect
        field={fields.property}
        label="Home"
        required
        none={choice.property === '' ? 'Choose a home' : undefined}
        options={properties.map(({ slug, name, maxGuests }) => [slug, `${name}, sleeps ${maxGuests}`])}
      />
      <div className="admin-row">
        <FormText field={fields.checkIn} label="Check-in" type="date" required />
        <FormText
          field={checkOut}
          label="Check-out"
          type="date"
          required
          error={check ? undefined : (problem ?? checkOut.errors?.[0])}
        />
      </div>
      <div className="admin-row admin-counts">
        {COUNTS.map(({ name, label, min }) => (
          <FormText
            key={name}
            field={fields[name]}
            label={label}
            type="number"
            inputMode="numeric"
            min={min}
            max={99}
          />
        ))}
      </div>
    </>
  )
}

/**
 * Asks the server again whenever a field of the stay changes. The address then has the stay, and the router drops the
 * answer to the form. So this stores the last answer, with its input.
 */
export function useCheckedStay(loaded: CheckedStay, answer: StayAnswer) {
  const navigate = useNavigate()
  const [last, setLast] = useState(answer)
  if (answer && answer !== last) setLast(answer)
  const onChange = (form: HTMLFormElement, changed: EventTarget) => {
    if (!(changed instanceof HTMLInputElement || changed instanceof HTMLSelectElement)) return
    if (!(STAY_FIELDS as readonly string[]).includes(changed.name)) return
    const fields = new FormData(form)
    const query = new URLSearchParams(STAY_FIELDS.map((name) => [name, String(fields.get(name) ?? '')]))
    void navigate(`?${query}`, { replace: true, preventScrollReset: true })
  }
  return { checked: answer?.preview ?? loaded, last, onChange }
}

/** The conflicts, the broken rules, and the price by the rates. */
function AboutStay({ checked: { check } }: { checked: CheckedStay }) {
  const isChecking = useNavigation().state === 'loading'
  return (
    <Card title="Nights and price">
      <div className="admin-answer" role="status" aria-busy={isChecking}>
        {check ? (
          <Answer check={check} />
        ) : (
          <p className="text-muted">Choose a home and dates to see whether they are open, and the price.</p>
        )}
      </div>
    </Card>
  )
}

function Answer({ check: { property, stay, taken, warnings, price } }: { check: StayCheck }) {
  return (
    <>
      <div>
        <p className="admin-task-title">{property.name}</p>
        <p>
          {formatSpanWithYear(stay.checkIn, stay.checkOut)}, {partyWords(stay)}
        </p>
      </div>
      {taken.length > 0 ? (
        <ul className="admin-conflicts">
          {taken.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : (
        <p>These nights are open.</p>
      )}
      {warnings.length > 0 && (
        <div>
          <p>Guests couldn’t book this themselves. You can:</p>
          <ul className="admin-warnings">
            {warnings.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      {price ? (
        <Amounts
          lines={price.lines.map(({ label, note, amount }) => ({ label, detail: note, amount }))}
          total={{ label: `By the rates, ${countOf(price.nights, 'night')}`, amount: price.total }}
        />
      ) : (
        <p>There are no rates for these nights: agree on a total.</p>
      )}
    </>
  )
}
