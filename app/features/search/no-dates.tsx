import type { PropertyCard } from '#app/features/properties/properties.ts'
import { ResultRow } from './result-row.tsx'

const CHOOSE = 'Choose your dates to see which homes are free, and for how much in all.'

type Props = { homes: PropertyCard[]; base: string; note?: string; query?: string }

/** In the place of results that nobody has asked for or nobody can give: the homes. `query` goes with the links to them. */
export function NoDates({ homes, base, note = CHOOSE, query = '' }: Props) {
  return (
    <>
      <p className="stay-note">{note}</p>
      <ul className="stay-results">
        {homes.map((home, index) => (
          <ResultRow key={home.id} home={home} base={base} first={index === 0}>
            <a className="button button-outline" href={`${base}${home.path}${query}#book`}>
              See its free nights<span className="sr-only">: {home.name}</span>
            </a>
          </ResultRow>
        ))}
      </ul>
    </>
  )
}
