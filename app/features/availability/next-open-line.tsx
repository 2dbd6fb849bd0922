import type { NextOpen } from './next-open.ts'

/** The same as a link that chooses this stay on the property's page. */
export function NextOpenLink({ open }: { open: NextOpen | null }) {
  if (!open?.dates) return null
  return (
    <p className="next-open next-open-link">
      <a href={`?${open.query}#book`}>
        Next open: {open.dates}, <strong>{open.total} total</strong>
      </a>
      , taxes and fees included
    </p>
  )
}

/** `Next open: Dec 2–4, $1,035 total, taxes and fees included`; without an open stay, why. */
export function NextOpenLine({ open }: { open: NextOpen | undefined }) {
  if (!open) return null
  return (
    <p className="next-open">
      {open.dates === null ? (
        open.words
      ) : (
        <>
          Next open: {open.dates}, <strong>{open.total} total</strong>, taxes and fees included
        </>
      )}
    </p>
  )
}
