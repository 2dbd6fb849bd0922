import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { ROW_STOPS } from './use-row-focus.ts'
import './table.css'

export type TableColumn<Row> = {
  heading: string
  /** An amount or a count: at the end of its column. */
  isFigure?: boolean
  /** A phone shows it beside the name of the row. */
  isBesideName?: boolean
  cell: (row: Row) => ReactNode
}

export type TableProps<Row> = {
  /** The first column names its row. */
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** What opens a row, at its end. */
  end?: ((row: Row) => ReactNode) | undefined
  /** What is said of a table without rows. */
  none?: string
  /** A phone shows a row in two lines, or each value in a line of its own beside its heading. */
  phone?: 'lines' | 'values'
}

type Props<Row> = TableProps<Row> & {
  caption?: string
  /** The heading that names it, where it has no caption. */
  labelledBy?: string
  /** The sums of the columns after the first one; empty where there is none. */
  sums?: readonly ReactNode[] | undefined
}

/** Rows with their headings, and a foot with sums. Arrow keys walk what opens the rows. */
export function Table<Row>(props: Props<Row>) {
  const { columns, rows, keyOf, end, none, caption, labelledBy, sums, phone = 'lines' } = props
  if (rows.length === 0 && none) return <p className="text-muted">{none}</p>
  return (
    <table className="data-table" data-phone={phone} aria-labelledby={labelledBy}>
      {caption && <caption>{caption}</caption>}
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
            <Cells columns={columns} cells={columns.map(({ cell }) => cell(row))} />
            {end && <td className="record-end">{end(row)}</td>}
          </tr>
        ))}
      </tbody>
      {sums && (
        <tfoot>
          <tr>
            <Cells columns={columns} cells={['Total', ...sums]} />
          </tr>
        </tfoot>
      )}
    </table>
  )
}

type CellsProps = { columns: readonly Omit<TableColumn<never>, 'cell'>[]; cells: readonly ReactNode[] }

/** The cells of a row. The first one names it. */
const Cells = ({ columns: [, ...others], cells: [name, ...cells] }: CellsProps) => (
  <>
    <th scope="row">{name}</th>
    {others.map(({ heading, isFigure, isBesideName }, at) => (
      <td
        key={heading}
        data-heading={heading}
        data-figure={isFigure || undefined}
        data-beside={isBesideName || undefined}
      >
        {cells[at]}
      </td>
    ))}
  </>
)

/** The name of a row as a link, which is pressed on the whole row. */
export const RowLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} prefetch="intent" className="row-link">
    {children}
  </Link>
)

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
