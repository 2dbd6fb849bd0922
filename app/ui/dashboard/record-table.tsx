import { type ReactNode, useId } from 'react'
import { Card } from './card.tsx'
import { Table, type TableProps } from './table.tsx'
import { useRowFocus } from './use-row-focus.ts'

type Props<Row> = TableProps<Row> & {
  title: string
  /** A few words beside the title. */
  note?: ReactNode
  /** The address of the table on its page. */
  anchor?: string | undefined
  /** What adds a row, in the head. */
  add?: ReactNode
  none: string
  /** Below the rows. */
  children?: ReactNode
}

/** Records as rows, in a card with what adds one. A row that is gone leaves the focus to its neighbor. */
export function RecordTable<Row>({ title, note, anchor, add, children, ...table }: Props<Row>) {
  const ownId = useId()
  const id = anchor ?? ownId
  const card = useRowFocus(table.rows.map(table.keyOf))
  const action = <div className="card-actions">{add}</div>
  return (
    <Card ref={card} {...{ title, note, action }} anchor={id}>
      <Table {...table} labelledBy={id} />
      {children}
    </Card>
  )
}
