import { Link } from 'react-router'
import { HomeLinks } from '#app/features/back-office/home-links.tsx'
import { listHomes } from '#app/features/back-office/prices/prices-page.server.ts'
import { QUESTION_WORDS } from '#app/features/pricing/price-questions.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { operatorAccessContext, requireOperator } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import type { Route } from './+types/homes.ts'
import '#app/features/back-office/folded-form.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireOperator(context.get(operatorAccessContext), request)
  return { homes: await listHomes(context.get(servicesContext)) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMetadata(rootData(matches).identity, {
    title: 'Homes',
    description: 'The homes, their prices, and what may be missing.',
    path: '/admin/homes',
    noindex: true,
  })

export default function Homes({ loaderData }: Route.ComponentProps) {
  const { homes } = loaderData
  return (
    <>
      <h1>Homes</h1>
      {homes.length === 0 && <p className="text-muted">There are no homes yet.</p>}
      <ul className="home-list">
        {homes.map(({ slug, name, price, isPriced, questions, state }) => (
          <li key={slug}>
            <h2>
              <Link to={`/admin/homes/${slug}/prices`} prefetch="intent" className="admin-row-link">
                {name}
              </Link>
              {state && <small>{state}</small>}
            </h2>
            <p className={isPriced ? undefined : 'admin-alert'}>{price}</p>
            {questions.map((question) => (
              <p key={question} className="admin-detail">
                {QUESTION_WORDS[question].ask}
              </p>
            ))}
            <HomeLinks slug={slug} name={name} />
          </li>
        ))}
      </ul>
    </>
  )
}
