import type { PropertyCard } from '#app/features/properties/properties.ts'
import { stayFromQuery, stayToQuery } from '#app/shared/stay.ts'
import { NoDates } from './no-dates.tsx'
import { queryFieldsOf } from './results.ts'
import { SearchFallback } from './search-fallback.tsx'

/** In the place of a search that a provider has not or that did not come: our form, and the homes with its stay in their links. */
export function ProviderFallback({ homes, query }: { homes: PropertyCard[]; query: URLSearchParams }) {
  const stay = stayFromQuery(query)
  return (
    <div className="stay-page">
      <div className="stay-box">
        <SearchFallback asked={queryFieldsOf(query)} />
      </div>
      <NoDates
        homes={homes}
        base=""
        note="Which nights are free, and what they cost in all, stands with each home."
        query={stay ? `?${stayToQuery(stay)}` : ''}
      />
    </div>
  )
}
