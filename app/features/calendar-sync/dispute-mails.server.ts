import { and, asc, eq } from 'drizzle-orm'
import { lockHome } from '#app/features/availability/home-lock.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import { occupancies, properties } from '#app/platform/db/schema.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { nightsDisputed } from './calendar-sync.mail.tsx'
import { listDisputes } from './disputes.server.ts'

/** Writes to the operator about nights that two guests have, once for each, home by home. Gives the number of mails. */
export async function tellOfDisputes(services: Services): Promise<number> {
  const { db, clock } = services
  const homes = await db
    .selectDistinctOn([properties.id], { id: properties.id, name: properties.name })
    .from(occupancies)
    .innerJoin(properties, eq(properties.id, occupancies.propertyId))
    .where(eq(occupancies.dispute, 'new'))
    .orderBy(asc(properties.id))
  if (homes.length === 0) return 0
  const site = await getMailSite(services)
  let mails = 0
  for (const home of homes) {
    await db.transaction(async (tx) => {
      await lockHome(tx, home.id)
      const told = await tx
        .update(occupancies)
        .set({ dispute: 'told' })
        .where(and(eq(occupancies.propertyId, home.id), eq(occupancies.dispute, 'new')))
        .returning({ id: occupancies.id })
      const ids = new Set(told.map(({ id }) => id))
      const disputes = (await listDisputes({ db: tx, clock }, home.id)).filter(({ claim }) =>
        ids.has(claim.occupancyId),
      )
      if (disputes.length === 0) return
      await enqueueMail(services, tx, nightsDisputed({ site, home: home.name, disputes }))
      mails += 1
    })
  }
  return mails
}
