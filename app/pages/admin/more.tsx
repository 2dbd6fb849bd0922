import { Link } from 'react-router'
import { MORE } from '#app/features/back-office/places.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { operatorAccessContext, requireOperator } from '#app/platform/http/operator-access.server.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import type { Route } from './+types/more.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireOperator(context.get(operatorAccessContext), request)
  return null
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMetadata(rootData(matches).identity, {
    title: 'More',
    description: 'What is needed less than every day.',
    path: '/admin/more',
    noindex: true,
  })

export default function More() {
  return (
    <>
      <h1>More</h1>
      <ul className="more-list">
        {MORE.map(({ to, label, detail }) => (
          <li key={to}>
            <Link to={to}>
              <strong>{label}</strong>
              <span className="admin-detail">{detail}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
