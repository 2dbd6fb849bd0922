import { data, redirect } from 'react-router'
import type { Accepted, FormRefusal } from '#app/platform/http/form-action.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { changedPath } from '#app/shared/changed-path.ts'
import type { FormAnswer } from './folded-form.tsx'

/** Answers a folded form: back to `path`, which names the change, or what is wrong and what was typed. Throws 400 for null: no such form. */
export function answerForm({ clock }: Services, path: string, outcome: Accepted | FormRefusal | null) {
  if (!outcome) throw data(null, { status: 400 })
  if (outcome.ok) return redirect(changedPath(path, outcome.id), 303)
  const { status, message, fields, values } = outcome
  const answer: FormAnswer = { at: clock.now().toISOString(), message, fields, values }
  return data(answer, { status })
}
