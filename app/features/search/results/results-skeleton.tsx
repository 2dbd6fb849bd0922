/** Placeholder rows while results load. */
export function ResultsSkeleton() {
  return (
    <ul className="stay-skeleton" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <li key={row}>
          <div className="stay-skeleton-image" />
          <div className="stay-skeleton-words" />
        </li>
      ))}
    </ul>
  )
}
