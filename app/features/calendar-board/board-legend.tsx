import { useMay } from '#app/shared/browser/use-may.ts'

const KINDS = [
  { kind: 'stay', text: 'Booked' },
  { kind: 'request', text: 'Needs an answer' },
  { kind: 'import', text: 'Another site' },
  { kind: 'closed', text: 'Blocked' },
]

/** What the bars mean, and how nights are chosen. */
export function BoardLegend() {
  const mayChange = useMay()('stays:write')
  return (
    <div className="board-legend">
      <ul aria-label="Legend">
        {KINDS.map(({ kind, text }) => (
          <li key={kind}>
            <span
              aria-hidden="true"
              className="board-bar"
              data-kind={kind === 'request' ? 'stay' : kind}
              data-status={kind === 'request' ? 'pending' : undefined}
            />
            {text}
          </li>
        ))}
      </ul>
      {mayChange && <p className="needs-script">Drag across nights to change them</p>}
    </div>
  )
}
