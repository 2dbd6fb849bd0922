import { randomUUID } from 'node:crypto'
import { NewIssueForm } from '#app/features/newsletter/manage/issue-forms.tsx'
import { issueChanges } from '#app/features/newsletter/manage/issues.changes.server.ts'
import { listIssues } from '#app/features/newsletter/manage/issues-page.server.ts'
import { listGuestImages } from '#app/features/site/manage/guest-images.server.ts'
import { TextList } from '#app/features/site/manage/text-list.tsx'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { countOf } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/newsletter.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const page = await listIssues(services, await getOperatorTimeZone(services))
  return { ...page, images: await listGuestImages(services), formKey: randomUUID() }
}

export const action = (args: Route.ActionArgs) => changeAction(args, issueChanges)

export const handle: AdminHandle = { title: 'Newsletter' }

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  const { issues, readers, images, formKey } = loaderData
  const answer = actionData ?? null
  const isMine = useMay()
  return (
    <>
      <PageTop title="Newsletter" facts="Emails to people who signed up." />
      <ChangeNote answer={answer} forms={['draft']} />
      {isMine('content:write') && <NewIssueForm images={images} formKey={formKey} answer={answer} />}
      <TextList
        texts={issues.map(({ id, subject, progress, day }) => ({
          path: `/admin/newsletter/${id}`,
          title: subject,
          standing: `${progress} · ${day}`,
        }))}
      />
      <Card title="Readers">
        <p>
          {countOf(readers, 'confirmed reader')}. Only they get it, each with a link to unsubscribe. Nothing is tracked:
          the site doesn’t know who opens an email or follows a link.
        </p>
        {isMine('contacts:read') && (
          <p className="admin-contact">
            <a href="/admin/newsletter.csv" download>
              Download their addresses (CSV)
            </a>
          </p>
        )}
      </Card>
    </>
  )
}
