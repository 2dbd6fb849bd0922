import { redirect } from 'react-router'
import { SavedList } from '#app/features/properties/card/saved-list.tsx'
import { loadComparison } from '#app/features/search/comparison/comparison.server.ts'
import { comparisonPath, MOST_CHOICES } from '#app/features/search/comparison/comparison.ts'
import { ComparisonForm } from '#app/features/search/comparison/comparison-form.tsx'
import { ComparisonTable } from '#app/features/search/comparison/comparison-table.tsx'
import { queryFieldsOf } from '#app/features/search/search.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { getSite } from '#app/features/site/site.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { STAY_KEYS, stayFromQuery, stayToQuery } from '#app/shared/stay.ts'
import type { Route } from './+types/compare.ts'
import '#app/features/search/comparison/comparison.css'

export const handle: PageHandle = { query: ['homes', ...STAY_KEYS], nights: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const stay = stayFromQuery(query)
  const services = context.get(servicesContext)
  if (!(await getSite(services)).hasProperties) throw redirect('/')
  return {
    comparison: await loadComparison(services, query),
    fields: queryFieldsOf(query),
    stay,
    asked: stay ? `?${stayToQuery(stay)}` : '',
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMetadata(rootData(matches).identity, {
    title: 'Compare Homes',
    description: 'Two to four homes side by side: total price, beds, baths, and what else tells them apart.',
    path: '/compare',
    noindex: true,
  })

export default function Compare({ loaderData }: Route.ComponentProps) {
  const { comparison, fields, stay } = loaderData
  const { properties, asked, notes, choices } = comparison
  const isComplete = properties.length > 1
  return (
    <div className="comparison band pt-14 pb-(--section-space)">
      <h1 className="heading-property">Compare homes</h1>
      <p className="mt-3 text-muted">
        {asked && `${asked}. Taxes and fees included.`}
        {!asked &&
          (isComplete
            ? 'Add your dates to see the total for each.'
            : 'Choose two to four homes to see them side by side.')}
      </p>
      {notes.map((note) => (
        <p key={note} className="comparison-note">
          {note}
        </p>
      ))}
      {isComplete && <ComparisonTable comparison={comparison} />}
      <ComparisonForm key={comparison.query} choices={comparison.choices} fields={fields} folded={isComplete} />
      <SavedList
        query={loaderData.asked}
        isListed={(slug) => choices.length === MOST_CHOICES || choices.some((choice) => choice.slug === slug)}
        comparisonOf={(slugs) => comparisonPath(slugs, stay)}
      />
    </div>
  )
}
