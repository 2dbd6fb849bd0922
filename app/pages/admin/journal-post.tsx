import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { postChanges } from '#app/features/journal/manage/journal.changes.server.ts'
import {
  getJournalPost,
  type JournalPost,
  listPropertiesToShow,
} from '#app/features/journal/manage/journal-page.server.ts'
import { PostForm, PublishForms } from '#app/features/journal/manage/post-forms.tsx'
import type { issueChanges } from '#app/features/newsletter/manage/issues.changes.server.ts'
import { listGuestImages } from '#app/features/site/manage/guest-images.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/journal-post.ts'

export async function loader({ params: { post: id }, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const post = isUuid(id) ? await getJournalPost(services, id) : null
  if (!post) throw data(null, { status: 404 })
  const [images, properties] = [await listGuestImages(services), await listPropertiesToShow(services)]
  return { post, images, properties, formKey: randomUUID() }
}

export const action = (args: Route.ActionArgs) => changeAction(args, postChanges)

export const handle: AdminHandle = {
  title: ({ post }: Route.ComponentProps['loaderData']) => `Journal: ${post.title}`,
}

export default function JournalPostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { post, images, properties, formKey } = loaderData
  const answer = actionData ?? null
  const isMine = useMay()
  return (
    <>
      <PageTop title={post.title} crumbs={[{ to: '/admin/journal', label: 'Journal' }]} facts={post.standing} />
      {post.state === 'published' && (
        <p>
          <a href={post.path} className="link">
            Read it on the site
          </a>
        </p>
      )}
      <ChangeNote answer={answer} forms={['text', 'publish']} />
      {isMine('content:write') && (
        <>
          <PostForm post={post} images={images} properties={properties} answer={answer} />
          <PublishForms post={post} answer={answer} />
          {post.state === 'published' && <AsNewsletter post={post} formKey={formKey} />}
        </>
      )}
      {!isMine('content:write') && <p className="whitespace-pre-wrap">{post.text.content}</p>}
    </>
  )
}

/** Begins a newsletter with the text of the post. */
function AsNewsletter({ post: { path, text }, formKey: key }: { post: JournalPost; formKey: string }) {
  return (
    <Card title="Send it">
      <p>It becomes a draft of a newsletter, with a link to the post. Nothing is sent until you send it there.</p>
      <ChangeButton<typeof issueChanges>
        intent="draft"
        action="/admin/newsletter"
        value={{ subject: text.title, body: `${text.content}\n\n[Read it in our journal](${path})`, key }}
      >
        Send it as a newsletter
      </ChangeButton>
    </Card>
  )
}
