import { isRouteErrorResponse, redirect, useSearchParams } from 'react-router'
import { submitNewsletterForm } from '#app/features/newsletter/newsletter.server.ts'
import { NEWSLETTER_DONE } from '#app/features/newsletter/newsletter.ts'
import { SignUpForm } from '#app/features/newsletter/sign-up-form.tsx'
import { type RootData, rootData, useRootData } from '#app/features/site/root-data.ts'
import { readForm } from '#app/platform/http/form-action.server.ts'
import { answerRefusal, answerWithRetryPage } from '#app/platform/http/retry-page.server.tsx'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { UNREACHABLE } from '#app/shared/problem.ts'
import styles from '#app/styles/app.css?url'
import { PageHead } from '#app/ui/page-head.tsx'
import { SideNote, SideNotes } from '#app/ui/side-notes.tsx'
import type { Route } from './+types/newsletter.ts'

const DONE = ['sent', 'confirmed', 'unsubscribed'] as const

export const handle: PageHandle = { sitemap: true, visitorQuery: DONE }

export const middleware: Route.MiddlewareFunction[] = [answerWithRetryPage(styles)]

/** The forms of the footer and of the secret links post here too. */
export async function action({ request, context }: Route.ActionArgs) {
  const answer = await submitNewsletterForm(await readForm(request, context))
  if (answer.ok) return redirect(`/newsletter?${answer.done}`, 303)
  return answerRefusal(context, answer, {
    action: '/newsletter',
    title: 'This hasn’t gone through yet',
    button: 'Try again',
    labels: { email: 'Email address' },
  })
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {}

/** A broken connection leaves the form as it is. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const typed = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error
    const values = { email: String(typed.get('email') ?? '') }
    return { ok: false as const, status: 503, message: UNREACHABLE, fields: {}, values }
  }
}

const titleOf = ({ hasProperties, brand }: RootData['site']) =>
  hasProperties ? 'News from the homes' : `News from ${brand}`

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const { identity, site } = rootData(matches)
  const description = `${titleOf(site)}${identity.inPlaces}. Confirm once, unsubscribe with one click.`
  const query = new URLSearchParams(location.search)
  const noindex = DONE.some((step) => query.has(step))
  return pageMetadata(identity, { title: 'Newsletter', description, path: '/newsletter', noindex })
}

export default function Newsletter({ actionData }: Route.ComponentProps) {
  const { site } = useRootData()
  const [query] = useSearchParams()
  const refused = actionData && !actionData.ok ? actionData : null
  const done = !refused && DONE.find((step) => query.has(step))
  if (done) {
    const { title, text } = NEWSLETTER_DONE[done]
    return (
      <PageHead title={title} text={text}>
        {site.hasProperties && (
          <p className="page-ways">
            <a className="button button-ember" href="/#properties">
              See the homes
            </a>
          </p>
        )}
      </PageHead>
    )
  }
  return (
    <>
      <PageHead title={titleOf(site)} text={`News from ${site.brand}, when there’s something to share.`} />
      <div className="band page-columns">
        <SignUpForm refused={refused} />
        <SideNotes label="About our emails">
          <SideNote title="How often">Only when there’s something worth sharing.</SideNote>
          <SideNote title="Unsubscribing">One click at the bottom of every email. It works right away.</SideNote>
          <SideNote title="Your address">
            Used for our emails only, and never shared.{' '}
            <a className="link" href="/privacy">
              Privacy
            </a>
          </SideNote>
        </SideNotes>
      </div>
    </>
  )
}
