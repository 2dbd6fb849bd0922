import type { ComponentProps } from 'react'
import type { LastDays } from '../search.ts'
import { PlaceField } from './place-field.tsx'

const INPUTS = ['location', 'checkin', 'checkout', 'adults', 'children']

type Props = {
  fields?: [name: string, value: string][]
  places?: string[]
  last?: LastDays | null
}

/**
 * The search as a plain form, until the script replaces it and without JavaScript. `fields` is the search in the address;
 * fields without an input are sent as hidden ones.
 */
export function SearchFallback({ fields = [], places = [], last = null }: Props) {
  const values = Object.fromEntries(fields)
  const date = { className: 'stay-field', type: 'date', required: true }
  const count = { type: 'number', min: 0, max: 99 }
  return (
    <search>
      <form action="/search" method="get" className="stay-form">
        {places.length > 1 && <PlaceField places={places} value={values.location ?? ''} />}
        <Field label="Check-in" name="checkin" {...date} max={last?.checkIn} defaultValue={values.checkin} />
        <Field label="Check-out" name="checkout" {...date} max={last?.checkOut} defaultValue={values.checkout} />
        <div className="stay-field stay-guests stay-field-pair">
          <Field label="Adults" name="adults" {...count} min={1} defaultValue={values.adults ?? 2} />
          <Field label="Children" name="children" {...count} defaultValue={values.children ?? 0} />
        </div>
        {fields.map(
          ([name, value]) =>
            (!INPUTS.includes(name) || (name === 'location' && places.length < 2)) && (
              <input key={name} type="hidden" name={name} value={value} />
            ),
        )}
        <button type="submit" className="button button-ember">
          {values.checkin || values.checkout ? 'Update' : 'Search'}
        </button>
      </form>
    </search>
  )
}

function Field({ label, className, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className={className}>
      <span className="stay-field-label">{label}</span>
      <input className="stay-field-value" {...input} />
    </label>
  )
}
