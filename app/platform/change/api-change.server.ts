import { z } from 'zod'
import type { Problem } from '#app/shared/problem.ts'
import type { Refusal } from './change.server.ts'

/** What a call answers that made a change. `changed` is false if everything was like that already. */
export const changedSchema = z.object({ changed: z.boolean() })

/** A change that was refused, as a call answers it: for `context.json(...refusalAnswer(outcome))`. */
export function refusalAnswer({ message, fields, status }: Refusal): [Problem, 409] {
  const words = message || Object.values(fields ?? {}).join(' ')
  // Each of a refusal’s statuses is among the responses of the route, and all have the same body.
  return [{ code: 'refused', message: words, ...(fields && { fields }) }, status as 409]
}
