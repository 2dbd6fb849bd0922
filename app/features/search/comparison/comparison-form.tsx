import { TextField } from '#app/ui/form/field.tsx'
import type { QueryFields } from '../search.ts'
import { COMPARED, type Comparison, MOST_COMPARED } from './comparison.ts'

type Props = Pick<Comparison, 'choices'> & {
  /** The stay in the address. */
  fields: QueryFields
  /** Behind a button, below a comparison. */
  folded: boolean
}

/** The homes and the stay to compare, as a plain form: it works without JavaScript. */
export function ComparisonForm({ choices, fields, folded }: Props) {
  const values = Object.fromEntries(fields)
  const form = (
    <form method="get" action="/compare" className="comparison-form">
      <fieldset>
        <legend className="field-label">Homes, up to {MOST_COMPARED}</legend>
        {choices.map(({ slug, name, chosen }) => (
          <label key={slug} className="comparison-choice">
            <input type="checkbox" name={COMPARED} value={slug} defaultChecked={chosen} />
            {name}
          </label>
        ))}
      </fieldset>
      <div className="comparison-stay">
        <TextField label="Check-in (optional)" name="checkin" type="date" defaultValue={values.checkin} />
        <TextField label="Check-out (optional)" name="checkout" type="date" defaultValue={values.checkout} />
        <TextField label="Adults" name="adults" type="number" min={1} max={99} defaultValue={values.adults ?? '2'} />
        <TextField
          label="Children"
          name="children"
          type="number"
          min={0}
          max={99}
          defaultValue={values.children ?? '0'}
        />
        {['infants', 'pets'].map(
          (name) => values[name] && <input key={name} type="hidden" name={name} value={values[name]} />,
        )}
      </div>
      <button type="submit" className="button button-ember">
        Compare
      </button>
    </form>
  )
  if (!folded) return form
  return (
    <details className="comparison-change">
      <summary className="button button-outline">Change homes or dates</summary>
      {form}
    </details>
  )
}
