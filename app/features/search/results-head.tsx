import { countOf } from '#app/shared/words.ts'
import { FilterForm } from './filter-form.tsx'
import { filterLabels } from './filter-labels.ts'
import { type FoundView, searchLink } from './results.ts'
import { SORTS, type Sort } from './search.ts'

/** With fewer homes to choose from nobody needs filters. */
const FEW = 3

const SORT_WORDS: Record<Sort, string> = {
  price_low: 'Lowest total',
  price_high: 'Highest total',
  newest: 'Newest',
  popular: 'Most booked',
}

function noneWords({ answer }: FoundView, filtered: boolean): string {
  if (answer.limit) return 'No home takes this party.'
  return filtered ? 'No home is free that has all of this.' : 'No home is free for these dates and this party.'
}

/** How many were found, their order, and what they were chosen by. */
export function ResultsHead({ view }: { view: FoundView }) {
  const { answer, wishes, query, choices } = view
  const words = filterLabels(wishes)
  const start = wishes.cursor?.shown ?? 0
  const part = answer.homes.length < answer.count && answer.homes.length > 0
  return (
    <div className="stay-head">
      {answer.count > 0 ? (
        <p className="stay-count">
          {countOf(answer.count, 'home is free', 'homes are free')}
          {part && `, ${start + 1} to ${start + answer.homes.length} shown`}
        </p>
      ) : (
        <p className="stay-result-name">{noneWords(view, words.length > 0)}</p>
      )}
      {(choices.homes > FEW || words.length > 0) && <FilterForm view={view} chosen={words.length} />}
      {answer.count > 1 && <Order sort={wishes.sort} query={query} />}
      {words.length > 0 && (
        <ul className="stay-wishes" aria-label="Filters that are on">
          {words.map((word) => (
            <li key={word.words}>
              <a className="button button-outline button-quiet" href={searchLink(query, word.without)}>
                <span className="sr-only">Remove: </span>
                {word.words}
                <span aria-hidden="true">×</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Order({ sort, query }: { sort: Sort | undefined; query: string }) {
  const link = (name: Sort | null, words: string) => (
    <a key={words} href={searchLink(query, { sort: name })} aria-current={(sort ?? null) === name ? 'true' : undefined}>
      {words}
    </a>
  )
  return (
    <nav className="stay-sorts" aria-label="Order of the homes">
      {link(null, 'Our order')}
      {SORTS.map((name) => link(name, SORT_WORDS[name]))}
    </nav>
  )
}
