/** Placeholder rows while results load. */
export function ResultsSkeleton() {
  return (
    <ul className="stay-results stay-skeleton" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <li key={row} className="stay-result">
          <div className="stay-result-image" />
          <div className="stay-skeleton-words" />
          <div className="stay-skeleton-price" />
        </li>
      ))}
    </ul>
  )
}
