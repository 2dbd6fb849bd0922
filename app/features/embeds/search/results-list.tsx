import type { AvailableHome } from '#app/features/availability/availability.ts'
import { contactPath } from '#app/shared/contact-path.ts'
import { formatMoney } from '#app/shared/money.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { HomeRow } from './home-row.tsx'

/** Free homes, one a row, the whole price on the right. `base` is the site that the links lead to. */
export function ResultsList({ homes, stay, base = '' }: { homes: AvailableHome[]; stay: Stay; base?: string }) {
  if (homes.length === 0) return <NoneFree stay={stay} base={base} />
  return (
    <ul className="stay-results">
      {homes.map((home, index) => (
        <HomeRow key={home.id} home={home} base={base} first={index === 0}>
          <strong>{formatMoney(home.total)}</strong>
          <span>{countOf(home.nights, 'night')}, taxes and fees included</span>
          <a className="button button-ember" href={`${base}${home.path}?${stayToQuery(stay)}`}>
            See this home<span className="sr-only">: {home.name}</span>
          </a>
        </HomeRow>
      ))}
    </ul>
  )
}

function NoneFree({ stay, base }: { stay: Stay; base: string }) {
  return (
    <div className="stay-note">
      <p className="stay-result-name">No home is free for these dates and this party.</p>
      <p>Other dates, or a smaller party, may find one: change them above.</p>
      <p className="stay-ways">
        <a className="button button-outline" href={`${base}/#properties`}>
          See each home’s free nights
        </a>
        <a className="button button-outline" href={`${base}${contactPath({ stay })}`}>
          Write to us about these dates
        </a>
      </p>
    </div>
  )
}
