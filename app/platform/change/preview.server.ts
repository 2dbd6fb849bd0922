import type { $ZodType } from 'zod/v4/core'
import { retryTransaction } from '../db/retry.server.ts'
import { rolledBack } from '../db/rolled-back.server.ts'
import type { Services } from '../services.server.ts'
import { createContentCache } from '../versioned-cache.server.ts'
import { followVersions, getVersions } from '../versions.server.ts'
import { type Change, type PostedForm, runChange } from './change.server.ts'

/** Returns the result of `show` with services whose writes nobody else ever sees: they are rolled back. */
export const withoutTrace = <Shown>(services: Services, show: (inside: Services) => Promise<Shown>): Promise<Shown> =>
  retryTransaction(() =>
    rolledBack(services.database, (db) => {
      const { clock } = services
      const versions = followVersions({ clock, read: () => getVersions({ db, clock }) })
      return show({ ...services, db, versions, cache: createContentCache({ clock, versions }) })
    }),
  )

/**
 * Makes a change, returns the result of `show` with the services that see it, and rolls it back. Nobody else ever sees
 * it. Changes of other operators since the form was opened are replaced in it. Questions of the change count as
 * confirmed. Another refusal is returned as it is.
 */
export const previewChange = <Shown>(
  change: Change<$ZodType, unknown>,
  posted: PostedForm,
  show: (services: Services, subjectId: string | undefined) => Promise<Shown>,
) =>
  withoutTrace(posted.services, async (services) => {
    const outcome = await runChange(change, { ...posted, services, isRolledBack: true })
    return outcome.ok ? { ok: true as const, shown: await show(services, outcome.subjectId) } : outcome
  })
