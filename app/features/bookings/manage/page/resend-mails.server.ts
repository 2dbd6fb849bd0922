import { and, eq, inArray, sql } from 'drizzle-orm'
import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import type { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { CONFIRMED, stayConfirmedMail } from '#app/features/bookings/mail/booking-confirmed.mail.tsx'
import { bookingReceivedMail, RECEIVED } from '#app/features/bookings/mail/booking-request.mail.tsx'
import { DOOR_CODE } from '#app/features/bookings/mail/door-code.mail.tsx'
import { STAY_MESSAGE } from '#app/features/bookings/moments.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { inTransaction } from '#app/platform/jobs/jobs.server.ts'
import { cancelQueuedMail, enqueueMail, type Mail } from '#app/platform/mail/mail.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'

type About = {
  booking: Pick<typeof bookings.$inferSelect, 'id' | 'reference' | 'status'>
  /** The address that the emails were for, and the guest's address now. */
  from: string
  to: string
}

/** Each of these emails is true only while the booking has this status. */
const TRUE_WHILE: Record<string, string> = { [RECEIVED]: 'pending', [CONFIRMED]: 'confirmed', [DOOR_CODE]: 'confirmed' }

const mailsTo = ({ booking, from }: About) => ({ to: from, payload: { reference: booking.reference } })

/** Sends pending emails for the old address to the new one; to a guest without an address, nothing. */
export async function sendQueuedTo(services: Services, tx: Tx, about: About): Promise<void> {
  const waiting = await cancelQueuedMail(tx, mailsTo(about), { evenClaimed: true })
  const going = waiting.map((mail) => ({ ...mail, to: about.to }))
  await enqueueMail(services, tx, going)
}

/**
 * Sends refused and given-up emails again, if they are still true. Without any, the email with the booking's status.
 * False if there is nothing to send.
 */
export async function resendMails(services: Services, tx: Tx, about: About): Promise<boolean> {
  const { booking, from, to } = about
  const db = inTransaction(tx)
  const failed = await services.jobs.findJobs<Mail>('mail-failed', { data: mailsTo(about), db })
  const newest = new Map(failed.toSorted((a, b) => Number(a.createdOn) - Number(b.createdOn)).map(byTemplate))
  const mails = [...newest.values()].filter(
    // A message of a moment is not true at another one.
    ({ template }) => template !== STAY_MESSAGE && (TRUE_WHILE[template] ?? booking.status) === booking.status,
  )
  for (const { id } of failed) await services.jobs.deleteJob('mail-failed', id, { db })
  await tx
    .update(emailLogs)
    .set({ status: 'sent-again' })
    .where(
      and(
        eq(emailLogs.to, from),
        sql`${emailLogs.payload} ->> 'reference' = ${booking.reference}`,
        inArray(emailLogs.status, ['refused', 'given-up']),
      ),
    )
  const going = mails.length > 0 ? mails : await statusMails(services, tx, booking)
  // The operator knows whose address it is.
  await enqueueMail(
    services,
    tx,
    going.map(({ unverified: _, ...mail }) => ({ ...mail, to })),
  )
  return going.length > 0
}

const byTemplate = ({ data }: { data: Mail }): [string, Mail] => [data.template, data]

async function statusMails(services: Services, tx: Tx, { id, status }: About['booking']): Promise<Mail[]> {
  if (status !== 'pending' && status !== 'confirmed') return []
  const data = await getBookingMailData(services, tx, id)
  return status === 'pending' ? [bookingReceivedMail(data)] : [stayConfirmedMail(data)]
}
