import { createHash, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { recordAudit } from '#app/platform/change/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, properties, replacedStayLinks } from '#app/platform/db/schema.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { phaseOf } from '../find-booking.server.ts'
import { isExpected } from '../guest-page/guest-page.ts'
import { guestLinkMail } from '../mail/guest-link.mail.tsx'

export type RenewOutcome =
  | { ok: true; auditId: string }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'key-reused' }
  | { ok: false; reason: 'refused'; message: string }

const hashOf = (token: string) => createHash('sha256').update(token.toLowerCase()).digest('hex')

/** Gives the guest page another address, once per `key`, and mails it to the guest. The old one only says that it was replaced. */
export async function renewGuestLink(
  services: Services,
  { reference, key, by }: { reference: string; key: string; by: Operator },
): Promise<RenewOutcome> {
  const now = services.clock.now()
  return services.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ booking: bookings, property: properties })
      .from(bookings)
      .innerJoin(properties, eq(properties.id, bookings.propertyId))
      .where(eq(bookings.reference, reference))
      .for('update', { of: bookings })
    if (!row) return { ok: false, reason: 'not-found' }
    const { booking, property } = row
    return withIdempotency<RenewOutcome>(tx, { scope: 'guest-link', key, payload: { reference }, now }, async () => {
      if (!isExpected({ status: booking.status, phase: phaseOf({ ...booking, property }, now) })) {
        return { ok: false, reason: 'refused', message: 'This stay is over or was called off. Nothing was changed.' }
      }
      await replaceToken(tx, booking, now)
      const data = await getBookingMailData(services, tx, booking.id)
      await enqueueMail(services, tx, guestLinkMail(data))
      const change = { action: 'booking.guest-link-renewed', subjectId: booking.id } as const
      return { ok: true, auditId: await recordAudit(tx, { by, ...change, at: now }) }
    })
  })
}

async function replaceToken(tx: Tx, booking: { id: string; token: string }, now: Date): Promise<void> {
  const token = randomUUID()
  await tx.update(bookings).set({ token }).where(eq(bookings.id, booking.id))
  const replaced = { tokenHash: hashOf(booking.token), bookingId: booking.id, replacedAt: now }
  await tx.insert(replacedStayLinks).values(replaced)
  // Mail that has not been sent yet has the old address.
  await tx.execute(sql`update pgboss.job set data = replace(data::text, ${booking.token}, ${token})::jsonb
    where name in ('mail', 'mail-failed') and data::text like ${`%${booking.token}%`}`)
}

/** Whether this was the token of a guest page until an operator replaced it. */
export async function isReplacedToken({ db }: Pick<Services, 'db'>, token: string): Promise<boolean> {
  const found = await db
    .select({ id: replacedStayLinks.bookingId })
    .from(replacedStayLinks)
    .where(eq(replacedStayLinks.tokenHash, hashOf(token)))
  return found.length > 0
}
