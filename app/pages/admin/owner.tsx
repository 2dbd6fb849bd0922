import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { costChanges } from '#app/features/owners/costs.changes.server.ts'
import { ChangeOwner, CleanerPay, Costs, Receipt } from '#app/features/owners/owner-forms.tsx'
import { ownerChanges } from '#app/features/owners/owners.changes.server.ts'
import { getOwner } from '#app/features/owners/owners.server.ts'
import { Statement } from '#app/features/owners/statement-view.tsx'
import { statementChanges } from '#app/features/owners/statements.changes.server.ts'
import { MonthForm } from '#app/features/reports/period-select.tsx'
import { periodQuery, periodWords } from '#app/features/reports/periods.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { samePage } from '#app/shared/paths/changed-path.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, ChangeNote, FormText } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/owner.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const owner = await getOwner(context.get(servicesContext), params.owner, new URL(request.url).searchParams)
  if (!owner) throw data(null, { status: 404 })
  return { ...owner, formKey: randomUUID() }
}

type Changes = typeof ownerChanges & typeof costChanges & typeof statementChanges

/** It leads back to the month that was shown. */
export const action = (args: Route.ActionArgs) =>
  changeAction(args, { ...ownerChanges, ...costChanges, ...statementChanges }, samePage(args.url))

export const handle: AdminHandle = { title: 'Owner' }

type Owner = Route.ComponentProps['loaderData']

export default function OwnerPage({ loaderData: owner, actionData }: Route.ComponentProps) {
  const may = useMay()
  const answer = actionData ?? null
  const { id, value, version, month, periods, figures } = owner
  const forms = ['change-owner', 'cleaner-pay']
  // A form that is gone by now cannot show its errors.
  if (owner.properties.length > 0) forms.push('add-cost')
  if (owner.sent && !owner.sent.paidOn) forms.push('pay-statement')
  return (
    <>
      <PageTop title={value.name} crumbs={[{ to: '/admin/money/owners', label: 'Owners' }]} />
      <ChangeNote answer={answer} forms={forms} />
      <MonthForm month={month} months={periods} className="admin-filter" />
      <Card title={`Statement for ${periodWords(month)}`} note={stateWords(owner)}>
        <Statement month={month} figures={figures} receiptOf={({ receipt }) => <Receipt path={receipt} />} />
        <Sending owner={owner} answer={answer} />
      </Card>
      {may('money:write') && (
        <div className="print:hidden">
          <Costs {...{ ...owner, answer }} costs={owner.openCosts} />
          <Card title="Terms">
            <ChangeOwner owner={{ id, value, version }} properties={owner.choices} answer={answer} />
            {value.receivesCleaningFee && <CleanerPay properties={owner.properties} answer={answer} />}
          </Card>
          <Card title="Link">
            <p>At this address {value.name} sees sent statements and upcoming stays. It needs no password.</p>
            <p className="admin-contact">
              <a href={owner.url} target="_blank" rel="noreferrer">
                Open the owner’s page
              </a>
            </p>
            <ChangeButton<Changes> intent="renew-owner-link" id={id}>
              Replace the link
            </ChangeButton>
          </Card>
        </div>
      )}
    </>
  )
}

function stateWords({ sent, month, today, isWithdrawn }: Owner): string {
  if (sent?.paidOn) return `Sent on ${sent.at}, paid on ${formatDate(sent.paidOn, 'long')}`
  if (sent) return `Sent on ${sent.at}`
  if (isWithdrawn) return 'Draft, withdrawn after it was sent'
  return today < month.to ? 'The month is not over yet' : 'Draft'
}

/** How a draft is sent, and a sent statement is paid. */
function Sending({ owner, answer }: { owner: Owner; answer: ChangeAnswer | null }) {
  const may = useMay()
  const { id, month, figures, sent, canSend, value } = owner
  const query = new URLSearchParams({ month: periodQuery(month) })
  return (
    <div className="print:hidden">
      <div className="admin-contact">
        <a href={`/admin/money/owners/${id}/statement.csv?${query}`} download>
          Download as CSV
        </a>
        {canSend && may('money:write') && (
          <ChangeButton<Changes>
            intent="send-statement"
            id={id}
            value={{ month: periodQuery(month), payout: formatMoney(figures.sums.payout) }}
          >
            {value.email ? `Send to ${value.email}` : 'Mark as sent'}
          </ChangeButton>
        )}
      </div>
      {canSend && (
        <p className="field-hint">Once sent, these figures don’t change. Later changes go into the next statement.</p>
      )}
      {sent && !sent.paidOn && may('money:write') && (
        <ChangeForm<Changes, never, 'pay-statement'>
          intent="pay-statement"
          id={sent.id}
          summary="Record the payout"
          save="Record the payout"
          stored={{ paidOn: owner.today }}
          answer={answer}
        >
          {(fields) => <FormText field={fields.paidOn} label="Paid on" type="date" />}
        </ChangeForm>
      )}
    </div>
  )
}
