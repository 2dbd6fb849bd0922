import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { teamName } from '#app/features/journal/journal.ts'
import type { postChanges } from '#app/features/journal/manage/journal.changes.server.ts'
import { type IssueText, MAILS_PER_MINUTE } from '#app/features/newsletter/issues.ts'
import { DraftForms } from '#app/features/newsletter/manage/issue-forms.tsx'
import { issueChanges } from '#app/features/newsletter/manage/issues.changes.server.ts'
import { getIssue, type ShownIssue } from '#app/features/newsletter/manage/issues-page.server.ts'
import { listGuestImages } from '#app/features/site/manage/guest-images.server.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { useRootData } from '#app/features/site/root-data.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { countOf } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/newsletter-issue.ts'

export async function loader({ params: { issue: id }, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const timeZone = await getOperatorTimeZone(services)
  const issue = isUuid(id) ? await getIssue(services, { id, timeZone }) : null
  if (!issue) throw data(null, { status: 404 })
  const images = issue.state === 'draft' ? await listGuestImages(services) : []
  return { issue, images, formKey: randomUUID() }
}

export const action = (args: Route.ActionArgs) => changeAction(args, issueChanges)

export const handle: AdminHandle = {
  title: ({ issue }: Route.ComponentProps['loaderData']) => `Newsletter: ${issue.subject}`,
}

export default function NewsletterIssue({ loaderData, actionData }: Route.ComponentProps) {
  const { issue, images, formKey } = loaderData
  const answer = actionData ?? null
  const isMine = useMay()
  const isDraft = issue.state === 'draft'
  return (
    <>
      <PageTop
        title={issue.subject}
        crumbs={[{ to: '/admin/newsletter', label: 'Newsletter' }]}
        facts={
          <>
            {issue.progress} · {issue.day}
          </>
        }
      />
      <ChangeNote answer={answer} forms={['text', 'send']} />
      {isDraft && isMine('content:write') && (
        <DraftForms issue={issue} readers={countOf(issue.readers, 'reader')} images={images} answer={answer} />
      )}
      {!(isDraft && isMine('content:write')) && (
        <p>
          <a href={`/admin/newsletter/${issue.id}/preview`} target="_blank" rel="noreferrer" className="link">
            See the email<span className="sr-only"> in a new tab</span>
          </a>
        </p>
      )}
      {isMine('content:write') && (
        <>
          <Progress issue={issue} />
          <AsPost {...issue.text} formKey={formKey} />
        </>
      )}
    </>
  )
}

/** Begins a post of the journal with the text of the issue. */
function AsPost({ subject, body, formKey: key }: IssueText & { formKey: string }) {
  const { site } = useRootData()
  return (
    <Card title="Make it a post">
      <p>It becomes a draft in the journal, which you publish there.</p>
      <ChangeButton<typeof postChanges>
        intent="draft"
        action="/admin/journal"
        value={{ title: subject, content: body, author: teamName(site.brand), key }}
      >
        Make it a post
      </ChangeButton>
    </Card>
  )
}

/** Stops an issue that is on its way, or lets it go on. */
function Progress({ issue: { id, state } }: { issue: ShownIssue }) {
  if (state === 'sending') {
    return (
      <>
        <p>
          {MAILS_PER_MINUTE} emails leave each minute, whether you watch or not. Load the page again to see how far it
          is.
        </p>
        <ChangeButton<typeof issueChanges> intent="stop" id={id}>
          Stop
        </ChangeButton>
      </>
    )
  }
  if (state !== 'stopped') return null
  return (
    <>
      <p>Nobody else gets it until you let it go on. It then goes to those who haven’t got it.</p>
      <ChangeButton<typeof issueChanges> intent="go-on" id={id}>
        Go on
      </ChangeButton>
    </>
  )
}
