import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import { withPropertyLock } from '#app/features/availability/property-lock.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { occupancies, properties } from '#app/platform/db/schema.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { calendarConflictMail } from './calendar-sync.mail.tsx'

/** Imported nights that may well be another guest's, over those of a stay that the operator knows of. */
export type CalendarConflict = NightConflict & { claim: { kind: 'import' } }

/**
 * Not all that is shown as a conflict is worth a mail: nights closed elsewhere harm nobody, and in a calendar that calls everything
 * alike, the very nights of the stay are more likely its echo.
 */
function isWorthMail({ stay, claim }: NightConflict): boolean {
  if (claim.kind !== 'import' || stay.status === 'held' || claim.marked === 'block') return false
  const isSame = claim.nights.from === stay.nights.from && claim.nights.to === stay.nights.to
  return claim.marked === 'reserved' || !isSame
}

/** The calendar conflicts of a property, as they are now. */
export async function listCalendarConflicts(
  services: Parameters<typeof listConflicts>[0],
  propertyId: string,
): Promise<CalendarConflict[]> {
  return (await listConflicts(services, { propertyId })).filter((conflict): conflict is CalendarConflict =>
    isWorthMail(conflict),
  )
}

/** Marks imports that were just stored as in conflict, so that the operator gets an email. Within the transaction that stored them. */
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
    .set({ dispute: 'new' })
    .where(and(inArray(occupancies.id, ids), isNull(occupancies.dispute)))
  for (const { stay, claim, nights } of conflicts)
    log.warn(
      { reference: stay.reference, calendar: claim.calendar, ...nights },
      'another calendar has nights of a stay',
    )
}

/** Emails the operator about new calendar conflicts, one email a property. Gives the number of emails. */
export async function mailCalendarConflicts(services: Services): Promise<number> {
  const { db, clock } = services
  const affected = await db
    .selectDistinctOn([properties.id], { id: properties.id, name: properties.name })
    .from(occupancies)
    .innerJoin(properties, eq(properties.id, occupancies.propertyId))
    .where(eq(occupancies.dispute, 'new'))
    .orderBy(asc(properties.id))
  if (affected.length === 0) return 0
  const site = await getMailSite(services)
  let mails = 0
  for (const property of affected) {
    mails += await withPropertyLock(services, [property.id], async (tx) => {
      const marked = await tx
        .update(occupancies)
        .set({ dispute: 'told' })
        .where(and(eq(occupancies.propertyId, property.id), eq(occupancies.dispute, 'new')))
        .returning({ id: occupancies.id })
      const ids = new Set(marked.map(({ id }) => id))
      const conflicts = (await listCalendarConflicts({ db: tx, clock }, property.id)).filter(({ claim }) =>
        ids.has(claim.occupancyId),
      )
      if (conflicts.length === 0) return 0
      await enqueueMail(services, tx, calendarConflictMail({ site, property: property.name, conflicts }))
      return 1
    })
  }
  return mails
}
