import { and, asc, eq } from 'drizzle-orm'
import { lockHome } from '#app/features/availability/home-lock.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import { occupancies, properties } from '#app/platform/db/schema.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { listCalendarConflicts } from './calendar-conflicts.server.ts'
import { calendarConflictMail } from './calendar-sync.mail.tsx'

/** Writes to the operator about nights that two guests have, once for each, home by home. Gives the number of mails. */
export async function mailCalendarConflicts(services: Services): Promise<number> {
  const { db, clock } = services
  const propertyRows = await db
    .selectDistinctOn([properties.id], { id: properties.id, name: properties.name })
    .from(occupancies)
    .innerJoin(properties, eq(properties.id, occupancies.propertyId))
    .where(eq(occupancies.dispute, 'new'))
    .orderBy(asc(properties.id))
  if (propertyRows.length === 0) return 0
  const site = await getMailSite(services)
  let mails = 0
  for (const property of propertyRows) {
    await db.transaction(async (tx) => {
      await lockHome(tx, property.id)
      const told = await tx
        .update(occupancies)
        .set({ dispute: 'told' })
        .where(and(eq(occupancies.propertyId, property.id), eq(occupancies.dispute, 'new')))
        .returning({ id: occupancies.id })
      const ids = new Set(told.map(({ id }) => id))
      const conflicts = (await listCalendarConflicts({ db: tx, clock }, property.id)).filter(({ claim }) =>
        ids.has(claim.occupancyId),
      )
      if (conflicts.length === 0) return
      await enqueueMail(services, tx, calendarConflictMail({ site, property: property.name, conflicts }))
      mails += 1
    })
  }
  return mails
}
