import { z } from 'zod'
import { unnamedChange } from '#app/platform/change/define.server.ts'
import { undoChange } from './undo.server.ts'

/** What History changes: it takes changes back. */
export const undoChanges = {
  undo: unnamedChange('It is recorded under the name of what it takes back.', {
    // That of the change itself is asked as well, and its fresh sign-in.
    scope: 'stays:read',
    form: z.object({ id: z.guid() }),
    run: ({ services, by }, { id }) => undoChange(services, { id, by }),
  }),
}
