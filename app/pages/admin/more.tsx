import { Link } from 'react-router'
import { MORE } from '#app/features/back-office/places.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'

export const handle: AdminHandle = { title: 'More' }

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
