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
        <label className="stay-field">
          <span className="stay-field-label">Check-in</span>
          <input
            className="stay-field-value"
            type="date"
            name="checkin"
            required
            defaultValue={stay?.checkIn ?? undefined}
          />
        </label>
        <label className="stay-field">
          <span className="stay-field-label">Check-out</span>
          <input
            className="stay-field-value"
            type="date"
            name="checkout"
            required
            defaultValue={stay?.checkOut ?? undefined}
          />
        </label>
        <div className="stay-field stay-field-pair">
          <label>
            <span className="stay-field-label">Adults</span>
            <input
              className="stay-field-value"
              type="number"
              name="adults"
              min={1}
              max={99}
              defaultValue={stay?.adults ?? 2}
            />
          </label>
          <label>
            <span className="stay-field-label">Children</span>
            <input
              className="stay-field-value"
              type="number"
              name="children"
              min={0}
              max={99}
              defaultValue={stay?.children ?? 0}
            />
          </label>
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
