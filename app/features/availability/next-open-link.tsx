import type { NextOpen } from './next-open.ts'

/** `Next open: Dec 2–4, $1,035 total, taxes and fees included`, as a link that chooses this stay on the property's page. */
export function NextOpenLink({ open }: { open: NextOpen | null }) {
  if (!open?.dates) return null
  return (
    <p className="next-open next-open-link">
      <a href={`?${open.query}#book`}>
        Next open: <span className="whitespace-nowrap">{open.dates}</span>, <strong>{open.total} total</strong>
      </a>
      , taxes and fees included
    </p>
  )
}
