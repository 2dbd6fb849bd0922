import { redirect, useLocation } from 'react-router'
import { EmbedElement } from '#app/features/embeds/embed-element.tsx'
import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import type { PropertyCard } from '#app/features/properties/properties.ts'
import { FoldedSearch } from '#app/features/search/form/folded-search.tsx'
import { SearchFallback } from '#app/features/search/form/search-fallback.tsx'
import { PropertyList, SearchResults } from '#app/features/search/results/search-results.tsx'
import { getLastDays, listPlaces, loadResults } from '#app/features/search/search.server.ts'
import { queryFieldsOf, SEARCH_PARAMS } from '#app/features/search/search.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { providerOf } from '#app/shared/booking-providers.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { contactPath } from '#app/shared/paths/contact-path.ts'
import { stayFromQuery, stayToQuery } from '#app/shared/stay.ts'
import type { Route } from './+types/search.ts'

export const handle: PageHandle = { query: SEARCH_PARAMS, nights: true }

/** The page is served with its first results: fast on a slow network, and complete without JavaScript. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { bookingProvider } = services.config
  const query = new URL(request.url).searchParams
  const stay = stayFromQuery(query)
  const asked = stay ? `?${stayToQuery(stay)}` : ''
  const listed = await listPropertyCards(services)
  if (listed.length === 0) throw redirect('/')
  const embed = providerOf(bookingProvider.name).results?.({ site: bookingProvider.site }) ?? null
  if (bookingProvider.name !== 'built-in') {
    return { embed, asked, served: null, properties: listed }
  }
  return {
    embed,
    asked,
    served: {
      view: await loadResults(services, query),
      fields: queryFieldsOf(query),
      places: await listPlaces(services),
      last: await getLastDays(services),
    },
    properties: [],
  }
}

/** The embed reads the URL itself, and loads a new search without this page. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ matches }) => {
  const { identity } = rootData(matches)
  return pageMetadata(identity, {
    title: 'Search Results',
    description: `See which homes${identity.inPlaces} are available for your dates, with the full price of each.`,
    path: '/search',
  })
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { embed, served, properties } = loaderData
  const query = new URLSearchParams(useLocation().search)
  const stay = stayFromQuery(query)
  const instead = served ? null : <ProviderFallback properties={properties} query={query} />
  return (
    <div className={`band search-page pb-(--section-space) ${stay ? 'search-page-answered' : ''}`}>
      <h1 className="heading-property">Search Results</h1>
      <p className="text-muted">Browse available properties for your selected dates</p>
      <div className="min-h-96">
        {embed ? (
          <EmbedElement
            embed={embed}
            instead={instead}
            whenLate={
              <p className="my-6 text-sm">
                The search is taking longer than it should. Reload the page or{' '}
                <a className="link" href={contactPath({ stay: stayFromQuery(query) })}>
                  contact us
                </a>
                .
              </p>
            }
          >
            {served && (
              <>
                <div className="stay-page">
                  <FoldedSearch query={query}>
                    <SearchFallback fields={served.fields} places={served.places} last={served.last} />
                  </FoldedSearch>
                </div>
                <div slot="served">
                  <SearchResults view={served.view} />
                </div>
              </>
            )}
          </EmbedElement>
        ) : (
          instead
        )}
      </div>
    </div>
  )
}

/** The fallback when the provider has no search or its search did not load: our form, and all properties. */
function ProviderFallback({ properties, query }: { properties: PropertyCard[]; query: URLSearchParams }) {
  const stay = stayFromQuery(query)
  return (
    <div className="stay-page">
      <div className="stay-box">
        <SearchFallback fields={queryFieldsOf(query)} />
      </div>
      <PropertyList
        properties={properties}
        base=""
        note="See each home for open dates and prices."
        query={stay ? `?${stayToQuery(stay)}` : ''}
      />
    </div>
  )
}
