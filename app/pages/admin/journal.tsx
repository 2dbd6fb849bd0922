import { randomUUID } from 'node:crypto'
import { teamName } from '#app/features/journal/journal.ts'
import { postChanges } from '#app/features/journal/manage/journal.changes.server.ts'
import { listJournal, listPropertiesToShow } from '#app/features/journal/manage/journal-page.server.ts'
import { NewPostForm } from '#app/features/journal/manage/post-forms.tsx'
import { listGuestImages } from '#app/features/site/manage/guest-images.server.ts'
import { TextList } from '#app/features/site/manage/text-list.tsx'
import { useRootData } from '#app/features/site/root-data.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/journal.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const [posts, images, properties] = await Promise.all([
    listJournal(services),
    listGuestImages(services),
    listPropertiesToShow(services),
  ])
  return { posts, images, properties, formKey: randomUUID() }
}

export const action = (args: Route.ActionArgs) => changeAction(args, postChanges)

export const handle: AdminHandle = { title: 'Journal' }

export default function Journal({ loaderData, actionData }: Route.ComponentProps) {
  const { posts, images, properties, formKey } = loaderData
  const answer = actionData ?? null
  const isMine = useMay()
  const { site } = useRootData()
  return (
    <>
      <PageTop title="Journal" facts="Posts for your guests. The journal is hidden until one is published." />
      <ChangeNote answer={answer} forms={['draft']} />
      {isMine('content:write') && (
        <NewPostForm author={teamName(site.brand)} {...{ images, properties, formKey, answer }} />
      )}
      <TextList texts={posts.map((post) => ({ ...post, path: `/admin/journal/${post.id}` }))} />
    </>
  )
}
