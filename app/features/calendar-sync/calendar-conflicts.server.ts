import { and, inArray, isNull } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Imported nights that are probably another guest's and overlap a stay known to the operator. */
type CalendarConflict = NightConflict & { claim: { kind: 'import' } }

/**
 * Not every conflict shown is worth an email. Nights closed elsewhere do no harm. In a calendar that does not distinguish
 * kinds, exactly the nights of the stay are probably its echo.
 */
function isWorthMail({ stay, claim }: NightConflict): boolean {
  if (claim.kind !== 'import' || stay.status === 'held' || claim.eventKind === 'block') return false
  const isSame = claim.nights.from === stay.nights.from && claim.nights.to === stay.nights.to
  return claim.eventKind === 'reserved' || !isSame
}

/** The current calendar conflicts of a property. */
export async function listCalendarConflicts(
  services: Parameters<typeof listConflicts>[0],
  propertyId: string,
): Promise<CalendarConflict[]> {
  return (await listConflicts(services, { propertyId })).filter((conflict): conflict is CalendarConflict =>
    isWorthMail(conflict),
  )
}

/** Marks new imports that conflict with a booking, for an email to the operator. Runs in the transaction that stores them. */
export async function markCalendarConflicts(
  { clock, log }: Services,
  tx: Tx,
  { propertyId, touched }: { propertyId: string; touched: string[] },
): Promise<void> {
  if (touched.length === 0) return
  const fresh = new Set(touched)
  const conflicts = (await listCalendarConflicts({ db: tx, clock }, propertyId)).filter(({ claim }) =>
    fresh.has(claim.occupancyId),
  )
  if (conflicts.length === 0) return
  const ids = conflicts.map(({ claim }) => claim.occupancyId)
  await tx
    .update(occupancies)
    .set({ conflictNotice: 'new' })
    .where(and(inArray(occupancies.id, ids), isNull(occupancies.conflictNotice)))
  for (const { stay, claim, nights } of conflicts)
    log.warn(
      { event: 'calendar.conflict', reference: stay.reference, calendar: claim.calendar, ...nights },
      'calendar conflict',
    )
}
