import type { ComponentProps } from 'react'
import { Table } from '#app/ui/dashboard/table.tsx'
import '#app/ui/dashboard/card.css'

type Props<Row> = ComponentProps<typeof Table<Row>> & { caption: string }

/** The figures of a report. A phone shows the headings beside their values. */
export const ReportTable = <Row,>(props: Props<Row>) => (
  <div className="card">
    <Table {...props} phone="values" />
  </div>
)
