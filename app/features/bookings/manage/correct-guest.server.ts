import { eq } from 'drizzle-orm'
import { recordAudit, type Undo } from '#app/platform/change/audit.server.ts'
import { changedSinceWords, versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, properties } from '#app/platform/db/schema.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { resendMails, sendQueuedTo } from './resend-mails.server.ts'

type Booking = typeof bookings.$inferSelect
type Guest = { name: string; email: string; phone: string | null }

export type CorrectOutcome =
  | { ok: true; auditId?: string }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'key-reused' }
  | { ok: false; reason: 'refused'; message: string; field?: 'guestEmail' }

type Correction = {
  reference: string
  guest: Guest
  /** The guest as the form showed them. */
  version: string
  /** Whether emails that did not arrive are sent again. */
  resend: boolean
  key: string
  by: Operator
}

const guestOf = ({ guestName: name, guestEmail: email, guestPhone: phone }: Booking): Guest => ({ name, email, phone })

/** What the form carries, so that it never replaces what its operator has not seen. */
export const guestVersion = (booking: Booking) => versionOf(guestOf(booking))

/** Corrects who a guest is and how to reach them, once per `key`. Emails from then on go to the new address. */
export async function correctGuest(
  services: Services,
  { by, key, ...correction }: Correction,
): Promise<CorrectOutcome> {
  const now = services.clock.now()
  const { reference } = correction
  return services.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ booking: bookings, timeZone: properties.timeZone })
      .from(bookings)
      .innerJoin(properties, eq(properties.id, bookings.propertyId))
      .where(eq(bookings.reference, reference))
      .for('update', { of: bookings })
    if (!row) return { ok: false, reason: 'not-found' }
    return withIdempotency<CorrectOutcome>(tx, { scope: 'guest', key, payload: correction, now }, () =>
      correct(services, tx, { ...row, ...correction, by, now }),
    )
  })
}

type Locked = Omit<Correction, 'key'> & { booking: Booking; timeZone: string; now: Date }

async function correct(services: Services, tx: Tx, { booking, guest, ...rest }: Locked): Promise<CorrectOutcome> {
  const before = guestOf(booking)
  const isChanged = canonical(before) !== canonical(guest)
  if (guest.email === '' && before.email !== '' && booking.source === 'website') {
    const message = 'Please enter an email address: this guest booked on the site and is told by email'
    return { ok: false, reason: 'refused', message, field: 'guestEmail' }
  }
  if (isChanged && rest.version !== versionOf(before)) {
    const about = { subject: 'booking', subjectId: booking.id, timeZone: rest.timeZone }
    return { ok: false, reason: 'refused', message: await changedSinceWords(tx, { ...about, lines: linesOf(before) }) }
  }
  const { name: guestName, email: guestEmail, phone: guestPhone } = guest
  await tx.update(bookings).set({ guestName, guestEmail, guestPhone }).where(eq(bookings.id, booking.id))
  const about = { booking, from: before.email, to: guest.email }
  if (before.email !== guest.email) await sendQueuedTo(services, tx, about)
  const isResent = rest.resend && guest.email !== '' && (await resendMails(services, tx, about))
  if (!isChanged && !isResent) return { ok: true }
  const change = { action: 'booking.guest-corrected', subjectId: booking.id } as const
  const auditId = await recordAudit(tx, {
    ...{ by: rest.by, ...change, at: rest.now },
    before: { ...before, ...(!isResent && { undo: true }) },
    after: { ...guest, ...(isResent && { emailsSentAgain: true }) },
  })
  return { ok: true, auditId }
}

const linesOf = ({ name, email, phone }: Guest) =>
  [name, email, phone].filter((line): line is string => line !== null && line !== '')

/** Brings the earlier details back, unless they were corrected again since. */
export const undoGuestCorrection: Undo = async (tx, services, { subjectId, before, after }) => {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, subjectId)).for('update')
  const { name, email, phone } = before as Guest
  if (!booking || canonical(guestOf(booking)) !== canonical(after)) {
    return { ok: false, message: 'The guest’s details were corrected again since.' }
  }
  const restored = { guestName: name, guestEmail: email, guestPhone: phone }
  await tx.update(bookings).set(restored).where(eq(bookings.id, subjectId))
  await sendQueuedTo(services, tx, { booking, from: booking.guestEmail, to: email })
  return undefined
}
