import type { ReactNode } from 'react'
import { formatSpan } from '#app/shared/dates.ts'
import { stayFromQuery } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'

/** The box of a search form. On phones and upright tablets, an answered search is one line that opens the form. */
export function FoldedSearch({ query, children }: { query: URLSearchParams; children: ReactNode }) {
  const stay = stayFromQuery(query)
  if (!stay) return <div className="stay-box">{children}</div>
  const { checkIn, checkOut, adults, children: kids } = stay
  return (
    <details className="stay-box stay-fold">
      <summary>
        <span>
          <i>{formatSpan(checkIn, checkOut)}</i> · {countOf(Math.max(1, adults) + kids, 'guest')}
        </span>
        <b>Edit</b>
      </summary>
      {children}
    </details>
  )
}
