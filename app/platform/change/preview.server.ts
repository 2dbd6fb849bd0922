import type { $ZodType } from 'zod/v4/core'
import { retryTransaction } from '../db/retry.server.ts'
import { rolledBack } from '../db/rolled-back.server.ts'
import type { Services } from '../services.server.ts'
import { createContentCache } from '../versioned-cache.server.ts'
import { followVersions, getVersions } from '../versions.server.ts'
import { type Change, type PostedForm, runChange } from './change.server.ts'

/**
 * Makes a change, returns the result of `show` with the services that see it, and rolls it back. Nobody else ever sees
 * it. Changes of other operators since the form was opened are replaced in it. Questions of the change count as
 * confirmed. Another refusal is returned as it is.
 */
export function previewChange<Shown>(
  change: Change<$ZodType, unknown>,
  posted: PostedForm,
  show: (services: Services, subjectId: string | undefined) => Promise<Shown>,
) {
  const { database, clock } = posted.services
  return retryTransaction(() =>
    rolledBack(database, async (db) => {
      const versions = followVersions({ clock, read: () => getVersions({ db, clock }) })
      const services = { ...posted.services, db, versions, cache: createContentCache({ clock, versions }) }
      const outcome = await runChange(change, { ...posted, services, isRolledBack: true })
      return outcome.ok ? { ok: true as const, shown: await show(services, outcome.subjectId) } : outcome
    }),
  )
}
