import { contactPath } from '#app/shared/paths/contact-path.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { type FoundView, type PartyLimit, searchLink, wholeFilter } from '../search.ts'

/** Why other dates would not help. */
function limitWords({ part, asked, largest, together, properties, narrowed }: PartyLimit): string {
  if (properties) return `${countOf(asked, part.slice(0, -1))} would need ${properties} homes, with an adult in each.`
  if (narrowed && together === 0) return `None of our locations with room for everyone accepts ${part}.`
  if (narrowed) return `Where there’s room for everyone, the limit is ${countOf(together, part.slice(0, -1))}.`
  if (largest === 0) return `None of our homes accepts ${part}.`
  const sleeps = part === 'guests'
  const more = together > largest ? `; homes near each other ${sleeps ? 'sleep' : 'accept'} ${together} together` : ''
  return sleeps ? `Our largest home sleeps ${largest}${more}.` : `Our homes accept up to ${largest} ${part}${more}.`
}

function Limit({ limit, query }: { limit: PartyLimit; query: string }) {
  const { part, largest } = limit
  if (part === 'guests')
    return <p className="stay-note">{limitWords(limit)} Change your guests above or send us a note.</p>
  return (
    <>
      <p className="stay-note">{limitWords(limit)}</p>
      <p className="stay-actions">
        <a className="button button-outline" href={searchLink(query, { [part]: String(largest) })}>
          Search {largest > 0 ? `with ${countOf(largest, part.slice(0, -1))}` : `without ${part}`}
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
        {hidden.map(({ filter, properties }) => {
          const { words, without } = wholeFilter(options, filter)
          return (
            <li key={filter}>
              <a className="button button-outline" href={searchLink(query, without)}>
                {countOf(properties, 'home')} without “{words}”
              </a>
            </li>
          )
        })}
      </ul>
    )
  }
  if (limit) return <Limit limit={limit} query={query} />
  if (alternatives.length + combinations.length > 0) return null
  return <p className="stay-note">Try different dates or fewer guests.</p>
}

/** The last resort: each property's calendar, and the contact form. */
export function OtherWays({ stay, base }: { stay: Stay; base: string }) {
  return (
    <p className="stay-actions">
      <a className="button button-outline" href={`${base}/?${stayToQuery(stay)}#properties`}>
        See every calendar
      </a>
      <a className="button button-outline" href={`${base}${contactPath({ stay })}`}>
        Ask us about these dates
      </a>
    </p>
  )
}
