import { Link } from 'react-router'
import { ReportTable } from '#app/features/reports/report-table.tsx'
import { formatDateWithYear } from '#app/shared/dates-with-year.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { TableColumn } from '#app/ui/dashboard/table.tsx'
import {
  addPayouts,
  LINE_KIND,
  PAYOUT_STATUS,
  type PaidByHand,
  type Payout,
  type PayoutLine,
  sumOf,
} from './payouts.ts'

const ofUs = ({ currency }: Payout) => currency === 'usd'

type PayoutsProps = { caption: string; rows: Payout[]; pathTo: (payout: string) => string }

/** The payouts of a month. Each leads to its lines. */
export function PayoutTable({ caption, rows, pathTo }: PayoutsProps) {
  const total = addPayouts(rows.filter(ofUs))
  const money = (heading: string, of: 'charges' | 'fees' | 'refunds' | 'disputes' | 'other' | 'net') => ({
    heading,
    isFigure: true,
    cell: (payout: Payout) => moneyOf(payout, payout[of]),
  })
  const hasOther = rows.some(({ other }) => other !== 0)
  const columns: [TableColumn<Payout>, ...TableColumn<Payout>[]] = [
    { heading: 'Arrives', cell: ({ id, arrivesOn }) => <Link to={pathTo(id)}>{formatDateWithYear(arrivesOn)}</Link> },
    { heading: 'Status', cell: ({ status }) => PAYOUT_STATUS[status] },
    ...[money('Gross', 'charges'), money('Fees', 'fees'), money('Refunds', 'refunds'), money('Disputes', 'disputes')],
    ...(hasOther ? [money('Other', 'other')] : []),
    money('Net', 'net'),
  ]
  const { charges, fees, refunds, disputes, other, net } = total
  const figures = [charges, fees, refunds, disputes, ...(hasOther ? [other] : []), net]
  return (
    <ReportTable
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      sums={['', ...figures.map(formatMoney)]}
    />
  )
}

/** An amount of another currency has no decimals that are known here. */
const moneyOf = (payout: Payout, amount: number) =>
  ofUs(payout) ? formatMoney(amount) : `${amount / 100} ${payout.currency.toUpperCase()}`

const stayLink = ({ reference, guest }: { reference: string | null; guest: string }) =>
  reference && <Link to={`/admin/bookings/${reference}`}>{guest || reference}</Link>

/** The lines of a payout. Each links to its booking. */
export function LineTable({ payout, lines }: { payout: Payout; lines: PayoutLine[] }) {
  const columns: [TableColumn<PayoutLine>, ...TableColumn<PayoutLine>[]] = [
    { heading: 'What', cell: lineWords },
    { heading: 'Day', cell: ({ on }) => formatDateWithYear(on) },
    { heading: 'Guest', cell: stayLink },
    { heading: 'Home', cell: ({ property }) => property },
    { heading: 'Amount', isFigure: true, cell: ({ amount }) => moneyOf(payout, amount) },
    { heading: 'Fee', isFigure: true, cell: ({ fee }) => (fee === 0 ? '' : moneyOf(payout, -fee)) },
    { heading: 'Net', isFigure: true, cell: ({ amount, fee }) => moneyOf(payout, amount - fee) },
  ]
  const sums = [sumOf(lines.map(({ amount }) => amount)), -sumOf(lines.map(({ fee }) => fee))]
  return (
    <ReportTable
      caption={`Payout ${payout.id}`}
      columns={columns}
      rows={lines}
      keyOf={({ id }) => id}
      sums={['', '', '', ...[...sums, sumOf(sums)].map((sum) => moneyOf(payout, sum))]}
    />
  )
}

/** The text of a line without a booking. */
const lineWords = ({ kind, description, type, reference }: PayoutLine) => (
  <>
    {LINE_KIND[kind]}
    {!reference && <span className="admin-detail">{description ?? type}</span>}
  </>
)

const byHandColumns: [TableColumn<PaidByHand>, ...TableColumn<PaidByHand>[]] = [
  { heading: 'Guest', cell: stayLink },
  { heading: 'Day', cell: ({ on }) => formatDateWithYear(on) },
  { heading: 'Home', cell: ({ property }) => property },
  { heading: 'How', cell: ({ how }) => how },
  { heading: 'Amount', isFigure: true, cell: ({ amount }) => formatMoney(amount) },
]

/** Guests' payments and refunds without a card. */
export const ByHandTable = ({ caption, rows }: { caption: string; rows: PaidByHand[] }) => (
  <ReportTable
    caption={caption}
    columns={byHandColumns}
    rows={rows}
    keyOf={({ id }) => id}
    sums={['', '', '', formatMoney(sumOf(rows.map(({ amount }) => amount)))]}
  />
)
