import type { Services } from '#app/platform/services.server.ts'
import { mailTurnoverChanges } from './turnover-changes.server.ts'

/** Tells cleaners what changed since they saw it. */
export async function watchTurnovers(services: Services): Promise<void> {
  await mailTurnoverChanges(services)
}
