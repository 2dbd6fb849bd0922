import type { $ZodType } from 'zod/v4/core'
import { retryTransaction } from '../db/retry.server.ts'
import { rolledBack } from '../db/rolled-back.server.ts'
import type { Services } from '../services.server.ts'
import { createContentCache } from '../versioned-cache.server.ts'
import { followVersions, getVersions } from '../versions.server.ts'
import { type Change, type PostedForm, runChange } from './change.server.ts'

/**
 * Makes a change, returns what `show` makes of the services that see it, and takes the change back. Nobody else ever
 * sees it. What another operator changed since the form was opened is replaced in it. What a change asks before it is
 * made is taken as answered. Another refusal is returned as it is.
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
