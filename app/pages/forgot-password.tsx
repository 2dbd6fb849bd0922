import { Form, Link, redirect, useNavigation } from 'react-router'
import { askForNewPassword } from '#app/features/operators/by-link.server.ts'
import { staffMetadata } from '#app/features/operators/staff-metadata.ts'
import { useRootData } from '#app/features/site/root-data.ts'
import { privateFormHeaders, readForm, refusalResponse } from '#app/platform/http/form-action.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import { FormError } from '#app/ui/form/form-error.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/forgot-password.ts'

export const handle: PageHandle = { perRequest: true }

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(servicesContext).config.demo) throw redirect('/sign-in')
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const posted = await readForm(request, context)
  if (posted.services.config.demo) throw redirect('/sign-in')
  const answer = await askForNewPassword(posted)
  return answer.ok ? answer : refusalResponse(answer)
}

export const headers: Route.HeadersFunction = privateFormHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  staffMetadata(matches, { title: 'New password', path: '/new-password' })

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const { identity } = useRootData()
  const pending = useNavigation().formMethod !== undefined
  const refused = actionData?.ok === false ? actionData : null
  return (
    <>
      <PageHead
        title="Forgot your password?"
        text={`For ${identity.brand} staff. We email you a link to set a new one.`}
      />
      <div className="band page-columns">
        {actionData?.ok ? (
          <p role="status" className="form-sent">
            If there’s an account with that name or email, a link is on its way. It works for 30 minutes.
          </p>
        ) : (
          <Form method="post" noValidate className="form-narrow" aria-busy={pending}>
            <FormError
              problem={refused && { message: refused.message, names: Object.keys(refused.fields) }}
              labels={{ name: 'Name or email' }}
            />
            <TextField
              id="name"
              label="Name or email"
              name="name"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              maxLength={254}
              defaultValue={refused?.values.name}
              error={refused?.fields.name}
            />
            <div>
              <Button type="submit" pending={pending} pendingText="Sending...">
                Send the link
              </Button>
            </div>
            <p>
              <Link className="link" to="/sign-in">
                Back to sign in
              </Link>
            </p>
          </Form>
        )}
      </div>
    </>
  )
}
