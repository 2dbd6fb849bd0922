import type { FormEvent } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { type CheckedStay, type Home, STAY_FIELDS, type StayChoice } from './stay-check.ts'

type SectionProps = { heading: string; homes: Home[]; checked: CheckedStay; fields: Record<string, string> }

/** The stay, and beside it what speaks against it and what it costs. */
export function StaySection({ heading, homes, checked, fields }: SectionProps) {
  return (
    <div className="admin-pair">
      <section className="admin-form" aria-labelledby="stay-heading">
        <h2 id="stay-heading">{heading}</h2>
        <StayFields homes={homes} choice={checked.choice} fields={fields} problem={checked.problem} />
        <Button type="submit" name="intent" value="check" variant="outline" formNoValidate className="needs-no-script">
          Check the nights and the price
        </Button>
      </section>
      <StayAnswer checked={checked} />
    </div>
  )
}

type Props = { homes: Home[]; choice: StayChoice; fields: Record<string, string>; problem: string | null }

const COUNTS = [
  { name: 'adults', label: 'Adults', min: 1 },
  { name: 'children', label: 'Children', min: 0 },
  { name: 'infants', label: 'Infants', min: 0 },
  { name: 'pets', label: 'Pets', min: 0 },
] as const

/** The home, the dates, and the party of a stay. */
function StayFields({ homes, choice, fields, problem }: Props) {
  return (
    <>
      <SelectField label="Home" name="home" defaultValue={choice.home} required error={fields.home}>
        {choice.home === '' && <option value="">Choose a home</option>}
        {homes.map(({ slug, name, maxGuests }) => (
          <option key={slug} value={slug}>
            {name}, sleeps {maxGuests}
          </option>
        ))}
      </SelectField>
      <div className="admin-row">
        <TextField
          label="Check-in"
          name="checkIn"
          type="date"
          required
          defaultValue={choice.checkIn}
          error={fields.checkIn}
        />
        <TextField
          label="Check-out"
          name="checkOut"
          type="date"
          required
          defaultValue={choice.checkOut}
          error={problem ?? fields.checkOut}
        />
      </div>
      <div className="admin-row admin-counts">
        {COUNTS.map(({ name, label, min }) => (
          <TextField
            key={name}
            label={label}
            name={name}
            type="number"
            inputMode="numeric"
            min={min}
            max={99}
            defaultValue={choice[name]}
            error={fields[name]}
          />
        ))}
      </div>
    </>
  )
}

/**
 * Asks the server anew whenever a field of the stay changes. The stay is then in the address, and what was typed stays.
 */
export function useStayCheck() {
  const navigate = useNavigate()
  return ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    if (!(STAY_FIELDS as readonly string[]).includes(target.name)) return
    const form = new FormData(currentTarget)
    const query = new URLSearchParams(STAY_FIELDS.map((name) => [name, String(form.get(name) ?? '')]))
    void navigate(`?${query}`, { replace: true, preventScrollReset: true })
  }
}

/** Who has the nights, which rules are broken, and the price by the rates. */
function StayAnswer({ checked }: { checked: CheckedStay }) {
  const isChecking = useNavigation().state === 'loading'
  const { check } = checked
  return (
    <div className="admin-answer" role="status" aria-busy={isChecking}>
      {!check && <p className="text-muted">Choose a home and dates to see whether they are open, and the price.</p>}
      {check && (
        <>
          <p className="admin-task-title">
            {check.home.name}, {formatSpanWithYear(check.stay.checkIn, check.stay.checkOut)}, {partyWords(check.stay)}
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
