import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { withBookingsLock } from '#app/features/bookings/status/expire-bookings.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Nights } from '#app/platform/db/nights.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { bookedTwiceMail } from './booked-twice.mail.tsx'

const overlaps = ({ from, to }: Nights) => sql`${occupancies.nights} && daterange(${from}, ${to})`

/** Whether another stay has or holds some of these nights. Needs the property's lock. */
export async function areTaken(
  tx: Tx,
  { propertyId, nights, bookingId }: { propertyId: string; nights: Nights; bookingId: string | null },
): Promise<boolean> {
  const [other] = await tx
    .select({ id: occupancies.id })
    .from(occupancies)
    .where(
      and(
        eq(occupancies.propertyId, propertyId),
        inArray(occupancies.kind, ['hold', 'booking']),
        overlaps(nights),
        bookingId === null ? undefined : sql`${occupancies.bookingId} is distinct from ${bookingId}`,
      ),
    )
    .limit(1)
  return other !== undefined
}

/** Gives nights that are free by now to the booking that waits for them. Needs the property's lock. */
export async function settleOverbookings(tx: Tx, propertyId: string): Promise<void> {
  const { id, bookingId, nights, createdAt } = occupancies
  const waiting = await tx
    .select({ id, bookingId, nights })
    .from(occupancies)
    .where(and(eq(occupancies.propertyId, propertyId), eq(occupancies.kind, 'overbooking')))
    .orderBy(asc(createdAt))
  for (const overbooking of waiting) {
    if (await areTaken(tx, { propertyId, ...overbooking })) continue
    await tx.update(occupancies).set({ kind: 'booking' }).where(eq(occupancies.id, overbooking.id))
  }
}

/** The same for all homes: whoever had the nights was moved, canceled or did not pay. */
export async function settleAllOverbookings(services: Services): Promise<void> {
  const homes = await services.db
    .selectDistinct({ propertyId: occupancies.propertyId })
    .from(occupancies)
    .where(eq(occupancies.kind, 'overbooking'))
  for (const { propertyId } of homes) {
    await withBookingsLock(services, [propertyId], (tx) => settleOverbookings(tx, propertyId))
  }
}

/** Tells the operator at once that two guests have the same nights. In the transaction that stores the second. */
export async function mailBookedTwice(services: Services, tx: Tx, bookingId: string): Promise<void> {
  const { clock, log } = services
  const conflicts = await listConflicts({ db: tx, clock }, { bookingId })
  const twice = conflicts.flatMap(({ claim, ...one }) => (claim.kind === 'stay' ? [{ ...one, claim }] : []))
  const [first] = twice
  if (!first) return
  const [property] = await tx
    .select({ name: properties.name })
    .from(properties)
    .where(and(eq(properties.id, first.propertyId), ne(properties.name, '')))
  const site = await getMailSite({ ...services, db: tx })
  log.warn({ event: 'channels.booked-twice', reference: first.stay.reference }, 'two guests have the same nights')
  await enqueueMail(services, tx, bookedTwiceMail({ site, property: property?.name ?? '', twice }))
}
