import { todayChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { getOwed } from '#app/features/reports/owed/owed.server.ts'
import type { StayAmount } from '#app/features/reports/owed/owed.ts'
import { OwedTable, ReturnTable } from '#app/features/reports/owed/owed-tables.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { countOf } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { Figures } from '#app/ui/dashboard/figures.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/owed.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  getOwed(context.get(servicesContext), context.get(operatorContext))

export const action = (args: Route.ActionArgs) =>
  changeAction(args, { 'remind-payment': todayChanges['remind-payment'] })

export const handle: AdminHandle = { title: 'Payments due' }

const sumOf = (rows: readonly StayAmount[]) => formatMoney(rows.reduce((sum, { amount }) => sum + amount, 0))

export default function Owed({ loaderData: { owed, toReturn }, actionData }: Route.ComponentProps) {
  const mayRemind = useMay()('money:write')
  const late = owed.filter(({ isLate }) => isLate)
  const coming = owed.filter(({ isLate }) => !isLate)
  return (
    <>
      <PageTop title="Payments due" />
      <ChangeNote answer={actionData ?? null} />
      {(owed.length > 0 || toReturn.length > 0) && (
        <Card title="In all">
          <Figures
            figures={[
              {
                label: 'Late',
                value: sumOf(late),
                tone: 'bad',
                note: late.length > 0 ? countOf(late.length, 'payment') : undefined,
              },
              { label: 'To come', value: sumOf(coming), note: countOf(coming.length, 'payment') },
              { label: 'To return to guests', value: sumOf(toReturn), note: countOf(toReturn.length, 'payment') },
            ]}
          />
        </Card>
      )}
      {owed.length === 0 && <p className="text-muted">Every confirmed stay is paid.</p>}
      {late.length > 0 && <OwedTable caption="Late" rows={late} mayRemind={mayRemind} />}
      {coming.length > 0 && <OwedTable caption="To come" rows={coming} mayRemind={mayRemind} />}
      {toReturn.length > 0 && <ReturnTable caption="To return to guests" rows={toReturn} />}
    </>
  )
}
