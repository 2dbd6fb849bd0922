import { todayChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { getOwedPage } from '#app/features/reports/owed/owed.server.ts'
import { OwedTable, ReturnTable } from '#app/features/reports/owed/owed-tables.tsx'
import { ReportPages } from '#app/features/reports/report-pages.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { queryPage } from '#app/platform/http/list-query.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { samePage } from '#app/shared/paths/changed-path.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { Figures } from '#app/ui/dashboard/figures.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/owed.ts'

export const loader = ({ url, context }: Route.LoaderArgs) =>
  getOwedPage(
    context.get(servicesContext),
    context.get(operatorContext),
    queryPage.parse(url.searchParams.get('page') ?? undefined),
  )

/** It leads back to the page that was shown. */
export const action = (args: Route.ActionArgs) =>
  changeAction(args, { 'remind-payment': todayChanges['remind-payment'] }, samePage(args.url))

export const handle: AdminHandle = { title: 'Payments due' }

export default function Owed({ loaderData, actionData }: Route.ComponentProps) {
  const { late, coming, toReturn, page, pages } = loaderData
  const mayRemind = useMay()('money:write')
  return (
    <>
      <PageTop title="Payments due" />
      <ChangeNote answer={actionData ?? null} />
      {late.sum + coming.sum + toReturn.sum > 0 && (
        <Card title="Totals">
          <Figures
            figures={[
              { label: 'Late', value: formatMoney(late.sum) },
              { label: 'Upcoming', value: formatMoney(coming.sum) },
              { label: 'To return to guests', value: formatMoney(toReturn.sum) },
            ]}
          />
        </Card>
      )}
      {late.sum + coming.sum === 0 && <p className="text-muted">Every confirmed stay is paid.</p>}
      {late.rows.length > 0 && <OwedTable caption="Late" rows={late.rows} mayRemind={mayRemind} />}
      {coming.rows.length > 0 && <OwedTable caption="Upcoming" rows={coming.rows} mayRemind={mayRemind} />}
      <ReportPages page={page} pages={pages} />
      {toReturn.rows.length > 0 && <ReturnTable caption="To return to guests" rows={toReturn.rows} />}
    </>
  )
}
