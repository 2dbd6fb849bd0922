import { setUpChanges } from '#app/features/set-up/set-up.changes.server.ts'
import { listAllSteps } from '#app/features/set-up/set-up.server.ts'
import { SetUpList } from '#app/features/set-up/set-up-list.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/set-up.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { items: await listAllSteps(context.get(servicesContext)) }
}

export const action = (args: Route.ActionArgs) => changeAction(args, setUpChanges)

export const handle: AdminHandle = { title: 'Set up' }

export default function SetUp({ loaderData: { items }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTop title="Set up" facts="From an empty site to the first guest. Any order works." />
      <ChangeNote answer={actionData ?? null} />
      <SetUpList heading="Steps" items={items} />
      <Card anchor="backup" title="How to make a backup">
        <p>
          Whoever runs the server sets BACKUP_TO to a folder on another disk, or to a bucket. Then the site makes one
          every night, with the database and all images. The guide to backups says how to check and restore one.
        </p>
      </Card>
    </>
  )
}
