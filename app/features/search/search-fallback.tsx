const FIELDS = ['checkin', 'checkout', 'adults', 'children']

/**
 * The search as a plain form: it stands in the widget's place until that is alive, and works without JavaScript. `asked` is what
 * the address says of the search, by name; what no field here shows is kept.
 */
export function SearchFallback({ asked = [] }: { asked?: [name: string, value: string][] }) {
  const said = Object.fromEntries(asked)
  return (
    <search>
      <form action="/search" method="get" className="stay-form">
        <DateField label="Check-in" name="checkin" value={said.checkin} />
        <DateField label="Check-out" name="checkout" value={said.checkout} />
        <div className="stay-field stay-field-pair">
          <CountField label="Adults" name="adults" min={1} value={said.adults ?? '2'} />
          <CountField label="Children" name="children" min={0} value={said.children ?? '0'} />
        </div>
        {asked.map(
          ([name, value]) => !FIELDS.includes(name) && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <button type="submit" className="button button-ember">
          {said.checkin || said.checkout ? 'Update' : 'Search'}
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
