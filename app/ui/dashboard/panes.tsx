import './panes.css'

/** A pane is lit while it is free, dark while somebody has it, and striped while that is not settled. */
export type Pane = 'lit' | 'dark' | 'striped' | 'closed'

/** Nights in a row, as windows of a house. `label` says in words what they show. */
export function Panes({ label, panes }: { label: string; panes: readonly Pane[] }) {
  return (
    <div className="panes" role="img" aria-label={label}>
      {panes.map((pane, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place in the row is all that a pane is
        <span key={at} data-pane={pane} />
      ))}
    </div>
  )
}
