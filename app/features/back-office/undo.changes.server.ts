import { z } from 'zod'
import { unnamedChange } from '#app/platform/change/define.server.ts'
import { undoChange } from './undo.server.ts'

/** The change of History: it undoes changes. */
export const undoChanges = {
  undo: unnamedChange('It is recorded under the name of what it takes back.', {
    // The scope and fresh sign-in of the change itself are required, too.
    scope: 'stays:read',
    form: z.object({ id: z.guid() }),
    run: ({ services, by }, { id }) => undoChange(services, { id, by }),
  }),
}
