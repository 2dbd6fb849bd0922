import { data, redirect } from 'react-router'
import { saveContentForm } from '#app/features/properties/manage/content-forms.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { changedPath } from '../changed-path.ts'
import type { FormAnswer } from '../folded-form.tsx'

/** Stores what a form of a page about a home's content changes, and goes back to `path`. Throws 400 for what is no such form. */
export async function answerContentForm(
  services: Services,
  { path, ...posted }: { slug: string; form: FormData; by: Operator; path: string },
) {
  const outcome = await saveContentForm(services, posted)
  if (!outcome) throw data(null, { status: 400 })
  if (outcome.ok) return redirect(changedPath(path, outcome.id), 303)
  const { status, message, fields, values } = outcome
  const answer: FormAnswer = { at: services.clock.now().toISOString(), message, fields, values }
  return data(answer, { status })
}
