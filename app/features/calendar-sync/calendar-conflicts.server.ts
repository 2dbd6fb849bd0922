import { and, eq, exists, inArray, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, occupancies } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Imported nights that are probably another guest's and overlap a stay known to the operator. */
type CalendarConflict = NightConflict & { claim: { kind: 'import' } }

/**
 * Not every conflict shown is worth an email. Nights closed elsewhere do no harm. In a calendar that does not distinguish
 * kinds, exactly the nights of the stay are probably its echo.
 */
function isWorthMail({ stay, claim }: NightConflict): boolean {
  if (claim.kind !== 'import' || stay.status === 'held' || claim.marked === 'block') return false
  const isSame = claim.nights.from === stay.nights.from && claim.nights.to === stay.nights.to
  return claim.marked === 'reserved' || !isSame
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
  await joinSoldElsewhere(tx, touched)
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

/** An event of another calendar with exactly the nights of a booking is the same stay, and no conflict. */
export async function joinEvents(tx: Tx, bookingIds: string[]): Promise<void> {
  const event = alias(occupancies, 'event')
  const stays = tx
    .select({ id: event.id })
    .from(event)
    .innerJoin(occupancies, and(eq(occupancies.propertyId, event.propertyId), eq(occupancies.nights, event.nights)))
    .where(and(eq(event.kind, 'import'), inArray(occupancies.bookingId, bookingIds)))
  await tx.update(occupancies).set({ conflictNotice: 'settled' }).where(inArray(occupancies.id, stays))
}

const PLATFORMS = ['airbnb', 'vrbo', 'booking-com'] as const

/** A platform sold a booking, such as one of a file. An event with exactly its nights is the same stay. */
async function joinSoldElsewhere(tx: Tx, touched: string[]): Promise<void> {
  const stay = alias(occupancies, 'stay')
  const sold = tx
    .select({ id: stay.id })
    .from(stay)
    .innerJoin(bookings, eq(bookings.id, stay.bookingId))
    .where(
      and(
        eq(stay.propertyId, occupancies.propertyId),
        eq(stay.nights, occupancies.nights),
        inArray(bookings.source, PLATFORMS),
      ),
    )
  await tx
    .update(occupancies)
    .set({ conflictNotice: 'settled' })
    .where(and(inArray(occupancies.id, touched), eq(occupancies.kind, 'import'), exists(sold)))
}
