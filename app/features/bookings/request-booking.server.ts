import { eq } from 'drizzle-orm'
import { judgeHomeStay, lockHome } from '#app/features/availability/availability.server.ts'
import { BODY_NAMES, datesTaken, problemOf, type Quote, type Refusal } from '#app/features/availability/availability.ts'
import { getMailSite, getTermsVersion } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { errorCode, retryTransaction } from '#app/platform/db/retry.server.ts'
import { bookings, occupancies, properties } from '#app/platform/db/schema.server.ts'
import { answerOnce } from '#app/platform/idempotency/idempotency.server.ts'
import { enqueueMail } from '#app/platform/outbox/outbox.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMoney, numericFromCents } from '#app/shared/money.ts'
import { newReference } from './booking-reference.server.ts'
import { bookingReceivedMails } from './bookings.mail.tsx'
import type { BookingRefusalReason, BookingRequest, RequestedBooking } from './bookings.ts'
import { expireLapsedHolds } from './lapsed-holds.server.ts'

export type BookingRefusal = {
  ok: false
  reason: BookingRefusalReason
  message: string
  /** By the names of the request. */
  fields: Record<string, string>
  /** With `price-changed`: what the stay costs now. */
  quote?: Quote
}
type BookingOutcome = { ok: true; booking: RequestedBooking } | BookingRefusal

const EXCLUSION_VIOLATION = '23P01'

/**
 * Stores a booking as `pending` and gives it the nights, both or neither. With a key, pressing twice makes one booking
 * (decision 16). The mails about it commit with it.
 */
export async function requestBooking(
  services: Services,
  input: BookingRequest,
  { idempotencyKey }: { idempotencyKey?: string } = {},
): Promise<BookingOutcome> {
  const { db, clock, log } = services
  // Before the transaction, which may hold the only connection.
  const site = await getMailSite(services)
  const outcome = await retryTransaction(() =>
    db.transaction(
      async (tx) => {
        if (idempotencyKey === undefined) return book(services, tx, input, site)
        const once = { scope: 'bookings', key: idempotencyKey, payload: input, now: clock.now() }
        return answerOnce<BookingOutcome>(tx, once, () => book(services, tx, input, site))
      },
      // At a stricter level the snapshot would be taken before the home's lock is granted, and show its nights as free.
      { isolationLevel: 'read committed' },
    ),
  ).catch((error: unknown) => {
    if (errorCode(error) === EXCLUSION_VIOLATION) return refused(datesTaken())
    throw error
  })
  if (outcome.ok) log.info({ reference: outcome.booking.reference, propertyId: input.propertyId }, 'booking requested')
  if (!outcome.ok && outcome.reason === 'key-reused') return keyReused()
  return outcome as BookingOutcome
}

type MailSite = Awaited<ReturnType<typeof getMailSite>>

async function book(services: Services, tx: Tx, input: BookingRequest, site: MailSite): Promise<BookingOutcome> {
  const { propertyId, checkInDate, checkOutDate, adults, children, infants, pets } = input
  await lockHome(tx, propertyId)
  const stay = { checkIn: checkInDate, checkOut: checkOutDate, adults, children, infants, pets }
  const verdict = await judgeHomeStay(services, { propertyId, ...stay }, tx)
  if (!verdict.ok) return refused(verdict)
  const { quote } = verdict
  if (input.expectedTotal !== undefined && input.expectedTotal !== quote.total) return priceChanged(quote)
  const termsVersion = await getTermsVersion({ db: tx, clock: services.clock })
  if (input.termsVersion !== undefined && input.termsVersion !== termsVersion) return termsChanged()

  await expireLapsedHolds(tx, propertyId, services.clock.now())
  const row = await insertBooking(tx, {
    propertyId,
    guestName: input.guestName,
    guestEmail: input.guestEmail,
    guestPhone: input.guestPhone,
    specialRequests: input.specialRequests,
    checkInDate,
    checkOutDate,
    numberOfGuests: adults + children,
    adults,
    children,
    infants,
    pets,
    totalAmount: numericFromCents(quote.total),
    lines: quote.lines,
    status: 'pending',
    termsVersion,
    createdAt: services.clock.now(),
  })
  await tx
    .insert(occupancies)
    .values({ propertyId, nights: { from: checkInDate, to: checkOutDate }, kind: 'booking', bookingId: row.id })
  const booking = { ...row, status: 'pending' as const, ...quote }
  const [home] = await tx.select().from(properties).where(eq(properties.id, propertyId))
  if (!home) throw new Error('a booked home is not there')
  const facts = {
    request: input,
    booking,
    home,
    site,
    siteUrl: services.config.siteUrl,
    bookedAt: services.clock.now(),
  }
  await enqueueMail(services, tx, bookingReceivedMails(facts))
  return { ok: true, booking }
}

type NewBooking = Omit<typeof bookings.$inferInsert, 'id' | 'reference'>

async function insertBooking(tx: Tx, values: NewBooking): Promise<{ id: string; reference: string }> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const [row] = await tx
      .insert(bookings)
      .values({ ...values, reference: newReference() })
      .onConflictDoNothing({ target: bookings.reference })
      .returning({ id: bookings.id, reference: bookings.reference })
    if (row) return row
  }
  throw new Error('ten references in a row were taken')
}

function refused(refusal: Refusal): BookingRefusal {
  const { message, fields = {} } = problemOf(refusal, BODY_NAMES)
  return { ok: false, reason: refusal.reason, message, fields }
}

function priceChanged(quote: Quote): BookingRefusal {
  const message = `These nights now cost ${formatMoney(quote.total)} in all. Look at the new price, then book again.`
  return { ok: false, reason: 'price-changed', message, fields: {}, quote }
}

function termsChanged(): BookingRefusal {
  const message = 'Our terms have changed since you opened this page. Please read them, then book again.'
  return { ok: false, reason: 'terms-changed', message, fields: {} }
}

function keyReused(): BookingRefusal {
  const message = 'This form has already booked another stay. Load the page again to book one more.'
  return { ok: false, reason: 'key-reused', message, fields: {} }
}
