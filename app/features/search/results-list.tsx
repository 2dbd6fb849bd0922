import { formatMoney } from '#app/shared/money.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { ResultRow } from './result-row.tsx'
import type { AvailableProperty } from './search.ts'

/** Free homes, one a row, the whole price on the right. */
export function ResultsList({ homes, stay, base }: { homes: AvailableProperty[]; stay: Stay; base: string }) {
  return (
    <ul className="stay-results">
      {homes.map((home, index) => (
        <ResultRow key={home.id} home={home} base={base} first={index === 0}>
          <strong>{formatMoney(home.total)}</strong>
          <span>{countOf(home.nights, 'night')}, taxes and fees included</span>
          <a className="button button-ember" href={`${base}${home.path}?${stayToQuery(stay)}`}>
            See this home<span className="sr-only">: {home.name}</span>
          </a>
        </ResultRow>
      ))}
    </ul>
  )
}
