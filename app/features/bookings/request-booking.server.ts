import { eq, sql } from 'drizzle-orm'
import { judgeHomeStay, lockHome, lockPromoCode, refuseAtOnce } from '#app/features/availability/availability.server.ts'
import { datesTaken, isAboutPromo, type Quote } from '#app/features/availability/availability.ts'
import { getTermsVersion } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { inTurn } from '#app/platform/db/in-turn.server.ts'
import { errorCode, retryTransaction } from '#app/platform/db/retry.server.ts'
import { bookings, occupancies, properties } from '#app/platform/db/schema.server.ts'
import { answerOnce } from '#app/platform/idempotency/idempotency.server.ts'
import { enqueueMail } from '#app/platform/outbox/outbox.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { type BookedStay, findBookedStay, findOwnHold } from './booked-stay.server.ts'
import { tellFirst } from './booking-changes.server.ts'
import { newReference } from './booking-reference.server.ts'
import {
  type BookingRefusal,
  keyReused,
  priceChanged,
  quoteExpired,
  stayRefused,
  termsChanged,
} from './booking-refusals.server.ts'
import { bookingReceivedMails } from './bookings.mail.tsx'
import type { BookingRequest, RequestedBooking } from './bookings.ts'
import { expireLapsed } from './lapsed-stays.server.ts'
import { storeQuote } from './quotes/make-quote.server.ts'
import { getStayFacts } from './stay-facts.server.ts'

type BookingOutcome = { ok: true; booking: RequestedBooking } | BookingRefusal

const EXCLUSION_VIOLATION = '23P01'
const HOUR_MS = 3_600_000

/**
 * Stores a booking as `pending` and gives it the nights, both or neither; a hold of one's own becomes the booking's. With a
 * key, pressing twice makes one booking (decision 16). The mails about it commit with it.
 */
export async function requestBooking(
  services: Services,
  input: BookingRequest,
  { idempotencyKey }: { idempotencyKey?: string } = {},
): Promise<BookingOutcome> {
  const { database, db, clock, log } = services
  const booked = await findBookedStay(db, input)
  const work = (tx: Tx) => book(services, tx, input, booked)
  const attempt = () =>
    db.transaction(
      async (tx) => {
        if (idempotencyKey === undefined) return work(tx)
        const once = { scope: 'bookings', key: idempotencyKey, payload: input, now: clock.now() }
        return answerOnce<BookingOutcome>(tx, once, () => work(tx))
      },
      // At a stricter level the snapshot would be taken before the home's lock is granted, and show its nights as free.
      { isolationLevel: 'read committed' },
    )
  const home = booked.ok ? booked.propertyId : ''
  const outcome = await inTurn(database, home, () => retryTransaction(attempt)).catch((error: unknown) => {
    if (errorCode(error) === EXCLUSION_VIOLATION) return stayRefused(datesTaken())
    throw error
  })
  if (outcome.ok) log.info({ reference: outcome.booking.reference }, 'booking requested')
  if (!outcome.ok && outcome.reason === 'key-reused') return keyReused()
  return outcome as BookingOutcome
}

async function book(
  services: Services,
  tx: Tx,
  input: BookingRequest,
  booked: BookedStay | BookingRefusal,
): Promise<BookingOutcome> {
  const { clock } = services
  if (!booked.ok) return booked
  const { propertyId, stay } = booked
  const seen = await findOwnHold(tx, booked)
  const atOnce = await refuseAtOnce(services, { propertyId, ...stay, holdId: seen ?? undefined }, tx)
  if (atOnce) return stayRefused(atOnce)
  await lockHome(tx, propertyId)
  await expireLapsed(services, tx, propertyId)
  const holdId = await findOwnHold(tx, booked)
  if (booked.quote && booked.quote.expiresAt <= clock.now() && !holdId) return quoteExpired()
  const { promoCode } = booked
  if (promoCode) await lockPromoCode(tx, promoCode)
  const asked = { propertyId, ...stay, holdId: holdId ?? undefined }
  const verdict = await judgeHomeStay(services, { ...asked, promoCode }, tx)
  if (!verdict.ok) {
    if (!booked.quote?.promoCode || !isAboutPromo(verdict)) return stayRefused(verdict)
    const { message } = verdict
    const without = await judgeHomeStay(services, asked, tx)
    if (!without.ok) return stayRefused(without)
    return priceChanged(
      await quoteAnew(services, tx, { ...booked, promoCode: undefined }, without.quote, holdId),
      message,
    )
  }
  const { quote } = verdict
  const expected = input.expectedTotal ?? (booked.quote ? centsFromNumeric(booked.quote.totalAmount) : quote.total)
  if (expected !== quote.total) return priceChanged(await quoteAnew(services, tx, booked, quote, holdId))
  const termsVersion = await getTermsVersion({ db: tx, clock })
  if (input.termsVersion !== undefined && input.termsVersion !== termsVersion) return termsChanged()

  const row = await storeBooking(services, tx, { input, booked, quote, termsVersion })
  const taken = { propertyId, nights: { from: stay.checkIn, to: stay.checkOut }, kind: 'booking' as const }
  const owned = { ...taken, bookingId: row.id, quoteId: null, expiresAt: null }
  // The row of the hold itself: never delete and insert, between which another guest could stand (decision 13).
  if (holdId) await tx.update(occupancies).set(owned).where(eq(occupancies.id, holdId))
  else await tx.insert(occupancies).values(owned)
  await enqueueMail(services, tx, bookingReceivedMails(await getStayFacts(services, tx, row.id)))
  return { ok: true, booking: { ...row, status: 'pending', ...quote } }
}

/** The price as it is now, kept as a quote that has the hold of the one before. */
async function quoteAnew(
  services: Services,
  tx: Tx,
  { propertyId, stay, promoCode }: BookedStay,
  quote: Quote,
  holdId: string | null,
) {
  const stored = await storeQuote(services, tx, { propertyId, ...stay, promoCode, quote })
  if (holdId) await tx.update(occupancies).set({ quoteId: stored.id }).where(eq(occupancies.id, holdId))
  return stored
}

type NewBooking = { input: BookingRequest; booked: BookedStay; quote: Quote; termsVersion: string | null }

async function storeBooking(
  { clock, config }: Services,
  tx: Tx,
  { input, booked, quote, ...terms }: NewBooking,
): Promise<Pick<RequestedBooking, 'id' | 'reference' | 'token'>> {
  const at = clock.now()
  const { checkIn, checkOut, ...party } = booked.stay
  const values = {
    ...party,
    propertyId: booked.propertyId,
    guestName: input.guestName,
    guestEmail: input.guestEmail,
    guestPhone: input.guestPhone,
    specialRequests: input.specialRequests,
    checkInDate: checkIn,
    checkOutDate: checkOut,
    numberOfGuests: party.adults + party.children,
    totalAmount: numericFromCents(quote.total),
    lines: quote.lines,
    promoCode: booked.promoCode,
    quoteId: booked.quote?.id,
    status: 'pending' as const,
    answerBy: new Date(at.getTime() + config.requestHours * HOUR_MS),
    ...terms,
    cancellationPolicy: sql`(select ${properties.cancellationPolicy} from ${properties} where ${properties.id} = ${booked.propertyId})`,
    createdAt: at,
  }
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const [row] = await tx
      .insert(bookings)
      .values({ ...values, reference: newReference() })
      .onConflictDoNothing({ target: bookings.reference })
      .returning({ id: bookings.id, reference: bookings.reference, token: bookings.token })
    if (!row) continue
    await tellFirst(tx, row.id, { to: 'pending', cause: 'guest', at })
    return row
  }
  throw new Error('ten references in a row were taken')
}
