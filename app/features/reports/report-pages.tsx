import { Link } from 'react-router'

type Props = { page: number; pages: number; query?: Record<string, string> }

/** Leads through a long table. `query` is the rest of its address. */
export function ReportPages({ page, pages, query = {} }: Props) {
  if (pages <= 1) return null
  const pathOf = (to: number) => `?${new URLSearchParams({ ...query, page: String(to) })}`
  return (
    <nav aria-label="Pages" className="admin-pages">
      {page > 1 && <Link to={pathOf(page - 1)}>Previous</Link>}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages && <Link to={pathOf(page + 1)}>Next</Link>}
    </nav>
  )
}
