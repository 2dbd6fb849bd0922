import { Fragment } from 'react'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import './amounts.css'

type Line = {
  label: string
  /** What it is made of. */
  detail?: string | undefined
  amount: Cents
}

type Props = {
  lines: readonly Line[]
  total: { label: string; amount: Cents }
}

/** Amounts of money, and their total as the last line. */
export const Amounts = ({ lines, total }: Props) => (
  <dl className="amounts">
    {lines.map(({ label, detail, amount }) => (
      <Fragment key={`${label} ${detail}`}>
        <dt>
          {label} {detail && <span className="admin-detail">{detail}</span>}
        </dt>
        <dd>{formatMoney(amount)}</dd>
      </Fragment>
    ))}
    <dt className="amounts-total">{total.label}</dt>
    <dd className="amounts-total">{formatMoney(total.amount)}</dd>
  </dl>
)
