import { Link } from 'react-router'
import { ByHandTable, LineTable, PayoutTable } from '#app/features/payouts/payout-tables.tsx'
import { payoutChanges } from '#app/features/payouts/payouts.changes.server.ts'
import { getPayouts } from '#app/features/payouts/payouts.server.ts'
import { type PayoutProblem, problemWords } from '#app/features/payouts/payouts.ts'
import { MonthForm } from '#app/features/reports/period-select.tsx'
import { periodQuery, periodWords } from '#app/features/reports/periods.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatDateWithYear } from '#app/shared/dates-with-year.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { samePage } from '#app/shared/paths/changed-path.ts'
import { countOf } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeForm, ChangeNote, FormText } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/payouts.ts'

export const loader = ({ request, context }: Route.LoaderArgs) =>
  getPayouts(context.get(servicesContext), new URL(request.url).searchParams, context.get(operatorContext))

export const action = (args: Route.ActionArgs) => changeAction(args, payoutChanges, samePage(args.url))

export const handle: AdminHandle = { title: 'Payouts' }

type Report = Route.ComponentProps['loaderData']

export default function Payouts({ loaderData: report, actionData }: Route.ComponentProps) {
  const { period, periods, takesCards, syncedAt, payouts, opened, resolved, byHand } = report
  const answer = actionData ?? null
  const month = periodQuery(period)
  const words = periodWords(period)
  return (
    <>
      <PageTop
        title="Payouts"
        facts={
          <>
            What Stripe pays out to your bank, and what is in it. {syncedAt && `Read on ${syncedAt}.`}
            {!syncedAt && (takesCards ? 'Nothing is read yet.' : 'Card payments are off.')}
          </>
        }
      />
      <ChangeNote answer={answer} forms={['resolve-payout']} />
      <Problems report={report} answer={answer} />
      <MonthForm month={period} months={periods} className="admin-filter" />
      {payouts.length === 0 && <p className="text-muted">No payout arrives in {words}.</p>}
      {payouts.length > 0 && (
        <>
          <PayoutTable
            caption={`Payouts that arrive in ${words}`}
            rows={payouts}
            pathTo={(payout) => `?${new URLSearchParams({ month, payout })}#lines`}
          />
          <div className="admin-contact">
            <a href={`/admin/money/payouts.csv?month=${month}`} download>
              Download as CSV
            </a>
          </div>
        </>
      )}
      {opened && <Opened opened={opened} />}
      {resolved.length > 0 && (
        <Card title={`Resolved in ${words}`}>
          <div>
            <ul className="item-lines">
              {resolved.map((one) => (
                <li key={`${one.problem} ${one.subjectId}`}>
                  {problemWords(one).title}. {one.resolved?.note}
                  {one.resolved?.by && ` (${one.resolved.by})`}
                </li>
              ))}
            </ul>
          </div>
        </Card>
      )}
      <Card title="Paid by hand">
        {byHand.length === 0 && <p className="text-muted">Nothing was recorded by hand in {words}.</p>}
        {byHand.length > 0 && <ByHandTable caption={`Recorded in ${words}`} rows={byHand} />}
      </Card>
    </>
  )
}

/** Mismatches, each with its form. */
function Problems({ report: { open, openCount }, answer }: { report: Report; answer: ChangeAnswer | null }) {
  if (openCount === 0) return null
  return (
    <Card title="To resolve" note={openCount > open.length ? `the latest ${open.length} of ${openCount}` : openCount}>
      <ul>
        {open.map((one) => (
          <Problem key={`${one.problem} ${one.subjectId}`} of={one} answer={answer} />
        ))}
      </ul>
    </Card>
  )
}

function Problem({ of, answer }: { of: PayoutProblem; answer: ChangeAnswer | null }) {
  const { problem, subjectId, payoutId, reference, guest, property, on } = of
  const may = useMay()
  const { title, detail } = problemWords(of)
  const posted = answer?.result.initialValue as { problem?: string } | undefined
  return (
    <li>
      <p className="admin-task-title">{title}</p>
      <p className="admin-detail">
        {formatDateWithYear(on)}
        {property && ` · ${property}`} · {detail}
      </p>
      <div className="admin-contact">
        {reference && <Link to={`/admin/bookings/${reference}`}>Booking of {guest}</Link>}
        {payoutId && <Link to={`?${new URLSearchParams({ payout: payoutId })}#lines`}>Open the payout</Link>}
      </div>
      {may('money:write') && (
        <ChangeForm<typeof payoutChanges>
          intent="resolve-payout"
          id={subjectId}
          summary="Resolve"
          anchor={`resolve-${problem}-${subjectId}`}
          answer={posted?.problem === problem ? answer : null}
          save="Mark as resolved"
          variant="outline"
        >
          {(fields) => (
            <>
              <input type="hidden" name={fields.problem.name} value={problem} />
              <FormText field={fields.note} label="How it was resolved" required />
            </>
          )}
        </ChangeForm>
      )}
    </li>
  )
}

function Opened({ opened: { payout, lines } }: { opened: NonNullable<Report['opened']> }) {
  return (
    <Card anchor="lines" title={countOf(lines.length, 'line')}>
      {payout.failure && <p>{payout.failure}</p>}
      {payout.lines === 'never' && (
        <p className="text-muted">This payout was made by hand. Stripe doesn’t say what is in it.</p>
      )}
      {payout.lines === 'not-yet' && <p className="text-muted">Stripe doesn’t list its lines yet.</p>}
      {lines.length > 0 && <LineTable payout={payout} lines={lines} />}
    </Card>
  )
}
