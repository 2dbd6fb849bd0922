import type { ReactNode } from 'react'
import '#app/ui/dashboard/card.css'

export type ReportColumn<Row> = {
  heading: string
  /** An amount or a count: at the end of its column. */
  isFigure?: boolean
  cell: (row: Row) => ReactNode
}

type Props<Row> = {
  caption: string
  /** The first column heads its row. */
  columns: [ReportColumn<Row>, ...ReportColumn<Row>[]]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The sums of the columns after the first one; empty where there is none. */
  sums?: ReactNode[]
}

/** The figures of a report. A phone shows each row as a card, with the headings beside their values. */
export function ReportTable<Row>({ caption, columns, rows, keyOf, sums }: Props<Row>) {
  const [first, ...others] = columns
  const className = (isFigure = false) => (isFigure ? 'report-figure' : undefined)
  return (
    <div className="card">
      <table className="report-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ heading, isFigure }) => (
              <th key={heading} scope="col" className={className(isFigure)}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{first.cell(row)}</th>
              {others.map(({ heading, isFigure, cell }) => (
                <td key={heading} data-heading={heading} className={className(isFigure)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sums && (
          <tfoot>
            <tr>
              <th scope="row">In all</th>
              {others.map(({ heading, isFigure }, at) => (
                <td key={heading} data-heading={heading} className={className(isFigure)}>
                  {sums[at]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
