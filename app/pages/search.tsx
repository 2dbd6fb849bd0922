import { EmbedElement } from '#app/features/embeds/embed-element.tsx'
import { loadResults, wishesOf } from '#app/features/embeds/embeds.server.ts'
import { providerOf } from '#app/features/embeds/embeds.ts'
import { SearchFallback } from '#app/features/embeds/search/search-fallback.tsx'
import { SearchResults } from '#app/features/embeds/search/search-results.tsx'
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
  const stay = query.get('checkin') || query.get('checkout') ? draftFromQuery(query) : null
  return { embed, served: { view: await loadResults(services, query), stay, kept: wishesOf(query) } }
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
                <SearchFallback
                  resultsUrl="/search"
                  button={served.stay ? 'Update' : 'Search'}
                  stay={served.stay}
                  kept={served.kept}
                />
              </div>
              <div slot="served">
                <SearchResults view={served.view} />
              </div>
            </>
          )}
        </EmbedElement>
      </div>
    </div>
  )
}
