import { type Accepted, type FormRefusal, runFormAction } from '#app/platform/http/form-action.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { cleanerLinkSchema } from './cleaner-link.ts'
import {
  changeCleanerLink,
  cleanerPath,
  createCleanerLink,
  renewCleanerLink,
  revokeCleanerLink,
} from './cleaner-links.server.ts'
import { handleDamagePhoto } from './turnover-photos.server.ts'

/** A new link, which is shown this once. */
export type ShownSecret = { ok: true; secret: { name: string; email: string | null; url: string } }
type Answer = Accepted | FormRefusal | ShownSecret

const refuse = (status: number, message: string, fields?: Record<string, string>) => {
  return { ok: false as const, status, problem: { code: 'refused', message, fields } }
}
const PROBLEMS = {
  'name-taken': refuse(409, 'There is a link with this name already.', { name: 'Please choose another name' }),
  'not-found': refuse(404, 'This link is gone. Somebody else may have revoked it.'),
}
const gone = (values: Record<string, string> = {}): FormRefusal => {
  return { ok: false, status: 404, message: PROBLEMS['not-found'].problem.message, fields: {}, values }
}

/** Runs what a form of the turnovers page posts as `intent`; null if it names nothing that there is. */
export async function runTurnoverAction(
  services: Services,
  { form, by }: { form: FormData; by: Operator },
): Promise<Answer | null> {
  const intent = form.get('intent')
  const id = String(form.get('id') ?? '')
  if (intent !== 'create' && !isUuid(id)) return null
  const shown = (secret: string, whom: { name: string; email: string | null }): ShownSecret => {
    return { ok: true, secret: { ...whom, url: services.config.siteUrl + cleanerPath(secret) } }
  }
  if (intent === 'create' || intent === 'change') {
    let secret: ShownSecret | null = null
    form.set('homes', form.getAll('homes').join(' '))
    const answer = await runFormAction(
      form,
      cleanerLinkSchema,
      async ({ homes, ...whom }) => {
        const input = { ...whom, propertyIds: homes }
        const outcome =
          intent === 'create'
            ? await createCleanerLink(services, { input, by })
            : await changeCleanerLink(services, { id, input, by })
        if (!outcome.ok) return PROBLEMS[outcome.reason]
        if ('secret' in outcome) secret = shown(outcome.secret, whom)
        return { ok: true, ...('auditId' in outcome && outcome.auditId && { id: outcome.auditId }) }
      },
      services.log,
    )
    return secret ?? answer
  }
  if (intent === 'renew') {
    const outcome = await renewCleanerLink(services, { id, by })
    return outcome.ok ? shown(outcome.secret, outcome) : gone()
  }
  if (intent === 'revoke') {
    const outcome = await revokeCleanerLink(services, { id, by })
    return outcome.ok ? { ok: true, id: outcome.auditId } : gone()
  }
  if (intent !== 'handled') return null
  const auditId = await handleDamagePhoto(services, { id, by })
  return auditId ? { ok: true, id: auditId } : gone()
}
