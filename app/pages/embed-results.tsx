import { renderToStaticMarkup } from 'react-dom/server'
import { SearchResults } from '#app/features/search/results/search-results.tsx'
import { loadResults } from '#app/features/search/search.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import type { Route } from './+types/embed-results.ts'

export const handle: PageHandle = { embeddable: true, perRequest: true }

/** Only the results, for the embed script, which inserts them on this site and on others. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { demo, siteUrl } = services.config
  const here = new URL(request.url)
  const own = demo ? here.origin : siteUrl
  // Only another site's page sends its origin; links and images must be absolute there.
  const base = request.headers.get('origin') ? own : ''
  const markup = renderToStaticMarkup(
    <SearchResults view={await loadResults(services, here.searchParams)} base={base} />,
  )
  // React emits the image preloads of a page first.
  return new Response(markup.slice(markup.indexOf('<div')), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}
