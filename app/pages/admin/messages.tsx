import { Fragment } from 'react'
import { data, Link } from 'react-router'
import { PropertyHead } from '#app/features/back-office/property-links.tsx'
import { MessageForm } from '#app/features/guest-messages/manage/message-forms.tsx'
import { messageTextsChanges } from '#app/features/guest-messages/manage/message-texts.changes.server.ts'
import { getMessagesPage } from '#app/features/guest-messages/manage/messages-page.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/messages.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await getMessagesPage(context.get(servicesContext), params.slug)
  if (!page) throw data(null, { status: 404 })
  return page
}

export const action = (args: Route.ActionArgs) => changeAction(args, messageTextsChanges)

export const handle: AdminHandle = {
  title: ({ property }: Route.ComponentProps['loaderData']) =>
    property ? `Messages, ${property.name}` : 'Messages to guests',
}

/** The messages to guests at the moments of a stay: of the site, or of one home where it differs. */
export default function Messages({
  loaderData: { property, properties, messages, sample },
  actionData,
}: Route.ComponentProps) {
  const answer = actionData ?? null
  return (
    <>
      {property ? <PropertyHead {...property} here="messages" /> : <PageTop title="Messages to guests" />}
      <p className="admin-lead">
        Emails sent at once have a paragraph of your own. The others are sent automatically, to guests of confirmed
        stays, between 8 AM and 9 PM at the home.
      </p>
      {property ? (
        <p className="text-muted">What you change here counts for {property.name} only.</p>
      ) : (
        <p className="text-muted">
          A home can say something else:{' '}
          {properties.map(({ slug, name }, at) => (
            <Fragment key={slug}>
              {at > 0 && ', '}
              <Link to={`/admin/homes/${slug}/messages`} className="link">
                {name}
              </Link>
            </Fragment>
          ))}
          .
        </p>
      )}
      <ChangeNote answer={answer} forms={['text', 'paragraph']} />
      {messages.map((message) => (
        <MessageForm
          key={message.moment}
          message={message}
          isOfProperty={property !== null}
          sample={sample}
          answer={answer?.id === message.moment ? answer : null}
        />
      ))}
    </>
  )
}
