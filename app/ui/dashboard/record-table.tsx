import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { ROW_STOPS, useRowFocus } from './use-row-focus.ts'
import './card.css'
import './record-table.css'

export type TableColumn<Row> = {
  heading: string
  /** An amount or a count: at the end of its column. */
  isFigure?: boolean
  cell: (row: Row) => ReactNode
}

type Props<Row> = {
  title: string
  /** A few words beside the title. */
  note?: ReactNode
  /** The address of the table on its page. */
  anchor?: string
  /** What adds a row, in the head. */
  add?: ReactNode
  /** The first column names its row. */
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** What opens a row, at its end. */
  end?: (row: Row) => ReactNode
  /** What is said of a table without rows. */
  none: string
  /** Below the rows. */
  children?: ReactNode
}

/**
 * Records as rows, in a card with what adds one. A phone shows each in two lines. Arrow keys walk the rows. A row that is
 * gone leaves the focus to its neighbor.
 */
export function RecordTable<Row>(props: Props<Row>) {
  const { title, note, anchor, add, columns, rows, keyOf, end, none, children } = props
  const ownId = useId()
  const id = anchor ?? ownId
  const section = useRowFocus(rows.map(keyOf))
  const [first, ...others] = columns
  return (
    <section ref={section} className="card record-card" aria-labelledby={id}>
      <header className="card-head">
        <h2 id={id}>{title}</h2>
        {note && <p>{note}</p>}
        {add && <div className="record-actions">{add}</div>}
      </header>
      {rows.length === 0 && <p className="text-muted">{none}</p>}
      {first && rows.length > 0 && (
        <table className="record-table" aria-labelledby={id}>
          <thead>
            <tr>
              {columns.map(({ heading, isFigure }) => (
                <th key={heading} scope="col" data-figure={isFigure || undefined}>
                  {heading}
                </th>
              ))}
              {end && (
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody onKeyDown={walkRows}>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                <th scope="row">{first.cell(row)}</th>
                {others.map(({ heading, isFigure, cell }) => (
                  <td key={heading} data-heading={heading} data-figure={isFigure || undefined}>
                    {cell(row)}
                  </td>
                ))}
                {end && <td className="record-end">{end(row)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children}
    </section>
  )
}

/** The arrow keys lead from a row to the one above or below it. */
function walkRows(event: KeyboardEvent<HTMLTableSectionElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const stop = event.target as HTMLElement
  const row = stop.closest('tr')
  if (!by || !row || !stop.matches('summary, a, button') || stop.closest('details[open]')) return
  const rows = [...event.currentTarget.rows]
  const next = rows[rows.indexOf(row) + by]?.querySelector<HTMLElement>(ROW_STOPS)
  if (!next) return
  event.preventDefault()
  next.focus()
}
