import { Link } from 'react-router'
import { rootData } from '#app/features/site/root-data.ts'
import { operatorAccessContext, requireOperator } from '#app/platform/http/operator-access.server.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import type { Route } from './+types/more.ts'

/** What is needed less than every day. */
const MORE = [
  { to: '/admin/homes', label: 'Homes', detail: 'Prices, seasons, fees, taxes, and rules' },
  { to: '/admin/decline-texts', label: 'Texts to decline with', detail: 'What a declined guest may read' },
  { to: '/admin/codes', label: 'Promo codes', detail: 'Their use and what they brought' },
  { to: '/admin/turnovers', label: 'Turnovers', detail: 'Homes to be made ready, links for cleaners, and damage' },
  { to: '/admin/calendars', label: 'Calendars of other sites', detail: 'Their age, conflicts, and addresses' },
  { to: '/admin/history', label: 'History', detail: 'Who changed what, and Undo' },
]

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
