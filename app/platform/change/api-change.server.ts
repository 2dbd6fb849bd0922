import { z } from 'zod'
import type { Problem } from '#app/shared/problem.ts'
import { problemOf, type Refusal } from '#app/shared/refusal.ts'

/** The answer of a call that made a change. `changed` is false if everything was like that already. */
export const changedSchema = z.object({ changed: z.boolean() })

/** A refused change, as the answer of a call: for `context.json(...refusalAnswer(outcome))`. */
export function refusalAnswer(refusal: Refusal): [Problem, 409] {
  const message = refusal.message || Object.values(refusal.fields ?? {}).join(' ')
  // Each of a refusal’s statuses is among the responses of the route, and all have the same body.
  return [problemOf({ ...refusal, reason: 'refused', message }), refusal.status as 409]
}
