import { and, asc, desc, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import { summarizeBooking } from '#app/features/bookings/booking-summary.server.ts'
import { moneyOf, payPathOf } from '#app/features/bookings/booking-summary.ts'
import { bookingChanges, bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { phaseOf } from '#app/features/bookings/guest-page/stay-phase.server.ts'
import { findOpenPayment } from '#app/features/bookings/payments/open-payment.server.ts'
import { disputes, ledger, payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { seenBy } from '#app/features/properties/seen-by.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { dateInZone, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { formatMomentWithYear, formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { firstName } from '#app/shared/greeting.ts'
import { may } from '#app/shared/may.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { bookingPath } from '#app/shared/paths/booking-path.ts'
import type { ManagedStay, SentMail } from '../managed-stay.ts'
import { moneyVersion } from '../money/money-version.server.ts'
import { commissionVersion } from '../money/platform-commission.server.ts'
import { refundChoicesOf } from '../money/refund-choices.server.ts'
import { timeLeft } from '../time-left.ts'
import { guestVersion } from './correct-guest.server.ts'
import { sourceVersion } from './correct-source.server.ts'
import { getDoorCode } from './door-code.server.ts'
import { noteVersion } from './private-note.server.ts'

/** A booking as this operator sees it; null if none of their homes has one with this reference. */
export async function getManagedStay(services: Services, reference: string, by: Operator): Promise<ManagedStay | null> {
  const stay = await loadStay(services, reference, by)
  return stay && !may(by, 'contacts:read') ? withoutContact(stay) : stay
}

async function loadStay(services: Services, reference: string, by: Operator): Promise<ManagedStay | null> {
  const { db, clock, config, gateway } = services
  const [row] = await db
    .select({
      booking: bookings,
      property: properties,
      movedFrom: sql<
        string | null
      >`(select name from properties before where ${and(sql`before.id = ${bookings.movedFromPropertyId}`, seenBy(by, bookings.movedFromPropertyId))})`,
      declineTexts: sql<string[]>`(select decline_texts from ${site})`,
    })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(and(eq(bookings.reference, reference), seenBy(by, bookings.propertyId)))
  if (!row) return null
  const { booking, property, movedFrom } = row
  const now = clock.now()
  const { timeZone } = property
  const summary = await summarizeBooking(db, row)
  const refundable = { ...summary, status: booking.status, cancellationPolicy: booking.cancellationPolicy }
  const open = await findOpenPayment(db, booking.id)
  const refundChoices = refundChoicesOf({ ...refundable, today: dateInZone(now, timeZone) })
  const before = booking.movedFromNights
  const conflicts = await listConflicts(services, { bookingId: booking.id })
  return {
    ...summary,
    phase: phaseOf(summary, now),
    answerDue: booking.status === 'pending' && booking.answerBy ? timeLeft(booking.answerBy, now) : null,
    source: booking.source,
    sourceVersion: sourceVersion(booking),
    platformCommission: centsFromNumeric(booking.platformCommission),
    commissionVersion: commissionVersion(booking),
    privateNote: booking.privateNote ?? '',
    noteVersion: noteVersion(booking),
    guestVersion: guestVersion(booking),
    doorCode: await getDoorCode(db, row, now),
    guestUrl: `${config.siteUrl}/stay/${booking.token}`,
    payUrl: open && `${config.siteUrl}${payPathOf(open.payment)}`,
    conflicts: conflicts.map(({ nights, claim }) => ({ ...nights, ...claimantOf(claim, { nights, property }) })),
    promoCode: booking.promoCode,
    movedFrom: before && movedFrom && `${movedFrom}, ${formatSpanWithYear(before.from, before.to)}`,
    refundChoices:
      booking.status === 'confirmed' || (booking.status === 'cancelled' && refundChoices.most > 0)
        ? refundChoices
        : null,
    money: moneyOf(summary),
    moneyVersion: moneyVersion({ ...summary, status: booking.status }),
    refunded: centsFromNumeric(booking.refundAmount ?? '0'),
    remindedAt: booking.paymentRemindedAt && formatMomentWithYear(booking.paymentRemindedAt, timeZone),
    takesCards: gateway !== null,
    declineTexts: row.declineTexts.filter(Boolean),
    ...(await listEvents(services, { booking, timeZone })),
  }
}

/** What happened with the booking, and with the guest before. */
/** Who else claims nights of a stay, and where an operator settles it. */
function claimantOf(
  claim: NightConflict['claim'],
  { nights, property }: { nights: NightConflict['nights']; property: { slug: string } },
): Pick<ManagedStay['conflicts'][number], 'by' | 'guest' | 'settlePath'> {
  if (claim.kind === 'import') return { by: claim.calendar, guest: null, settlePath: '/admin/calendars#conflicts' }
  const calendarPath = `/admin/calendar?day=${nights.from}&property=${property.slug}`
  if (claim.kind === 'block') return { by: null, guest: null, settlePath: calendarPath }
  const guest = claim.guest ?? 'Somebody who is booking right now'
  return { by: null, guest, settlePath: claim.reference ? bookingPath(claim.reference) : calendarPath }
}

async function listEvents(
  services: Services,
  { booking, timeZone }: { booking: typeof bookings.$inferSelect; timeZone: string },
) {
  const { id, reference } = booking
  return {
    pastStays: await listPastStays(services, booking),
    disputes: await listDisputes(services, { id, timeZone }),
    refundRefusal: await getRefusal(services, id),
    ledger: await listLedger(services, { id, timeZone }),
    history: await listHistory(services, { id, timeZone }),
    mails: await listMails(services, { reference, timeZone }),
  }
}

/** Leaves out contact data: addresses, the guest's messages, and secret links. */
const withoutContact = (stay: ManagedStay): ManagedStay => ({
  ...stay,
  guest: { name: firstName(stay.guest.name), email: '', phone: null },
  specialRequests: null,
  pastStays: [],
  privateNote: '',
  noteVersion: '',
  guestVersion: '',
  guestUrl: '',
  payUrl: null,
  doorCode: { ...stay.doorCode, own: null, property: null, version: '' },
  ledger: stay.ledger.map((entry) => ({ ...entry, note: null })),
  history: stay.history.map((change) => ({ ...change, reason: null })),
  mails: [],
})

/** The check-in days of the guest's earlier stays. */
async function listPastStays({ db }: Services, stay: typeof bookings.$inferSelect): Promise<IsoDate[]> {
  if (stay.guestEmail === '') return []
  const rows = await db
    .select({ checkIn: bookings.checkInDate })
    .from(bookings)
    .where(
      and(
        sql`lower(${bookings.guestEmail}) = ${stay.guestEmail.toLowerCase()}`,
        eq(bookings.status, 'confirmed'),
        lt(bookings.checkInDate, stay.checkInDate),
      ),
    )
    .orderBy(asc(bookings.checkInDate))
  return rows.map(({ checkIn }) => checkIn)
}

async function listDisputes({ db }: Services, { id, timeZone }: { id: string; timeZone: string }) {
  const { status, isInquiry, amount, reason, answerBy, openedAt, closedAt } = disputes
  const rows = await db
    .select({ status, isInquiry, amount, reason, answerBy, openedAt, closedAt })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(eq(payments.bookingId, id))
    .orderBy(desc(openedAt))
  return rows.map((row) => ({
    ...row,
    amount: centsFromNumeric(row.amount),
    answerBy: row.answerBy && formatDate(dateInZone(row.answerBy, timeZone), 'long'),
    openedAt: formatMomentWithYear(row.openedAt, timeZone),
    closedAt: row.closedAt && formatMomentWithYear(row.closedAt, timeZone),
  }))
}

/** Why a card refuses a refund. */
async function getRefusal({ db }: Services, id: string) {
  const [row] = await db
    .select({ code: payments.refundRefusal })
    .from(payments)
    .where(and(eq(payments.bookingId, id), isNotNull(payments.refundRefusal)))
  return row?.code ?? null
}

async function listLedger({ db }: Services, { id, timeZone }: { id: string; timeZone: string }) {
  const { kind, amount, note, operatorName, happenedAt } = ledger
  const rows = await db
    .select({ kind, amount, note, operatorName, happenedAt })
    .from(ledger)
    .where(eq(ledger.bookingId, id))
    .orderBy(asc(happenedAt), asc(kind))
  return rows.map(({ happenedAt: at, amount: sum, ...entry }) => {
    return { ...entry, amount: centsFromNumeric(sum), time: at.toISOString(), at: formatMomentWithYear(at, timeZone) }
  })
}

async function listHistory({ db }: Services, { id, timeZone }: { id: string; timeZone: string }) {
  const { toStatus, cause, operatorName, reason, changedAt } = bookingChanges
  const rows = await db
    .select({ toStatus, cause, operatorName, reason, changedAt })
    .from(bookingChanges)
    .where(eq(bookingChanges.bookingId, id))
    .orderBy(asc(bookingChanges.number))
  return rows.map(({ changedAt: at, ...change }) => {
    return { ...change, time: at.toISOString(), at: formatMomentWithYear(at, timeZone) }
  })
}

/** The last attempt of each mail about the booking, newest first. */
async function listMails(
  { db }: Services,
  { reference, timeZone }: { reference: string; timeZone: string },
): Promise<SentMail[]> {
  const { to, subject, status, error, createdAt, mailId, id } = emailLogs
  const mail = sql`coalesce(${mailId}, ${id})`
  const empty = sql<string[] | null>`${emailLogs.payload} -> 'emptyInParagraph'`.as('empty')
  const last = db
    .selectDistinctOn([mail], { to, subject, status, error, createdAt, empty })
    .from(emailLogs)
    .where(sql`${emailLogs.payload} ->> 'reference' = ${reference}`)
    .orderBy(mail, desc(createdAt))
    .as('last')
  const rows = await db.select().from(last).orderBy(desc(last.createdAt))
  return rows.map(({ createdAt: at, empty: names, ...row }) => {
    return { ...row, time: at.toISOString(), at: formatMomentWithYear(at, timeZone), emptyInParagraph: names ?? [] }
  })
}
