import { formatCount } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import type { ShownLines } from './import-page.ts'

type Props = { heading: string; about: string; lines: ShownLines }

/** Rows that are not imported, by their line in the file, and why. */
export function LeftRows({ heading, about, lines: { rows, more } }: Props) {
  if (rows.length === 0) return null
  return (
    <Card title={heading} note={formatCount(rows.length + more)}>
      <p className="admin-detail">{about}</p>
      <ul>
        {rows.map(({ line, words }) => (
          <li key={`${line} ${words}`}>
            <span className="import-line">Line {line}</span> {words}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="admin-detail">And {formatCount(more)} more.</p>}
    </Card>
  )
}

/** Rows that are left out although nothing is wrong with them. */
export function SkippedRows({ skipped }: { skipped: string[] }) {
  if (skipped.length === 0) return null
  return (
    <Card title="Left out">
      <ul>
        {skipped.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Card>
  )
}
