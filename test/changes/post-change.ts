import type { $ZodType } from 'zod/v4/core'
import type { HistoryWords, Undo } from '#app/platform/change/audit.server.ts'
import { type Change, runChange } from '#app/platform/change/change.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'

type Poster = { services: Services; by: Operator; params?: Record<string, string> }

/** Posts the form of a change as a browser does. A field with several values is sent several times. */
export function postChange<Form extends $ZodType, Preview>(
  change: Change<Form, Preview>,
  { services, by, params }: Poster,
  fields: Record<string, string | string[]>,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  return runChange(change, { services, by, params, form })
}

/** How a change is undone, for a test that calls it directly. */
export function undoIn({ undo }: HistoryWords): Undo {
  if (typeof undo === 'string') throw new Error(undo)
  return undo
}
