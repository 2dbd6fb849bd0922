import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import { bookings, replacedStayLinks } from '#app/features/bookings/bookings.tables.server.ts'
import { isExpected } from '#app/features/bookings/guest-page/guest-page.ts'
import { phaseOf } from '#app/features/bookings/guest-page/stay-phase.server.ts'
import { guestLinkMail } from '#app/features/bookings/mail/guest-link.mail.tsx'
import { defineChange } from '#app/platform/change/define.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { renewLinkSchema } from '../booking-forms.server.ts'
import { OLD_LINK, ofBooking, refuseOver } from '../change-booking.server.ts'

const hashOf = (token: string) => createHash('sha256').update(token.toLowerCase()).digest('hex')

/** Gives the guest page another address and mails it to the guest. The old one only says that it was replaced. */
export const renewGuestLink = defineChange({
  scope: 'stays:write',
  name: 'booking.guest-link-renewed',
  words: 'Link to the guest’s page replaced',
  facts: {},
  undo: OLD_LINK,
  ...ofBooking,
  form: renewLinkSchema,
  once: 'guest-link',
  run: async (tx, _, { services, now, subject: { booking, property } }) => {
    if (!isExpected({ status: booking.status, phase: phaseOf({ ...booking, property }, now) })) {
      return refuseOver
    }
    await replaceToken(tx, booking, now)
    await enqueueMail(services, tx, guestLinkMail(await getBookingMailData(services, tx, booking.id)))
    return { subjectId: booking.id }
  },
})

async function replaceToken(tx: Tx, booking: { id: string; token: string }, now: Date): Promise<void> {
  // The database makes tokens of 128 random bits, and a random UUID has 122.
  const renewed = { token: sql`default` }
  const [row] = await tx.update(bookings).set(renewed).where(eq(bookings.id, booking.id)).returning()
  if (!row) throw new Error('the booking is locked, and gone')
  const replaced = { tokenHash: hashOf(booking.token), bookingId: booking.id, replacedAt: now }
  await tx.insert(replacedStayLinks).values(replaced)
  // Mail that has not been sent yet has the old address.
  await tx.execute(sql`update pgboss.job set data = replace(data::text, ${booking.token}, ${row.token})::jsonb
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
