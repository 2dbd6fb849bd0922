import { countOf } from '#app/shared/words.ts'
import { CombinationList } from './combination-list.tsx'
import { NoDates } from './no-dates.tsx'
import { NoResults, OtherWays } from './no-results.tsx'
import { OtherDates } from './other-dates.tsx'
import { type FoundView, type ResultsView, resultsSummary, searchLink } from './results.ts'
import { ResultsHead } from './results-head.tsx'
import { ResultsList } from './results-list.tsx'

/** What stands below the search. `base` is the site that its links lead to and its pictures are on: empty on this one. */
export function SearchResults({ view, base = '' }: { view: ResultsView; base?: string }) {
  return (
    <div className="stay-page stay-found" data-said={resultsSummary(view)}>
      {view.state === 'no-dates' && <NoDates homes={view.homes} base={base} />}
      {view.state === 'refused' && <p className="stay-note stay-refused">{view.message}</p>}
      {view.state === 'refused' && view.plain && (
        <p className="stay-ways">
          <a className="button button-outline" href={`?${view.plain}`}>
            Search without filters
          </a>
        </p>
      )}
      {view.state === 'found' && <Found view={view} base={base} />}
    </div>
  )
}

function Found({ view, base }: { view: FoundView; base: string }) {
  const { answer, query, stay } = view
  const { homes, count, combinations, alternatives, nextCursor } = answer
  return (
    <>
      <ResultsHead view={view} />
      {count === 0 && <NoResults view={view} />}
      {homes.length > 0 && <ResultsList homes={homes} stay={stay} base={base} />}
      {nextCursor && (
        <p className="stay-ways">
          <a className="button button-outline" href={searchLink(query, { cursor: nextCursor })}>
            More of the {countOf(count, 'home')}
          </a>
        </p>
      )}
      {combinations.length > 0 && <CombinationList combinations={combinations} stay={stay} base={base} />}
      {alternatives.length > 0 && <OtherDates view={view} base={base} />}
      {count === 0 && <OtherWays stay={stay} base={base} />}
    </>
  )
}
