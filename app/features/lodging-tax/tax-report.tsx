import { Link } from 'react-router'
import { periodQuery, periodWords } from '#app/features/reports/periods.ts'
import { ReportTable } from '#app/features/reports/report-table.tsx'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { formatMoney } from '#app/shared/money.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import type { TableColumn } from '#app/ui/dashboard/table.tsx'
import type { Jurisdiction, TaxAdjustment, TaxEntry, TaxFigures, TaxRow } from './lodging-tax.ts'
import { rowWords } from './row-words.ts'

const dollars = (amount: number | null) => (amount === null ? 'By night' : formatMoney(amount))

type Shown = { jurisdiction: Jurisdiction; period: { from: string; to: string }; figures: TaxFigures }

/** The rows of a period. Each leads to its stays. */
export function TaxTable({ jurisdiction: { name }, period, figures }: Shown) {
  const staysOf = ({ kind, label }: TaxRow) =>
    `?${new URLSearchParams({ authority: name, period: periodQuery(period), kind, label })}#stays`
  const columns: [TableColumn<TaxRow>, ...TableColumn<TaxRow>[]] = [
    { heading: 'Rate', cell: (row) => <Link to={staysOf(row)}>{rowWords(row)}</Link> },
    { heading: 'Stays', isFigure: true, cell: ({ stays }) => stays },
    { heading: 'Gross', isFigure: true, cell: ({ gross }) => formatMoney(gross) },
    { heading: 'Refunds', isFigure: true, cell: ({ refunds }) => formatMoney(refunds) },
    { heading: 'Taxable', isFigure: true, cell: ({ taxable }) => dollars(taxable) },
    { heading: 'Tax', isFigure: true, cell: ({ tax }) => formatMoney(tax) },
  ]
  return (
    <ReportTable
      caption="By rate"
      columns={columns}
      rows={figures.rows}
      keyOf={({ kind, label }) => `${kind} ${label}`}
    />
  )
}

const NOT_STORED = 'Not stored'

const adjustmentColumns: [TableColumn<TaxAdjustment>, ...TableColumn<TaxAdjustment>[]] = [
  {
    heading: 'Stay',
    cell: ({ reference }) => <Link to={`/admin/bookings/${reference}`}>{reference}</Link>,
  },
  { heading: 'Home', cell: ({ property }) => property },
  { heading: 'Filed with', cell: ({ period }) => periodWords(period) },
  { heading: 'Rate', cell: rowWords },
  { heading: 'Gross', isFigure: true, cell: ({ gross }) => formatMoney(gross) },
  {
    heading: 'Refunds',
    isFigure: true,
    cell: ({ refunds }) => (refunds === null ? NOT_STORED : formatMoney(refunds)),
  },
  {
    heading: 'Taxable',
    isFigure: true,
    cell: ({ refunds, taxable }) => (refunds === null ? NOT_STORED : dollars(taxable)),
  },
  { heading: 'Tax', isFigure: true, cell: ({ tax }) => formatMoney(tax) },
]

/** Differences of stays that were filed before. */
export function TaxAdjustments({ adjustments }: { adjustments: TaxAdjustment[] }) {
  if (adjustments.length === 0) return null
  return (
    <ReportTable
      caption="Changed since they were filed"
      columns={adjustmentColumns}
      rows={adjustments}
      keyOf={({ reference, period, kind, label }) => `${reference} ${period.from} ${kind} ${label}`}
    />
  )
}

const stayColumns: [TableColumn<TaxEntry>, ...TableColumn<TaxEntry>[]] = [
  {
    heading: 'Stay',
    cell: ({ reference }) => <Link to={`/admin/bookings/${reference}`}>{reference}</Link>,
  },
  { heading: 'Home', cell: ({ property }) => property },
  { heading: 'Dates', cell: ({ checkIn, checkOut }) => formatSpanWithYear(checkIn, checkOut) },
  { heading: 'Gross', isFigure: true, cell: ({ gross }) => formatMoney(gross) },
  { heading: 'Refunds', isFigure: true, cell: ({ refunds }) => formatMoney(refunds) },
  { heading: 'Taxable', isFigure: true, cell: ({ taxable }) => dollars(taxable) },
  { heading: 'Tax', isFigure: true, cell: ({ tax }) => formatMoney(tax) },
]

type OfRow = { of: Pick<TaxRow, 'kind' | 'label'>; entries: TaxEntry[]; isFiled: boolean }

/** The stays behind a row. */
export function TaxStays({ of, entries, isFiled }: OfRow) {
  return (
    <Card anchor="stays" title={rowWords(of)}>
      {entries.length === 0 ? (
        <p className="text-muted">No stay counts here now.</p>
      ) : (
        <ReportTable
          caption={isFiled ? 'The stays behind it, as they were filed' : 'The stays behind it'}
          columns={stayColumns}
          rows={entries}
          keyOf={({ reference }) => reference}
        />
      )}
    </Card>
  )
}
