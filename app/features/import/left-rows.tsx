import { formatCount } from '#app/shared/words.ts'
import type { ShownLines } from './import-page.ts'

type Props = { heading: string; about: string; lines: ShownLines }

/** Rows that are not imported, by their line in the file, and why. */
export function LeftRows({ heading, about, lines: { rows, more } }: Props) {
  if (rows.length === 0) return null
  return (
    <section className="import-part" aria-label={heading}>
      <h2>
        {heading} <small>{formatCount(rows.length + more)}</small>
      </h2>
      <p className="admin-detail">{about}</p>
      <ul className="import-rows">
        {rows.map(({ line, words }) => (
          <li key={`${line} ${words}`}>
            <span className="import-line">Line {line}</span> {words}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="admin-detail">And {formatCount(more)} more.</p>}
    </section>
  )
}

/** Rows that are left out although nothing is wrong with them. */
export function SkippedRows({ skipped }: { skipped: string[] }) {
  if (skipped.length === 0) return null
  return (
    <section className="import-part" aria-label="Left out">
      <h2>Left out</h2>
      <ul className="import-rows">
        {skipped.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  )
}
