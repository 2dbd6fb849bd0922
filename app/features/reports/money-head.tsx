import { Link } from 'react-router'

const REPORTS = {
  '/admin/money': 'Owed',
  '/admin/money/lodging-tax': 'Lodging tax',
  '/admin/money/business': 'Business',
  '/admin/money/owners': 'Owners',
  '/admin/money/payouts': 'Payouts',
  '/admin/money/bookkeeping': 'Bookkeeping',
}

/** The heading of a report, with the ways to the others. */
export function MoneyHead({ at, title }: { at: keyof typeof REPORTS; title: string }) {
  return (
    <>
      <h1>{title}</h1>
      <nav aria-label="Reports" className="admin-tabs">
        {Object.entries(REPORTS).map(([path, label]) => (
          <Link key={path} to={path} aria-current={path === at ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </>
  )
}
