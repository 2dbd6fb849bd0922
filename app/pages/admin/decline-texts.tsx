import { data, Form, redirect, useNavigation } from 'react-router'
import { changedPath } from '#app/features/back-office/changed-path.ts'
import { listDeclineTexts, saveDeclineTexts } from '#app/features/bookings/manage/decline-texts.server.ts'
import { readOperatorForm } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { Button } from '#app/ui/button.tsx'
import { AreaField } from '#app/ui/field.tsx'
import type { Route } from './+types/decline-texts.ts'

const PATH = '/admin/decline-texts'

export async function loader({ context }: Route.LoaderArgs) {
  return { texts: await listDeclineTexts(context.get(servicesContext).db) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { by, form } = await readOperatorForm(request, context)
  const outcome = await saveDeclineTexts(context.get(servicesContext), { form, by })
  if (outcome.ok) return redirect(changedPath(PATH, outcome.id), 303)
  return data(outcome, { status: outcome.status })
}

/** Also after a refusal: somebody else may have changed the texts. */
export const shouldRevalidate = () => true

export const handle: AdminHandle = { title: 'Decline messages' }

export default function DeclineTexts({ loaderData, actionData }: Route.ComponentProps) {
  const { texts } = loaderData
  const pending = useNavigation().state !== 'idle'
  return (
    <>
      <h1>Decline messages</h1>
      <p className="admin-lead">
        When you decline a request, you start from one of these and can change it before it’s sent. An empty one isn’t
        offered.
      </p>
      {actionData && (
        <p role="alert" className="form-problem">
          {actionData.message}
        </p>
      )}
      <Form key={JSON.stringify(texts)} method="post" preventScrollReset className="admin-form">
        <input type="hidden" name="shown" value={JSON.stringify(texts)} />
        {texts.map((text, index) => {
          const name = `text${index + 1}`
          const typed = actionData?.values[name]
          return (
            <AreaField
              // biome-ignore lint/suspicious/noArrayIndexKey: each place has its own text
              key={index}
              name={name}
              rows={3}
              label={`Message ${index + 1}`}
              hint={typed !== undefined && typed !== text ? `Stored now: ${text || 'nothing'}` : undefined}
              defaultValue={typed ?? text}
              error={actionData?.fields[name]}
            />
          )
        })}
        <Button type="submit" pending={pending} pendingText="Saving...">
          Save
        </Button>
      </Form>
    </>
  )
}
