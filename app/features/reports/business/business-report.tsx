import { Link } from 'react-router'
import { type BookingSource, SOURCES } from '#app/features/bookings/booking-sources.ts'
import { formatMonth } from '#app/shared/dates.ts'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import type { TableColumn } from '#app/ui/dashboard/table.tsx'
import { ReportTable } from '../report-table.tsx'
import { adr, averageLead, averageStay, occupancy, revPar, type Sales } from './business.ts'

type Compared = { now: Sales; before: Sales }
type Columns<Row> = [TableColumn<Row>, ...TableColumn<Row>[]]

const money = (amount: number | null) => (amount === null ? '' : formatMoney(Math.round(amount)))
const percent = (share: number | null) => (share === null ? '' : `${(share * 100).toFixed(1)}%`)
const days = (count: number | null) => (count === null ? '' : countOf(Math.round(count * 10) / 10, 'day'))
const nights = (count: number | null) => (count === null ? '' : countOf(Math.round(count * 10) / 10, 'night'))

const monthName = (month: string) => formatMonth(month).replace(/ \d+$/, '')

/** Each figure with how it reads. */
const FIGURES: [heading: string, read: (sales: Sales) => string][] = [
  ['Nights', (sales) => (sales.open > 0 ? `${sales.nights} of ${sales.open}` : '')],
  ['Occupancy', (sales) => percent(occupancy(sales))],
  ['ADR', (sales) => money(adr(sales))],
  ['RevPAR', (sales) => money(revPar(sales))],
  ['Revenue', (sales) => (sales.open > 0 || sales.revenue !== 0 ? formatMoney(sales.revenue) : '')],
  ['Average stay', (sales) => nights(averageStay(sales))],
  ['Lead time', (sales) => days(averageLead(sales))],
  ['Owner nights', (sales) => (sales.ownerNights > 0 ? String(sales.ownerNights) : '')],
]

/** A figure with that of the year before below it. */
const figureColumns = <Row extends Compared>(): TableColumn<Row>[] =>
  FIGURES.map(([heading, read]) => ({
    heading,
    isFigure: true,
    cell: ({ now, before }) => {
      const [figure, earlier] = [read(now), read(before)]
      if (!figure && !earlier) return ''
      return (
        <span>
          {figure || 'None'}
          {earlier && <span className="admin-detail">{earlier}</span>}
        </span>
      )
    },
  }))

type MonthRow = Compared & { month: string; path: string }

/** The figures of each month, and of the year. */
export function MonthTable({ caption, rows, total }: { caption: string; rows: MonthRow[]; total: Compared }) {
  const columns: Columns<MonthRow> = [
    { heading: 'Month', cell: ({ month, path }) => <Link to={path}>{monthName(month)}</Link> },
    ...figureColumns<MonthRow>(),
  ]
  const sums = figureColumns<Compared>().map(({ cell }) => cell(total))
  return <ReportTable caption={caption} columns={columns} rows={rows} keyOf={({ month }) => month} sums={sums} />
}

type PropertyRow = Compared & { slug: string; name: string; path: string }

/** The same by home. */
export function PropertyTable({ caption, rows }: { caption: string; rows: PropertyRow[] }) {
  const columns: Columns<PropertyRow> = [
    { heading: 'Home', cell: ({ name, path }) => <Link to={path}>{name}</Link> },
    ...figureColumns<PropertyRow>(),
  ]
  return <ReportTable caption={caption} columns={columns} rows={rows} keyOf={({ slug }) => slug} />
}

type PaceRow = { month: string; now: Sales; pace: { nights: number; rent: number } }

const paceColumns: Columns<PaceRow> = [
  { heading: 'Month', cell: ({ month }) => formatMonth(month) },
  { heading: 'Nights booked', isFigure: true, cell: ({ now }) => now.nights },
  { heading: 'A year ago', isFigure: true, cell: ({ pace }) => pace.nights },
  { heading: 'Rent booked', isFigure: true, cell: ({ now }) => formatMoney(now.rent) },
  { heading: 'Rent a year ago', isFigure: true, cell: ({ pace }) => formatMoney(pace.rent) },
]

/** Booked nights, beside those of this day a year ago for the same month. */
export const PaceTable = ({ caption, rows }: { caption: string; rows: PaceRow[] }) =>
  rows.length > 0 ? (
    <ReportTable caption={caption} columns={paceColumns} rows={rows} keyOf={({ month }) => month} />
  ) : (
    <p>Pace is about this month and later ones. The year you chose is over.</p>
  )

type ByRow = { key: string; stays: number; nights: number; revenue: number; commission: number; path: string }

const COMMISSION: TableColumn<ByRow>[] = [
  {
    heading: 'Commission',
    isFigure: true,
    cell: ({ commission }) => (commission === 0 ? '' : formatMoney(-commission)),
  },
  { heading: 'Left', isFigure: true, cell: ({ revenue, commission }) => formatMoney(revenue - commission) },
]

/** Stays by where they come from, or by code. What platforms keep has columns where they keep something. */
export function ByTable({ caption, heading, rows }: { caption: string; heading: string; rows: ByRow[] }) {
  const columns: Columns<ByRow> = [
    { heading, cell: ({ key, path }) => <Link to={path}>{SOURCES[key as BookingSource] ?? key}</Link> },
    { heading: 'Stays', isFigure: true, cell: ({ stays }) => stays },
    { heading: 'Nights', isFigure: true, cell: (row) => row.nights },
    { heading: 'Revenue', isFigure: true, cell: ({ revenue }) => formatMoney(revenue) },
    ...(rows.some(({ commission }) => commission > 0) ? COMMISSION : []),
  ]
  return <ReportTable caption={caption} columns={columns} rows={rows} keyOf={({ key }) => key} />
}

type OpenedRow = {
  reference: string
  property: string
  checkIn: string
  checkOut: string
  source: BookingSource
  rent: number
  /** The part of the rent that counts in the opened month, if it is not all. */
  part: { month: string; rent: number; isEven: boolean } | null
  revenue: number
}

const rentCell = ({ rent, part }: OpenedRow) => (
  <span>
    {formatMoney(rent)}
    {part && (
      <span className="admin-detail">
        {formatMoney(part.rent)} in {monthName(part.month)}
      </span>
    )}
    {part?.isEven && <span className="admin-detail">Spread evenly</span>}
  </span>
)

const openedColumns: Columns<OpenedRow> = [
  { heading: 'Stay', cell: ({ reference }) => <Link to={`/admin/bookings/${reference}`}>{reference}</Link> },
  { heading: 'Home', cell: ({ property }) => property },
  { heading: 'Dates', cell: ({ checkIn, checkOut }) => formatSpanWithYear(checkIn, checkOut) },
  { heading: 'Booked', cell: ({ source }) => SOURCES[source] },
  { heading: 'Rent', isFigure: true, cell: rentCell },
  { heading: 'Revenue', isFigure: true, cell: ({ revenue }) => formatMoney(revenue) },
]

/** The stays behind a figure. */
export const OpenedStays = ({ rows }: { rows: OpenedRow[] }) => (
  <ReportTable caption="The stays behind it" columns={openedColumns} rows={rows} keyOf={({ reference }) => reference} />
)
