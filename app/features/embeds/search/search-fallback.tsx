import type { IsoDate } from '#app/shared/dates.ts'
import type { StayDraft } from '#app/shared/stay.ts'

/** The search as a plain form: it stands in the widget's place until that is alive, and works without JavaScript. */
export function SearchFallback({
  resultsUrl,
  button,
  stay,
  kept = [],
}: {
  resultsUrl: string
  button: string
  stay?: StayDraft | null
  /** What else the address says of the search, by name. */
  kept?: [string, string][]
}) {
  return (
    <search>
      <form action={resultsUrl} method="get" className="stay-form">
        <DateField label="Check-in" name="checkin" value={stay?.checkIn} />
        <DateField label="Check-out" name="checkout" value={stay?.checkOut} />
        <div className="stay-field stay-field-pair">
          <CountField label="Adults" name="adults" min={1} value={stay?.adults ?? 2} />
          <CountField label="Children" name="children" min={0} value={stay?.children ?? 0} />
        </div>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="button button-ember">
          {button}
        </button>
      </form>
    </search>
  )
}

function DateField({ label, name, value }: { label: string; name: string; value?: IsoDate | null }) {
  return (
    <label className="stay-field">
      <span className="stay-field-label">{label}</span>
      <input className="stay-field-value" type="date" name={name} required defaultValue={value ?? undefined} />
    </label>
  )
}

function CountField({ label, name, min, value }: { label: string; name: string; min: number; value: number }) {
  return (
    <label>
      <span className="stay-field-label">{label}</span>
      <input className="stay-field-value" type="number" name={name} min={min} max={99} defaultValue={value} />
    </label>
  )
}
