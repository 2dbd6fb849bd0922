import { PlaceField } from './place-field.tsx'

const INPUTS = ['location', 'checkin', 'checkout', 'adults', 'children']

type Props = {
  fields?: [name: string, value: string][]
  places?: string[]
}

/**
 * The search as a plain form, until the script replaces it and without JavaScript. `fields` is the search in the address;
 * fields without an input are sent as hidden ones.
 */
export function SearchFallback({ fields = [], places = [] }: Props) {
  const values = Object.fromEntries(fields)
  return (
    <search>
      <form action="/search" method="get" className="stay-form">
        {places.length > 1 && <PlaceField places={places} value={values.location ?? ''} />}
        <DateField label="Check-in" name="checkin" value={values.checkin} />
        <DateField label="Check-out" name="checkout" value={values.checkout} />
        <div className="stay-field stay-guests stay-field-pair">
          <CountField label="Adults" name="adults" min={1} value={values.adults ?? '2'} />
          <CountField label="Children" name="children" min={0} value={values.children ?? '0'} />
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

function DateField({ label, name, value }: { label: string; name: string; value?: string }) {
  return (
    <label className="stay-field">
      <span className="stay-field-label">{label}</span>
      <input className="stay-field-value" type="date" name={name} required defaultValue={value} />
    </label>
  )
}

function CountField({ label, name, min, value }: { label: string; name: string; min: number; value: string }) {
  return (
    <label>
      <span className="stay-field-label">{label}</span>
      <input className="stay-field-value" type="number" name={name} min={min} max={99} defaultValue={value} />
    </label>
  )
}
