import type { Stay } from '#app/shared/stay.ts'

/** The search as a plain form: it stands in the widget's place until that is alive, and works without JavaScript. */
export function SearchFallback({
  resultsUrl,
  button,
  stay,
}: {
  resultsUrl: string
  button: string
  stay?: Stay | null
}) {
  return (
    <form action={resultsUrl} method="get" className="stay-form">
      <label className="stay-field">
        <span className="stay-field-label">Check-in</span>
        <input className="stay-field-value" type="date" name="checkin" required defaultValue={stay?.checkIn} />
      </label>
      <label className="stay-field">
        <span className="stay-field-label">Check-out</span>
        <input className="stay-field-value" type="date" name="checkout" required defaultValue={stay?.checkOut} />
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
      <button type="submit" className="button button-ember">
        {button}
      </button>
    </form>
  )
}
