import { contactPath } from '#app/shared/contact-path.ts'
import type { Stay } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { type FoundView, type PartyLimit, searchLink, wholeFilter } from './search.ts'

/** Why other dates would not help. */
function limitWords({ part, asked, home, together, homes, narrowed }: PartyLimit): string {
  if (homes) return `${countOf(asked, part.slice(0, -1))} need ${homes} homes, and each home needs an adult.`
  if (narrowed && together === 0) return `No place with room for all of you takes ${part}.`
  if (narrowed) return `Where there is room for all of you, the most ${part} is ${together}.`
  if (home === 0) return `None of the homes takes ${part}.`
  const more = together > home ? `; homes of one place take ${together} together` : ''
  return `The most ${part} any home takes is ${home}${more}.`
}

function Limit({ limit, query }: { limit: PartyLimit; query: string }) {
  const { part, home } = limit
  if (part === 'guests') return <p className="stay-note">{limitWords(limit)} Change who comes above, or write to us.</p>
  return (
    <>
      <p className="stay-note">{limitWords(limit)}</p>
      <p className="stay-actions">
        <a className="button button-outline" href={searchLink(query, { [part]: String(home) })}>
          Search {home > 0 ? `with ${countOf(home, part.slice(0, -1))}` : `without ${part}`}
        </a>
      </p>
    </>
  )
}

/** Which filters hide properties, which part of the party never fits, or neither. */
export function NoResults({ view }: { view: FoundView }) {
  const { answer, options, query } = view
  const { hidden, limit, alternatives, combinations } = answer
  if (hidden.length > 0) {
    return (
      <ul className="stay-actions">
        {hidden.map(({ filter, homes }) => {
          const { words, without } = wholeFilter(options, filter)
          return (
            <li key={filter}>
              <a className="button button-outline" href={searchLink(query, without)}>
                {countOf(homes, 'home')} without “{words}”
              </a>
            </li>
          )
        })}
      </ul>
    )
  }
  if (limit) return <Limit limit={limit} query={query} />
  if (alternatives.length + combinations.length > 0) return null
  return <p className="stay-note">Other dates, or a smaller party, may find one: change them above.</p>
}

/** The last resort: each property's calendar, and the contact form. */
export function OtherWays({ stay, base }: { stay: Stay; base: string }) {
  return (
    <p className="stay-actions">
      <a className="button button-outline" href={`${base}/#properties`}>
        See each home’s free nights
      </a>
      <a className="button button-outline" href={`${base}${contactPath({ stay })}`}>
        Write to us about these dates
      </a>
    </p>
  )
}
