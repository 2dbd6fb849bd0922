import { type UndoOutcome, undoRecorded } from '#app/platform/change/undo.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { confirmsUndo, undoOf } from './changes.server.ts'

/** Undoes a change, once, and records that. `id` is that of the new record. */
export const undoChange = (services: Services, change: { id: string; by: Operator }): Promise<UndoOutcome> =>
  undoRecorded(services, { ...change, undoOf: (recorded) => undoOf(recorded, change.by), confirms: confirmsUndo })
