import { z } from 'zod'
import type { Change } from '#app/platform/change/change.server.ts'
import { undoChange } from './undo.server.ts'

const ofOne = z.object({ id: z.guid() })

/** What History changes: it takes changes back. */
export const undoChanges = {
  undo: { form: ofOne, run: ({ services, by }, { id }) => undoChange(services, { id, by }) } satisfies Change<
    typeof ofOne
  >,
}
