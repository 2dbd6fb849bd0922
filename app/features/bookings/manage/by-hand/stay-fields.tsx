import type { FieldMetadata } from '@conform-to/react'
import { useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { FormSelect, FormText } from '#app/ui/form/change-form.tsx'
import { type CheckedStay, type Property, STAY_FIELDS } from './stay-choice.ts'

export type StayAnswer = ChangeAnswer<CheckedStay> | null

type Fields = Record<(typeof STAY_FIELDS)[number], FieldMetadata<string | null | undefined>>
type SectionProps = { heading: string; properties: Property[]; checked: CheckedStay; fields: Fields }

/** The stay, and beside it conflicts and price. */
export function StaySection({ heading, properties, checked, fields }: SectionProps) {
  return (
    <div className="admin-pair">
      <section className="admin-form" aria-labelledby="stay-heading">
        <h2 id="stay-heading">{heading}</h2>
        <StayFields properties={properties} checked={checked} fields={fields} />
        <Button type="submit" name="preview" value="yes" variant="outline" className="needs-no-script">
          Check the nights and the price
        </Button>
      </section>
      <AboutStay checked={checked} />
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
function StayFields({ properties, checked: { choice, check, problem }, fields }: Omit<SectionProps, 'heading'>) {
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
function AboutStay({ checked }: { checked: CheckedStay }) {
  const isChecking = useNavigation().state === 'loading'
  const { check } = checked
  return (
    <div className="admin-answer" role="status" aria-busy={isChecking}>
      {!check && <p className="text-muted">Choose a home and dates to see whether they are open, and the price.</p>}
      {check && (
        <>
          <p className="admin-task-title">
            {check.property.name}, {formatSpanWithYear(check.stay.checkIn, check.stay.checkOut)},{' '}
            {partyWords(check.stay)}
          </p>
          {check.taken.length > 0 && (
            <ul className="admin-conflicts">
              {check.taken.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
          {check.taken.length === 0 && <p>These nights are open.</p>}
          {check.warnings.length > 0 && (
            <>
              <p>Guests couldn’t book this themselves. You can:</p>
              <ul className="admin-warnings">
                {check.warnings.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </>
          )}
          {check.price ? (
            <dl className="admin-lines">
              {check.price.lines.map(({ label, amount }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{formatMoney(amount)}</dd>
                </div>
              ))}
              <div className="admin-total">
                <dt>By the rates, {countOf(check.price.nights, 'night')}</dt>
                <dd>{formatMoney(check.price.total)}</dd>
              </div>
            </dl>
          ) : (
            <p>There are no rates for these nights: agree on a total.</p>
          )}
        </>
      )}
    </div>
  )
}
