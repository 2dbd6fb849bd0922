import { data, redirect, useSearchParams } from 'react-router'
import { submitHostInquiryForm } from '#app/features/host-inquiries/host-inquiries.server.ts'
import { HOST_LABELS, INQUIRY_SENT } from '#app/features/host-inquiries/host-inquiries.ts'
import { HostInquiryForm } from '#app/features/host-inquiries/host-inquiry-form.tsx'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { getHostPage } from '#app/features/site/site.server.ts'
import { retryAfterHeaders } from '#app/platform/http/form-action.server.ts'
import { clientAddressContext, servicesContext } from '#app/platform/http/page-context.server.ts'
import { answerWithRetryPage, retryPageContext } from '#app/platform/http/retry-page.server.tsx'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import styles from '#app/styles/app.css?url'
import { FormSent } from '#app/ui/form-sent.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { SideNote, SideNotes } from '#app/ui/side-notes.tsx'
import { ToastProvider } from '#app/ui/toast.tsx'
import type { Route } from './+types/host-with-us.ts'

export const handle: PageHandle = { sitemap: true, visitorQuery: ['sent'] }

export const middleware: Route.MiddlewareFunction[] = [answerWithRetryPage(styles)]

export async function loader({ context }: Route.LoaderArgs) {
  return getHostPage(context.get(servicesContext))
}

/** Without JavaScript the form posts here; with it the form calls the API. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => null)
  if (!form) throw data(null, { status: 415 })
  const answer = await submitHostInquiryForm(context.get(servicesContext), {
    form,
    address: context.get(clientAddressContext),
  })
  if (answer.ok) return redirect('/host-with-us?sent', 303)
  if (answer.status === 503) {
    const title = 'Your inquiry hasn’t been sent yet'
    const retryPage = { action: '/host-with-us', title, button: 'Submit inquiry', labels: HOST_LABELS, refused: answer }
    context.set(retryPageContext, retryPage)
  }
  return data(answer, { status: answer.status, headers: retryAfterHeaders(answer) })
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  return pageMetadata(rootData(matches).identity, {
    title: 'Host with Us',
    description: loaderData.description,
    path: '/host-with-us',
  })
}

export default function HostWithUs({ loaderData, actionData }: Route.ComponentProps) {
  const { site } = useRootData()
  const [query] = useSearchParams()
  return (
    <ToastProvider>
      <PageHead title={`Partner with ${site.brand}`} text={loaderData.text} />
      <div className="band page-columns">
        <div className="flex flex-col gap-8">
          {query.has('sent') && <FormSent {...INQUIRY_SENT} />}
          <HostInquiryForm refused={actionData ?? null} />
        </div>
        <SideNotes label="What you get">
          {loaderData.benefits.map(({ title, text }) => (
            <SideNote key={title} title={title}>
              {text}
            </SideNote>
          ))}
        </SideNotes>
      </div>
    </ToastProvider>
  )
}
