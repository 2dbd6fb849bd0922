import { randomUUID } from 'node:crypto'
import { tokenChanges } from '#app/features/operators/manage/tokens/token.changes.server.ts'
import { Tokens } from '#app/features/operators/manage/tokens/token-forms.tsx'
import { listTokens } from '#app/features/operators/manage/tokens/tokens-page.server.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { webhookChanges } from '#app/features/webhooks/manage/webhook.changes.server.ts'
import { Webhooks } from '#app/features/webhooks/manage/webhook-forms.tsx'
import { listWebhooks } from '#app/features/webhooks/manage/webhooks-page.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/api.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const timeZone = await getOperatorTimeZone(services)
  const { siteUrl } = services.config
  const [tokens, webhooks] = [await listTokens(services, timeZone), await listWebhooks(services, timeZone)]
  return { siteUrl, tokens, webhooks, formKey: randomUUID() }
}

export const action = (args: Route.ActionArgs) => changeAction<string>(args, { ...tokenChanges, ...webhookChanges })

export const handle: AdminHandle = { title: 'API and webhooks' }

export default function Api({ loaderData, actionData }: Route.ComponentProps) {
  const { siteUrl, tokens, webhooks, formKey } = loaderData
  const answer: ChangeAnswer<string> | null = actionData ?? null
  return (
    <>
      <PageTop
        title="API and webhooks"
        facts={
          <>
            For your own software: tokens let it read and change data, webhooks tell it what happens. Every call is in{' '}
            <a href="/api/openapi.json" className="link">
              the API’s description
            </a>
            . Assistants connect to <code>{siteUrl}/mcp</code>.
          </>
        }
      />
      <ChangeNote answer={answer} forms={['add-token', 'add-webhook']} />
      <Tokens {...{ tokens, formKey, answer }}>
        {answer?.intent === 'add-token' && answer.shown && (
          <Once value={answer.shown}>
            This is the token. Copy it now: it can’t be shown again. Anyone who has it can use its permissions.
          </Once>
        )}
      </Tokens>
      <Webhooks {...{ webhooks, formKey, answer }}>
        {answer?.intent === 'add-webhook' && answer.shown && (
          <Once value={answer.shown}>
            This is the key that signs what is sent. Copy it now: it can’t be shown again.
          </Once>
        )}
      </Webhooks>
    </>
  )
}

function Once({ value, children }: { value: string; children: string }) {
  return (
    <div role="status" className="admin-note">
      <p>{children}</p>
      <p>
        <code className="break-all">{value}</code>
      </p>
    </div>
  )
}
