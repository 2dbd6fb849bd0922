import { data, Form, useNavigation } from 'react-router'
import { hasValidLink } from '#app/features/newsletter/newsletter.server.ts'
import { LINK_ENDED, type LinkStep, linkSteps } from '#app/features/newsletter/newsletter.ts'
import { SignUpForm } from '#app/features/newsletter/sign-up-form.tsx'
import { rootData } from '#app/features/site/root-data.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { Button } from '#app/ui/button.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/newsletter-link.ts'

const WORDS = {
  confirm: { title: 'Want our emails?', text: 'Confirm to get our emails.' },
  unsubscribe: { title: 'Unsubscribe?', text: 'Confirm and we won’t email you again.' },
}

export const handle: PageHandle = { perRequest: true, secret: true }

/** The page of a secret link. It only asks for confirmation: mail scanners that open it must change nothing. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const step = linkSteps.find((known) => known === params.step)
  if (!step) throw data(null, { status: 404 })
  const { token } = params
  const alive = await hasValidLink(context.get(servicesContext), { token, step })
  return data({ step, token: alive ? token : null }, { status: alive ? 200 : 410 })
}

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' })

export const meta: Route.MetaFunction = ({ matches }) => {
  const { identity } = rootData(matches)
  const description = identity.defaultDescription
  return pageMetadata(identity, { title: 'Newsletter', description, path: '/newsletter', noindex: true })
}

export default function NewsletterLink({ loaderData }: Route.ComponentProps) {
  const { step, token } = loaderData
  const { title, text } = token ? WORDS[step] : { title: 'This link doesn’t work', text: LINK_ENDED[step] }
  return (
    <>
      <PageHead title={title} text={text}>
        {token && <LinkForm step={step} token={token} />}
      </PageHead>
      {!token && step === 'confirm' && (
        <div className="band band-y">
          <SignUpForm refused={null} />
        </div>
      )}
    </>
  )
}

const BUTTONS = {
  confirm: { label: 'Yes, sign me up', pending: 'Confirming...' },
  unsubscribe: { label: 'Unsubscribe me', pending: 'Unsubscribing...' },
}

/** The button of a link's page. It posts to another path, so that the token leaves the address bar. */
function LinkForm({ step, token }: { step: LinkStep; token: string }) {
  const pending = useNavigation().formMethod !== undefined
  return (
    <Form method="post" action="/newsletter" replace className="page-ways">
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="token" value={token} />
      <Button type="submit" pending={pending} pendingText={BUTTONS[step].pending}>
        {BUTTONS[step].label}
      </Button>
    </Form>
  )
}
