import { and, asc, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import { moneyOf, refusedOf } from '#app/features/bookings/booking-summary.ts'
import { bookingChanges, bookings } from '#app/features/bookings/bookings.tables.server.ts'
import type { BookingMailData } from '#app/features/bookings/mail/booking-request.mail.tsx'
import {
  fillPlaceholders,
  type MessageText,
  missingValues,
  type PlaceholderValues,
  withoutLinks,
} from '#app/features/bookings/moments.ts'
import { latePaymentOfGuest } from '#app/features/bookings/payment-plan.ts'
import { valuesOf } from '#app/features/bookings/placeholder-values.ts'
import type { StayMoment } from '#app/features/bookings/stay-moments.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { stayReviews } from '#app/features/reviews/reviews.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { type PlannedMessage, planMessages } from './due-messages.ts'
import { stayMessages } from './guest-messages.tables.server.ts'

/** A moment of one stay: its text, its time, and its state. */
export type StayMessage = PlannedMessage &
  MessageText & {
    /** The text before its placeholders are filled. */
    unfilled: MessageText
    isOn: boolean
    /** The words are for this guest alone. */
    isChanged: boolean
    skippedAt: Date | null
    sentAt: Date | null
    /** Placeholders without a value for this stay: as long as there are any, it does not leave. */
    empty: string[]
  }

/** Whether it is sent automatically. */
export const canLeave = ({ isOn, skippedAt, sentAt, empty }: StayMessage) =>
  isOn && !skippedAt && !sentAt && empty.length === 0

export type StayMessages = {
  data: BookingMailData
  messages: StayMessage[]
  /** When the guest was written to last: by a message, or by the confirmation. */
  last: Date
  values: PlaceholderValues
}

/** The sent and coming messages to the guest of a confirmed stay. Filled with the values of the stay. */
export async function getStayMessages(
  services: Pick<Services, 'config' | 'clock'>,
  tx: Tx,
  bookingId: string,
): Promise<StayMessages> {
  const data = await getBookingMailData(services, tx, bookingId)
  const { booking, texts } = data
  const kept = await tx.select().from(stayMessages).where(eq(stayMessages.bookingId, bookingId))
  const [confirmed] = await tx
    .select({ at: bookingChanges.changedAt })
    .from(bookingChanges)
    .where(and(eq(bookingChanges.bookingId, bookingId), eq(bookingChanges.toStatus, 'confirmed')))
    .orderBy(desc(bookingChanges.changedAt))
    .limit(1)
  const { toPay } = moneyOf(booking)
  const today = dateInZone(services.clock.now(), booking.property.timeZone)
  const [next] = toPay
  const values = valuesOf(data)
  const plan = planMessages({
    checkInDate: booking.checkInDate,
    checkOutDate: booking.checkOutDate,
    timeZone: booking.property.timeZone,
    dueOn: next?.dueOn ?? null,
    isLate: refusedOf(booking.payments) > 0 || latePaymentOfGuest(toPay, today) !== null,
    guideOpensOn: data.guide && data.guide.parts.length > 0 ? data.guide.opensOn : null,
    hasReview: (await tx.$count(stayReviews, eq(stayReviews.bookingId, bookingId))) > 0,
  })
  const messages = plan.map((planned): StayMessage => {
    const own = kept.find(({ moment, anchor }) => moment === planned.moment && anchor === planned.anchor)
    const changed = own?.subject && own.body ? { subject: own.subject, body: own.body } : null
    const { isOn, subject, body } = texts[planned.moment]
    const text = changed ?? { subject, body }
    return {
      ...planned,
      subject: fillPlaceholders(text.subject, values),
      body: fillPlaceholders(text.body, values),
      unfilled: text,
      isOn,
      isChanged: changed !== null,
      empty: missingValues(text, values),
      skippedAt: own?.skippedAt ?? null,
      sentAt: own?.sentAt ?? null,
    }
  })
  // A clock that was ahead would silence the stay until that time.
  const isPast = (at: Date) => at <= services.clock.now()
  const times = [confirmed?.at, ...kept.map(({ sentAt }) => sentAt)].flatMap((at) =>
    at && isPast(at) ? at.getTime() : [],
  )
  return { data, messages, values, last: new Date(Math.max(0, ...times)) }
}

/**
 * Stays whose guests may be due a message today: those near one of its days. Homes' days differ from it by one at most.
 */
export async function listStaysToWrite({ db }: Pick<Services, 'db'>, today: IsoDate) {
  const near = (day: typeof bookings.checkInDate | typeof bookings.checkOutDate, from: number, to: number) =>
    sql`${day} between ${today}::date + ${from}::int and ${today}::date + ${to}::int`
  const opensSoon = sql`exists (select from arrival_guides guide where guide.property_id = ${bookings.propertyId}
    and ${bookings.checkInDate} between ${today}::date - 1 and ${today}::date + guide.shown_days + 1
    and not exists (select from stay_messages told where told.booking_id = ${bookings.id}
      and told.moment = 'arrival-guide' and told.anchor = ${bookings.checkInDate} and coalesce(sent_at, skipped_at) is not null))`
  const isToPay = sql`${bookings.checkInDate} >= ${today}::date - 1 and exists (
    select from jsonb_array_elements(${bookings.paymentSchedule}) part
    where (part ->> 'dueOn')::date between ${today}::date - 30 and ${today}::date + 4)`
  return db
    .select({ id: bookings.id, reference: bookings.reference })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(
      and(
        eq(bookings.status, 'confirmed'),
        sql`${bookings.guestEmail} <> ''`,
        sql`${bookings.checkOutDate} >= ${today}::date - 9`,
        or(near(bookings.checkInDate, -2, 2), near(bookings.checkOutDate, -9, 2), opensSoon, isToPay),
      ),
    )
}

type StoredMessage = Omit<Partial<typeof stayMessages.$inferInsert>, 'bookingId' | 'moment' | 'anchor'>

/** The stored copy of a sent message. Its template may change afterwards, the copy may not. */
export const asSent = ({ subject, body }: MessageText, { stayUrl }: BookingMailData, sentAt: Date): StoredMessage => ({
  sentAt,
  sentSubject: subject,
  sentBody: withoutLinks(body, stayUrl),
})

/** Stores the state of a moment of a stay. */
export async function storeStayMessage(
  tx: Tx,
  { bookingId, moment, anchor }: { bookingId: string; moment: StayMoment; anchor: IsoDate },
  kept: StoredMessage,
): Promise<void> {
  const target = [stayMessages.bookingId, stayMessages.moment, stayMessages.anchor]
  await tx
    .insert(stayMessages)
    .values({ bookingId, moment, anchor, ...kept })
    .onConflictDoUpdate({ target, set: kept })
}

/** This long before its time, a message that cannot be sent is a task on Today. */
const AHEAD_MS = 2 * 86_400_000

/** Records which messages of a stay wait for a placeholder. The caller has locked the booking. */
export async function recordMissingValues(
  tx: Tx,
  { bookingId, messages, now }: { bookingId: string; messages: StayMessage[]; now: Date },
): Promise<void> {
  const isRecorded = and(eq(stayMessages.bookingId, bookingId), isNotNull(stayMessages.missingValues))
  const { moment, anchor, missingValues } = stayMessages
  const recorded = await tx
    .select({ moment, anchor, missingValues })
    .from(stayMessages)
    .where(isRecorded)
    .orderBy(asc(moment))
  const waiting = messages
    .filter(({ isOn, skippedAt, sentAt, empty }) => isOn && !skippedAt && !sentAt && empty.length > 0)
    .filter(({ at, until }) => at.getTime() - AHEAD_MS <= now.getTime() && now < until)
    .map((message) => ({ moment: message.moment, anchor: message.anchor, missingValues: message.empty }))
    .toSorted((one, other) => (one.moment < other.moment ? -1 : 1))
  if (canonical(recorded) === canonical(waiting)) return
  await tx.update(stayMessages).set({ missingValues: null }).where(isRecorded)
  for (const { missingValues: empty, ...message } of waiting) {
    await storeStayMessage(tx, { bookingId, ...message }, { missingValues: empty })
  }
}
