import { Link } from 'react-router'
import { MORE, maySee } from '#app/features/back-office/places.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import type { Route } from './+types/more.ts'

export const handle: AdminHandle = { title: 'More' }

export const loader = ({ context }: Route.LoaderArgs) => {
  const by = context.get(operatorContext)
  return MORE.filter(({ to }) => maySee(by, to))
}

export default function More({ loaderData: places }: Route.ComponentProps) {
  return (
    <>
      <h1>More</h1>
      <ul className="more-list">
        {places.map(({ to, label, detail }) => (
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
