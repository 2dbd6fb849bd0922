import { eq } from 'drizzle-orm'
import { storeLastDay } from '#app/features/bookings/booking-summary.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { stayMessageMail } from '#app/features/bookings/mail/stay-message.mail.tsx'
import type { StayMoment } from '#app/features/bookings/stay-moments.ts'
import { cancelsAfterWords } from '#app/features/bookings/unpaid-stays.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { dueMessage, WRITING_HOURS } from './due-messages.ts'
import { messagesChecked, recordMissedMessages } from './missed-messages.server.ts'
import {
  asSent,
  canLeave,
  getStayMessages,
  listStaysToWrite,
  recordMissingValues,
  type StayMessage,
  type StayMessages,
  storeStayMessage,
} from './stay-messages.server.ts'

/**
 * Writes to the guests who are due a message now, one message each. Any number of processes may do it at once. The
 * booking is locked, and what was sent is stored with the mail. A stay that fails is logged and does not stop the
 * others.
 */
export async function sendDueMessages(services: Services, signal: AbortSignal): Promise<void> {
  await recordMissedMessages(services)
  for (const { id, reference } of await listStaysToWrite(services, dateInZone(services.clock.now(), 'UTC'))) {
    if (signal.aborted) return
    try {
      await sendDueMessage(services, id)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      services.log.error({ event: 'stay-message.failed', err: error, reference }, 'a guest could not be written to')
    }
  }
}

async function sendDueMessage(services: Services, bookingId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const isIt = eq(bookings.id, bookingId)
    const [locked] = await tx.select({ status: bookings.status }).from(bookings).where(isIt).for('update')
    if (locked?.status !== 'confirmed') return
    const { data, messages, last } = await getStayMessages(services, tx, bookingId)
    const open = messages.filter(canLeave)
    const now = services.clock.now()
    await recordMissingValues(tx, { bookingId, messages, now })
    const { timeZone } = data.booking.property
    const message = dueMessage(open, { now, last, timeZone })
    if (!message) return
    const told = await withLastDay(tx, { bookingId, message, data })
    await storeStayMessage(tx, { bookingId, ...message }, asSent(told, data, now))
    // The mail host may be away until the night, or until it is too late.
    const leaves = { ...WRITING_HOURS, timeZone, until: message.until.toISOString() }
    await enqueueMail(services, tx, { ...stayMessageMail(data, told), leaves })
    services.log.info(
      { event: 'stay-message.sent', reference: data.booking.reference, moment: message.moment },
      'guest told',
    )
  })
}

/** A reminder to pay says when the stay is canceled automatically, if it is. That day is stored with it. */
async function withLastDay(
  tx: Tx,
  { bookingId, message, data }: { bookingId: string; message: StayMessage; data: StayMessages['data'] },
): Promise<StayMessage> {
  const last = message.moment === 'balance-due' || message.moment === 'not-paid' ? data.lastDayToPay : null
  if (!last) return message
  await storeLastDay(tx, bookingId, last)
  return { ...message, body: `${message.body}\n\n${cancelsAfterWords(last)}` }
}

/**
 * Skips messages that are due by now: before a backup was restored, the site may have sent them. Returns them by stay.
 */
export async function skipDueMessages(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
): Promise<{ reference: string; moments: StayMoment[] }[]> {
  const now = services.clock.now()
  return services.db.transaction(async (tx) => {
    // Messages sent between the backup and its restoring are not known, so none of them counts as missed.
    await messagesChecked(tx, now)
    const skipped = []
    for (const { id, reference } of await listStaysToWrite({ db: tx }, dateInZone(now, 'UTC'))) {
      const { messages } = await getStayMessages(services, tx, id)
      const due = messages.filter((message) => canLeave(message) && message.at <= now && now < message.until)
      for (const message of due) await storeStayMessage(tx, { bookingId: id, ...message }, { skippedAt: now })
      if (due.length > 0) skipped.push({ reference, moments: due.map(({ moment }) => moment) })
    }
    return skipped
  })
}
