import { contactPath } from '#app/shared/contact-path.ts'
import type { Stay } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { changed, type FoundView } from './results.ts'
import { wholeWish } from './wish-words.ts'

/** Said before what else can be had: which wish hides homes, or that nothing comes near. */
export function NoneFree({ view }: { view: FoundView }) {
  const { answer, wishes, query } = view
  const { hidden, alternatives, combinations } = answer
  if (hidden.length > 0) {
    return (
      <ul className="stay-ways">
        {hidden.map(({ filter, homes }) => {
          const { words, without } = wholeWish(wishes, filter)
          return (
            <li key={filter}>
              <a className="button button-outline" href={changed(query, without)}>
                {countOf(homes, 'home')} without “{words}”
              </a>
            </li>
          )
        })}
      </ul>
    )
  }
  if (alternatives.length + combinations.length > 0) return null
  return <p className="stay-note">Other dates, or a smaller party, may find one: change them above.</p>
}

/** Below everything: a person who can be asked, and each home's calendar. */
export function OtherWays({ stay, base }: { stay: Stay; base: string }) {
  return (
    <p className="stay-ways">
      <a className="button button-outline" href={`${base}/#properties`}>
        See each home’s free nights
      </a>
      <a className="button button-outline" href={`${base}${contactPath({ stay })}`}>
        Write to us about these dates
      </a>
    </p>
  )
}
