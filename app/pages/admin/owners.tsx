import { randomUUID } from 'node:crypto'
import { Link } from 'react-router'
import { AddOwner } from '#app/features/owners/owner-forms.tsx'
import { ownersChanges } from '#app/features/owners/owners.changes.server.ts'
import { getOwners } from '#app/features/owners/owners.server.ts'
import { periodOf, periodWords } from '#app/features/reports/periods.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { listOf } from '#app/shared/words.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/owners.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  ...(await getOwners(context.get(servicesContext))),
  formKey: randomUUID(),
})

export const action = (args: Route.ActionArgs) => changeAction(args, ownersChanges)

export const handle: AdminHandle = { title: 'Owners' }

export default function Owners({ loaderData: { owners, properties, formKey }, actionData }: Route.ComponentProps) {
  const may = useMay()
  const answer = actionData ?? null
  const free = properties.filter(({ isFree }) => isFree)
  return (
    <>
      <PageTop
        title="Owners"
        facts="Owners whose homes you manage. Each gets a monthly statement of revenue and costs."
      />
      <ChangeNote answer={answer} forms={['add-owner']} />
      <RecordTable<(typeof owners)[number]>
        title="Owners"
        none="No owners yet. Add one for a home that you manage for somebody."
        columns={[
          { heading: 'Owner', cell: ({ name }) => name },
          { heading: 'Homes', cell: (owner) => listOf(owner.properties) },
          {
            heading: 'Last statement',
            cell: ({ last }) =>
              last
                ? `${periodWords(periodOf(last.month, 'month'))}, ${last.paidOn ? 'paid' : 'not paid yet'}`
                : 'None yet',
          },
        ]}
        rows={owners}
        keyOf={({ id }) => id}
        end={({ id, name }) => (
          <Link to={`/admin/money/owners/${id}`} prefetch="intent" className="record-open">
            Open <span className="sr-only">{name}</span>
          </Link>
        )}
        add={may('money:write') && <AddOwner key={owners.length} properties={free} formKey={formKey} answer={answer} />}
      >
        {free.length > 0 && owners.length > 0 && (
          <p className="text-muted">Without an owner: {listOf(free.map(({ name }) => name))}.</p>
        )}
      </RecordTable>
    </>
  )
}
