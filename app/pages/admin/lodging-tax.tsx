import { Form } from 'react-router'
import { lodgingTaxChanges } from '#app/features/lodging-tax/lodging-tax.changes.server.ts'
import { getLodgingTax } from '#app/features/lodging-tax/lodging-tax.server.ts'
import { JURISDICTION_FIELDS, PLATFORM_FIELDS } from '#app/features/lodging-tax/tax-fields.ts'
import { TaxAdjustments, TaxStays, TaxTable } from '#app/features/lodging-tax/tax-report.tsx'
import { PeriodSelect } from '#app/features/reports/period-select.tsx'
import { periodQuery, periodWords } from '#app/features/reports/periods.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { samePage } from '#app/shared/paths/changed-path.ts'
import { Button } from '#app/ui/button.tsx'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { Figures } from '#app/ui/dashboard/figures.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import { SelectField } from '#app/ui/form/field.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import type { Route } from './+types/lodging-tax.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const report = await getLodgingTax(context.get(servicesContext), query)
  if (!report) return null
  const { entries, ...shown } = report
  const of = shown.figures.rows.find(({ kind, label }) => kind === query.get('kind') && label === query.get('label'))
  const stays = of && entries.filter(({ kind, label }) => kind === of.kind && label === of.label)
  return { ...shown, opened: of && stays ? { of, stays } : null }
}

/** It leads back to the authority and period that were shown. */
export const action = (args: Route.ActionArgs) => changeAction(args, lodgingTaxChanges, samePage(args.url))

export const handle: AdminHandle = { title: 'Lodging tax' }

type Report = NonNullable<Route.ComponentProps['loaderData']>

export default function LodgingTax({ loaderData: report, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null
  return (
    <>
      <PageTop title="Lodging tax" />
      <ChangeNote answer={answer} forms={['jurisdiction', 'tax-platforms']} />
      {report ? (
        <TaxReport report={report} answer={answer} />
      ) : (
        <p className="text-muted">No home has a tax yet. Add one with the prices of a home.</p>
      )}
    </>
  )
}

function TaxReport({ report, answer }: { report: Report; answer: ChangeAnswer | null }) {
  const { jurisdiction, period, figures, opened } = report
  const may = useMay()
  return (
    <>
      <Choice report={report} />
      <Filing report={report} />
      {figures.rows.length > 0 && <TaxTable jurisdiction={jurisdiction} period={period} figures={figures} />}
      <TaxAdjustments adjustments={figures.adjustments} />
      {opened && <TaxStays of={opened.of} entries={opened.stays} isFiled={report.filed !== null} />}
      {may('money:write') && <Settings report={report} answer={answer} />}
    </>
  )
}

function Choice({ report: { jurisdiction, jurisdictions, period, periods } }: { report: Report }) {
  return (
    <Form key={`${jurisdiction.name} ${period.from}`} className="admin-filter">
      <SelectField label="Authority" name="authority" defaultValue={jurisdiction.name}>
        {jurisdictions.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <PeriodSelect label="Period" name="period" period={period} periods={periods} />
      <Button type="submit" variant="outline">
        Show
      </Button>
    </Form>
  )
}

/** What is to remit and by when, whether it is filed, and how it becomes so. */
function Filing({ report }: { report: Report }) {
  const { jurisdiction, period, figures, filed, isOver, parts } = report
  const may = useMay()
  const query = new URLSearchParams({ authority: jurisdiction.name, period: periodQuery(period) })
  return (
    <Card
      title={`${jurisdiction.name}, ${periodWords(period)}`}
      action={
        <a href={`/admin/money/lodging-tax.csv?${query}`} download>
          Download as CSV
        </a>
      }
    >
      <div className="grid gap-4">
        <Figures
          figures={[
            { label: 'To remit', value: formatMoney(figures.due) },
            { label: 'Due', value: formatDate(report.dueOn, 'long') },
          ]}
        />
        {figures.rows.length === 0 && <p className="text-muted">No stay counts in {periodWords(period)}.</p>}
        <p>{filingWords(report)}</p>
        {!filed && isOver && parts.length === 0 && may('money:write') && (
          <ChangeButton<typeof lodgingTaxChanges>
            intent="file-tax"
            id={jurisdiction.name}
            variant="ember"
            value={{ period: periodQuery(period), due: formatMoney(figures.due) }}
          >
            Mark as filed
          </ChangeButton>
        )}
      </div>
    </Card>
  )
}

function filingWords({ filed, isOver, parts }: Report): string {
  if (filed) return `Filed on ${filed.at}${filed.by ? ` by ${filed.by}` : ''}. These figures stay as they were then.`
  if (parts.length > 0)
    return `Filed in another length: ${parts.map(periodWords).join(', ')}. These figures are not filed.`
  if (!isOver) return 'This period is not over yet.'
  return 'Not filed yet. Once it is, these figures stay. What changes later is due when it changes.'
}

function Settings({ report, answer }: { report: Report; answer: ChangeAnswer | null }) {
  const { name, ...wanted } = report.jurisdiction
  return (
    <div className="print:hidden">
      <Card title="How it is counted">
        <Actions>
          <RecordForm
            fields={JURISDICTION_FIELDS}
            {...{ intent: 'jurisdiction', id: name, value: wanted, version: report.version, answer }}
            summary={`Change how ${name} wants it`}
            anchor="jurisdiction"
          />
          <RecordForm
            fields={PLATFORM_FIELDS}
            {...{ intent: 'tax-platforms', version: report.platformsVersion, answer }}
            value={report.platforms}
            summary="Change what platforms remit themselves"
            anchor="platforms"
          />
        </Actions>
      </Card>
    </div>
  )
}
