import { searchHomes } from '#app/features/availability/availability.server.ts'
import { EmbedElement } from '#app/features/embeds/embed-element.tsx'
import { providerOf } from '#app/features/embeds/embeds.ts'
import { NoDates } from '#app/features/embeds/search/no-dates.tsx'
import { ResultsList } from '#app/features/embeds/search/results-list.tsx'
import { SearchFallback } from '#app/features/embeds/search/search-fallback.tsx'
import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { servicesContext } from '#app/platform/page-context.server.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { draftFromQuery } from '#app/shared/stay.ts'
import type { Route } from './+types/search.ts'

/** The first results come with the page: quick on a slow network, and there without JavaScript. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { bookingProvider } = services.config
  const embed = providerOf(bookingProvider.name).results({ site: bookingProvider.site })
  if (bookingProvider.name !== 'built-in') return { embed, served: null }
  const query = new URL(request.url).searchParams
  if (!query.get('checkin') && !query.get('checkout')) {
    return { embed, served: { stay: null, results: null, homes: await listPropertyCards(services) } }
  }
  const draft = draftFromQuery(query)
  // A date that is missing or none is judged like the others, so that the answer says what is wrong.
  const stay = { ...draft, checkIn: draft.checkIn ?? '', checkOut: draft.checkOut ?? '' }
  const results = await searchHomes(services, stay)
  return { embed, served: { stay, results, homes: [] } }
}

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' })

/** The element reads the address itself; a new search in it asks the engine, not this page. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ matches }) => {
  const { identity } = rootData(matches)
  return pageMetadata(identity, {
    title: 'Search Results',
    description: `See which homes in ${identity.places} are free for your dates, each with its full price.`,
    path: '/search',
  })
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { embed, served } = loaderData
  return (
    <div className="band pt-14 pb-(--band)">
      <h1 className="heading-home">Search Results</h1>
      <p className="mt-3 text-muted">Browse available properties for your selected dates</p>
      <div className="mt-8 min-h-96">
        <EmbedElement
          embed={embed}
          whenLate={
            <p className="mt-6 text-sm">
              The search is taking longer than it should. Reload the page, or{' '}
              <a className="link" href="/contact">
                write to us
              </a>
              .
            </p>
          }
        >
          {served && (
            <>
              <div className="stay-page stay-box">
                <SearchFallback resultsUrl="/search" button={served.stay ? 'Update' : 'Search'} stay={served.stay} />
              </div>
              <div slot="served" className="stay-page">
                {!served.results && <NoDates homes={served.homes} />}
                {served.results?.ok && <ResultsList homes={served.results.homes} stay={served.stay} />}
                {served.results?.ok === false && <p className="stay-note stay-refused">{served.results.message}</p>}
              </div>
            </>
          )}
        </EmbedElement>
      </div>
    </div>
  )
}
