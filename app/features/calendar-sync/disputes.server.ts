import { and, inArray, isNull } from 'drizzle-orm'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { occupancies } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Imported nights that may well be another guest's, over those of a stay that the operator knows of. */
export type Dispute = NightConflict & { claim: { kind: 'import' } }

/**
 * Not all that is shown as a conflict is worth a mail: nights closed elsewhere harm nobody, and in a calendar that calls everything
 * alike, the very nights of the stay are more likely its echo.
 */
function isDispute({ stay, claim }: NightConflict): boolean {
  if (claim.kind !== 'import' || stay.status === 'held' || claim.marked === 'block') return false
  const isSame = claim.nights.from === stay.nights.from && claim.nights.to === stay.nights.to
  return claim.marked === 'reserved' || !isSame
}

/** The disputes of a home, as they are now. */
export async function listDisputes(
  services: Parameters<typeof listConflicts>[0],
  propertyId: string,
): Promise<Dispute[]> {
  return (await listConflicts(services, { propertyId })).filter((conflict): conflict is Dispute => isDispute(conflict))
}

/** Marks imports that were just stored as disputed, for the operator to be told. Within the transaction that stored them. */
export async function markDisputes(
  { clock, log }: Services,
  tx: Tx,
  { propertyId, touched }: { propertyId: string; touched: string[] },
): Promise<void> {
  if (touched.length === 0) return
  const fresh = new Set(touched)
  const disputes = (await listDisputes({ db: tx, clock }, propertyId)).filter(({ claim }) =>
    fresh.has(claim.occupancyId),
  )
  if (disputes.length === 0) return
  const ids = disputes.map(({ claim }) => claim.occupancyId)
  await tx
    .update(occupancies)
    .set({ dispute: 'new' })
    .where(and(inArray(occupancies.id, ids), isNull(occupancies.dispute)))
  for (const { stay, claim, nights } of disputes)
    log.warn(
      { reference: stay.reference, calendar: claim.calendar, ...nights },
      'another calendar has nights of a stay',
    )
}
