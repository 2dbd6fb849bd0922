import type { z } from 'zod'
import { versionOf } from '#app/platform/change/version.server.ts'
import { type Accepted, type FormRefusal, runFormAction } from '#app/platform/http/form-action.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { changeContent } from './change-content.server.ts'
import type { ContentForm } from './content-form.server.ts'
import { arrivalForm, comfortForm, houseRulesForm, safetyForm } from './fact-forms.server.ts'
import { guideForm } from './guide-form.server.ts'
import { hostForm, photoRemoval, questionForm, questionMove, questionRemoval } from './host-forms.server.ts'
import { getContentHome } from './property-content.server.ts'
import type { ContentPart } from './property-content.ts'
import { licenseForm, roomsForm } from './room-forms.server.ts'

/** The forms of the pages about a property's content, by the `intent` that they post. */
const FORMS: Record<string, z.ZodType<ContentForm>> = {
  arrival: arrivalForm,
  comfort: comfortForm,
  safety: safetyForm,
  houseRules: houseRulesForm,
  rooms: roomsForm,
  license: licenseForm,
  host: hostForm,
  'remove-photo': photoRemoval,
  question: questionForm,
  'remove-question': questionRemoval,
  'move-question': questionMove,
  guide: guideForm,
}

/** What the pages about a property's content show; null if there is no such property. */
export async function getContentPage(services: Services, slug: string) {
  const home = await getContentHome(services, slug)
  if (!home) return null
  const { content, name, published } = home
  const versions = Object.fromEntries(Object.entries(content).map(([part, value]) => [part, versionOf(value)]))
  const questions = content.questions.map((question) => ({ ...question, version: versionOf(question) }))
  return { slug, name, published, content, questions, versions: versions as Record<ContentPart, string> }
}

/** Stores what such a form changes; null if there is no such property or form. */
export async function saveContentForm(
  services: Services,
  { slug, form, by }: { slug: string; form: FormData; by: Operator },
): Promise<Accepted | FormRefusal | null> {
  const intent = String(form.get('intent') ?? '')
  const schema = Object.hasOwn(FORMS, intent) ? FORMS[intent] : undefined
  const home = schema && (await getContentHome(services, slug))
  if (!home) return null
  const shown = String(form.get('version') ?? '')
  return runFormAction(
    form,
    schema,
    async ({ isVersioned, ...change }) => {
      const version = isVersioned ? shown : null
      const outcome = await changeContent(services, { ...change, propertyId: home.id, by, version })
      if (outcome.ok) return { ok: true as const, id: outcome.changeId ?? undefined }
      const { status, message, fields } = outcome
      const said = message || 'Please check the highlighted fields.'
      return { ok: false as const, status, problem: { code: 'refused', message: said, fields } }
    },
    services.log,
  )
}
