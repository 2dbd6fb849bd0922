import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { ResultRow } from './result-row.tsx'
import type { FoundView } from './results.ts'

/** The nearest free stay of each home that is not free on the dates that were asked for. */
export function OtherDates({ view, base }: { view: FoundView; base: string }) {
  const { answer, stay } = view
  return (
    <section aria-labelledby="other-dates">
      <h2 id="other-dates" className="stay-heading">
        Free close to your dates
      </h2>
      <ul className="stay-results">
        {answer.alternatives.map((home) => (
          <ResultRow key={home.id} home={home} base={base} first={false} heading="h3">
            <strong>{formatMoney(home.total)}</strong>
            <b>
              {formatDate(home.checkIn)} to {formatDate(home.checkOut)}
            </b>
            <span>{countOf(home.nights, 'night')}, taxes and fees included</span>
            <a
              className="button button-outline"
              href={`${base}${home.path}?${stayToQuery({ ...stay, checkIn: home.checkIn, checkOut: home.checkOut })}`}
            >
              See these nights<span className="sr-only">: {home.name}</span>
            </a>
          </ResultRow>
        ))}
      </ul>
    </section>
  )
}
