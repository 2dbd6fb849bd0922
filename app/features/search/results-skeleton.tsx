/** Rows in the place of results that are being looked up, with their windows not lit yet. */
export function ResultsSkeleton() {
  return (
    <ul className="stay-results stay-unlit" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <li key={row} className="stay-result">
          <div className="stay-result-picture" />
          <div className="stay-unlit-words" />
          <div className="stay-unlit-price" />
        </li>
      ))}
    </ul>
  )
}
