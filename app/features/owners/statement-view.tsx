import { type Period, periodOf, periodWords } from '#app/features/reports/periods.ts'
import { ReportTable } from '#app/features/reports/report-table.tsx'
import { nightsBetween } from '#app/shared/dates.ts'
import { formatDateWithYear, formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { type Cents, formatMoney, isZero, percentWords } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import type { TableColumn } from '#app/ui/dashboard/table.tsx'
import {
  COMMISSION_ON,
  type OwnerTerms,
  type StatementCost,
  type StatementFigures,
  type StatementStay,
  type TaxFacts,
} from './statement.ts'

/** The deductions from the revenue. Zero stays empty. */
const less = (amount: Cents) => (amount === 0 ? '' : formatMoney(-amount))

/** Why something was kept: how late the stay was canceled. */
function daysBefore(day: string, checkIn: string): string {
  const days = nightsBetween(day, checkIn)
  return days > 0 ? `${countOf(days, 'day')} before check-in` : 'after check-in'
}

type ShownStay = StatementStay & { month?: string }

const STAY_COLUMNS: [TableColumn<ShownStay>, ...TableColumn<ShownStay>[]] = [
  {
    heading: 'Stay',
    cell: ({ checkIn, checkOut, reference, canceledOn, month }) => (
      <>
        {formatSpanWithYear(checkIn, checkOut)}
        <span className="block text-sm text-muted">
          {reference}
          {canceledOn && `, canceled on ${formatDateWithYear(canceledOn)}, ${daysBefore(canceledOn, checkIn)}`}
          {month && `, in the statement for ${periodWords(periodOf(month, 'month'))}`}
        </span>
      </>
    ),
  },
  { heading: 'Home', cell: ({ property }) => property },
  { heading: 'Revenue', isFigure: true, cell: ({ revenue }) => formatMoney(revenue) },
  { heading: 'Manager’s fees', isFigure: true, cell: ({ notPassedOn }) => less(notPassedOn) },
  { heading: 'Commission', isFigure: true, cell: ({ commission }) => less(commission) },
  { heading: 'Platform', isFigure: true, cell: ({ platformCommission }) => less(platformCommission) },
  { heading: 'Cleaner', isFigure: true, cell: ({ turnover }) => less(turnover) },
  { heading: 'Due from the guest', isFigure: true, cell: ({ owed }) => (owed === 0 ? '' : formatMoney(owed)) },
  { heading: 'For the owner', isFigure: true, cell: ({ payout }) => formatMoney(payout) },
]

/** The manager's share, in words. */
function termsWords({
  commissionPercent,
  commissionOn,
  commissionPerStay,
  receivesCleaningFee,
  receivesOtherFees,
  paidStaysOnly,
}: OwnerTerms): string {
  const base = COMMISSION_ON[commissionOn].replace(/^The/, 'the')
  const commission = [
    !isZero(commissionPercent) && `${percentWords(commissionPercent)} of ${base}`,
    commissionPerStay > 0 && `${formatMoney(commissionPerStay)} for each stay`,
  ].filter(Boolean)
  const fees = [receivesCleaningFee && 'the cleaning fee', receivesOtherFees && 'other fees'].filter(Boolean)
  const gets = fees.length > 0 ? `the nights and ${fees.join(' and ')}` : 'the nights'
  const waits = paidStaysOnly ? ' A stay counts once its guest has paid it.' : ''
  return `The owner gets ${gets}. The commission is ${commission.join(', and ') || 'nothing'}.${waits}`
}

/** Lodging tax, as far as guests are known to have paid it, and as far as it is filed. */
export function taxWords({ taxes, owedTaxes, filedTaxes }: Pick<StatementFigures['sums'], 'taxes' | keyof TaxFacts>) {
  if (taxes === 0) return ''
  const whole = `Lodging tax of ${formatMoney(taxes)} is not part of the payout.`
  return [whole, paidWords(taxes, owedTaxes), filedWords(taxes, filedTaxes)].filter(Boolean).join(' ')
}

function paidWords(taxes: Cents, owed: Cents | null): string {
  if (owed === null) return ''
  if (owed === 0) return 'Guests have paid it.'
  if (owed >= taxes) return 'Guests have not paid it yet.'
  return `Guests have paid ${formatMoney(taxes - owed)} of it, and owe ${formatMoney(owed)}.`
}

function filedWords(taxes: Cents, filed: Cents): string {
  if (filed <= 0) return ''
  return filed >= taxes ? 'It is filed.' : `${formatMoney(filed)} of it is filed.`
}

type Props = {
  month: Period
  figures: StatementFigures
  /** Content beside a cost, such as its receipt. */
  receiptOf?: (cost: StatementFigures['costs'][number]) => React.ReactNode
}

/** A statement as owner and operator read it. */
export function Statement({ month, figures, receiptOf }: Props) {
  const { stays, waiting, changes, costs, sums, terms } = figures
  const all: [name: string, amount: Cents][] = [
    ['Revenue', sums.revenue],
    ['Manager’s fees', -sums.notPassedOn],
    ['Commission', -sums.commission],
    ['Commission of platforms', -sums.platformCommission],
    ['Cleaner', -sums.turnover],
    ['Costs', -sums.costs],
    ['Payout', sums.payout],
    ['Owed by guests', sums.owed],
  ]
  const facts = all.filter(([name, amount]) => amount !== 0 || name === 'Payout')
  return (
    <>
      <dl className="report-facts">
        {facts.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      {stays.length === 0 && <p className="text-muted">No stay ended in {periodWords(month)}.</p>}
      {stays.length > 0 && (
        <ReportTable<ShownStay>
          caption={`Stays that ended in ${periodWords(month)}`}
          columns={STAY_COLUMNS}
          rows={stays}
          keyOf={({ reference }) => reference}
        />
      )}
      {waiting.length > 0 && (
        <ReportTable<ShownStay>
          caption="Not in the payout yet: they count once their guests have paid"
          columns={STAY_COLUMNS}
          rows={waiting}
          keyOf={({ reference }) => reference}
        />
      )}
      {changes.length > 0 && (
        <ReportTable<ShownStay>
          caption="Changed since their statement"
          columns={STAY_COLUMNS}
          rows={changes}
          keyOf={({ reference, month: of }) => `${reference} ${of}`}
        />
      )}
      {costs.length > 0 && (
        <CostTable
          caption="Costs"
          costs={costs}
          wordsOf={(cost) => (
            <>
              {cost.description} {receiptOf?.(cost)}
            </>
          )}
        />
      )}
      <p className="field-hint">
        {termsWords(terms)} {taxWords(sums)}
      </p>
    </>
  )
}

type CostProps = {
  caption: string
  costs: StatementCost[]
  /** The purpose, with the content beside it. */
  wordsOf: (cost: StatementCost) => React.ReactNode
}

/** Costs of homes. Paid amounts are deducted from the payout. */
const CostTable = ({ caption, costs, wordsOf }: CostProps) => (
  <ReportTable
    caption={caption}
    columns={[
      { heading: 'For', cell: wordsOf },
      { heading: 'Home', cell: ({ property }) => property },
      { heading: 'Day', cell: ({ spentOn }) => formatDateWithYear(spentOn) },
      { heading: 'Amount', isFigure: true, cell: ({ amount }) => formatMoney(-amount) },
    ]}
    rows={costs}
    keyOf={({ id }) => id}
  />
)
