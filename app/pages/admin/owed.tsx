import { todayChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { getOwed } from '#app/features/reports/owed/owed.server.ts'
import { OwedTable, ReturnTable } from '#app/features/reports/owed/owed-tables.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/owed.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  getOwed(context.get(servicesContext), context.get(operatorContext))

export const action = (args: Route.ActionArgs) =>
  changeAction(args, { 'remind-payment': todayChanges['remind-payment'] })

export const handle: AdminHandle = { title: 'Payments due' }

export default function Owed({ loaderData: { owed, toReturn }, actionData }: Route.ComponentProps) {
  const mayRemind = useMay()('money:write')
  const late = owed.filter(({ isLate }) => isLate)
  const coming = owed.filter(({ isLate }) => !isLate)
  return (
    <>
      <PageTop title="Payments due" />
      <ChangeNote answer={actionData ?? null} />
      {owed.length === 0 && <p className="text-muted">Every confirmed stay is paid.</p>}
      {late.length > 0 && <OwedTable caption="Late" rows={late} mayRemind={mayRemind} />}
      {coming.length > 0 && <OwedTable caption="To come" rows={coming} mayRemind={mayRemind} />}
      {toReturn.length > 0 && <ReturnTable caption="To return to guests" rows={toReturn} />}
    </>
  )
}
