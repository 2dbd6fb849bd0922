import type { NextOpen, UnavailableStay } from './next-open.ts'

/** `Next available: Dec 2–4, $1,035 total, taxes and fees included`, as a link that chooses this stay on the property's page. */
export function NextOpenLink({ open }: { open: NextOpen | null }) {
  if (!open?.dates) return null
  return (
    <p className="next-open next-open-link">
      <StayLink words="Next available: " open={open} />, taxes and fees included
    </p>
  )
}

/** Why the stay in the address cannot be booked, and the nearest that can. */
export function UnavailableNote({ unavailable: { words, nearest } }: { unavailable: UnavailableStay }) {
  return (
    <p className="next-open">
      {words}
      {nearest.map((open, index) => (
        <span key={open.query} className="block">
          <StayLink words={index === 0 ? 'Nearest open dates: ' : 'Or '} open={open} />, taxes and fees included
        </span>
      ))}
    </p>
  )
}

function StayLink({ words, open }: { words: string; open: NextOpen & { dates: string } }) {
  return (
    <a href={`?${open.query}#book`}>
      {words}
      <span className="whitespace-nowrap">{open.dates}</span>, <strong>{open.total} total</strong>
    </a>
  )
}
