import { and, eq, inArray } from 'drizzle-orm'
import { checkWithoutLock } from '#app/features/availability/availability.server.ts'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { datesTaken } from '#app/features/availability/stay-rules.ts'
import { refreshBeforeSale } from '#app/features/calendar-sync/refresh-before-sale.server.ts'
import { getTermsVersion } from '#app/features/site/legal-documents.server.ts'
import { UNKNOWN_ADDRESS } from '#app/platform/client-address.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { isExclusionViolation } from '#app/platform/db/retry.server.ts'
import {
  findAnswer,
  type IdempotentRequest,
  idempotentRequest,
  withIdempotency,
} from '#app/platform/http/idempotency.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { enqueuePush } from '#app/platform/push/push.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { notFound } from '#app/shared/stay-refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import {
  alreadyBooked,
  type BookingRefusal,
  holdExpired,
  keyReused,
  noSuchQuote,
  paymentInProgress,
  quoteExpired,
  quoteMismatch,
  stayRefused,
  termsChanged,
} from '../booking-refusals.server.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { bookings, quotes } from '../bookings.tables.server.ts'
import type { BookingRequest, RequestedBooking } from '../bookings.ts'
import { isOpenHold } from '../hold-kinds.server.ts'
import { cancelPreviousAttempt, findReplaceableHold, reconcilePreviousAttempt } from '../holds/holds.server.ts'
import { bookingReceivedMail, bookingReceivedOperatorMail } from '../mail/booking-request.mail.tsx'
import { checkNightsLimit, countNewNights, recordNights } from '../nights-limit.server.ts'
import { SMALLEST_PAYMENT } from '../payment-plan.ts'
import { findHeldUntil, isBookedBy, stayOfQuote } from '../quotes/quotes.server.ts'
import { withBookingsLock } from '../status/expire-bookings.server.ts'
import { confirmPrice, type RequestedStay } from './confirm-price.server.ts'
import { checkRequestFlood } from './request-flood.server.ts'
import { storeBooking } from './store-booking.server.ts'

type QuoteRow = typeof quotes.$inferSelect

/**
 * `tookNights`: the request took nights that this guest did not have before. False for a repeated answer, or in place
 * of a previous attempt.
 */
type BookingOutcome = { ok: true; booking: RequestedBooking; tookNights: boolean } | BookingRefusal
/** `isForm`: without a key, the same fields from the same address count as one request (docs/decisions/013). */
type BookingCaller = { idempotencyKey?: string; isForm?: boolean; address?: string }
type Input = { input: BookingRequest; requested: RequestedStay; address: string }

/**
 * Stores a booking with its nights, and takes over the guest's own hold. The status is `pending` if the operator
 * answers, and `held` if a card is to be charged. With an idempotency key, a repeated request makes one booking
 * (docs/decisions/013). The emails commit with it.
 */
export async function requestBooking(
  services: Services,
  input: BookingRequest,
  { idempotencyKey, isForm = false, address = UNKNOWN_ADDRESS }: BookingCaller = {},
): Promise<BookingOutcome> {
  const { db, clock, log } = services
  await limitVisitor(services, 'mails')
  const requested = await findRequestedStay(db, input)
  const repeatable = { scope: 'bookings', key: idempotencyKey, payload: input, now: clock.now() }
  let key: IdempotentRequest | null = null
  if (idempotencyKey !== undefined) key = idempotentRequest(repeatable)
  else if (isForm && requested.ok) {
    // The answer opens the guest page: only for the same visitor.
    const payload = { ...input, address, ended: await countEnded(db, requested, input) }
    key = idempotentRequest({ ...repeatable, payload })
  }
  const outcome = requested.ok ? await bookOnce(services, { input, requested, address }, key) : requested
  if (outcome.ok) {
    log.info({ event: 'booking.requested', reference: outcome.booking.reference }, 'booking requested')
    return outcome
  }
  // Checked after the refusal: a concurrent identical request may just have got the nights.
  const repeated = key && (await repeatAnswer(db, key))
  if (repeated?.ok) return repeated
  if (repeated || outcome.reason === 'key-reused') return keyReused()
  return requested.ok ? explainTaken(services, outcome, requested) : outcome
}

const COUNTS = ['adults', 'children', 'infants', 'pets'] as const

/** Whether the stay of a request is the stay of its quote. A missing party matches any. */
function isOfStay(quote: QuoteRow, input: BookingRequest): boolean {
  const { propertyId = quote.propertyId, checkInDate = quote.checkInDate, checkOutDate = quote.checkOutDate } = input
  const saysWho = COUNTS.some((count) => input[count] > 0)
  return (
    propertyId.toLowerCase() === quote.propertyId &&
    checkInDate === quote.checkInDate &&
    checkOutDate === quote.checkOutDate &&
    (!saysWho || COUNTS.every((count) => input[count] === quote[count]))
  )
}

/** Resolves the stay to be booked: the property must be known before it can be locked. */
async function findRequestedStay(db: Tx, input: BookingRequest): Promise<RequestedStay | BookingRefusal> {
  const { quoteId, holdId, promoCode, propertyId, checkInDate, checkOutDate } = input
  const byQuote = (quote: QuoteRow): RequestedStay => ({
    ok: true,
    propertyId: quote.propertyId,
    stay: stayOfQuote(quote),
    quote,
    holdId: holdId ?? null,
    promoCode: promoCode ?? quote.promoCode ?? undefined,
  })
  // An empty string is not a missing value: it names no property, and is refused.
  if (quoteId !== undefined) {
    const [quote] = await db.select().from(quotes).where(eq(quotes.id, quoteId))
    if (!quote) return noSuchQuote()
    return isOfStay(quote, input) ? byQuote(quote) : quoteMismatch()
  }
  if (propertyId !== undefined && checkInDate !== undefined && checkOutDate !== undefined) {
    if (!isUuid(propertyId)) return stayRefused(notFound())
    const { adults, children, infants, pets } = input
    const stay = { checkIn: checkInDate, checkOut: checkOutDate, adults, children, infants, pets }
    return { ok: true, propertyId, stay, quote: null, holdId: holdId ?? null, promoCode }
  }
  if (holdId === undefined) throw new Error('a booking request needs a stay, a quote or a hold')
  const [held] = await db
    .select({ quote: quotes })
    .from(occupancies)
    .innerJoin(quotes, eq(quotes.id, occupancies.quoteId))
    .where(and(eq(occupancies.id, holdId), isOpenHold))
  return held ? byQuote(held.quote) : holdExpired()
}

/** The guest's bookings of this stay that have ended. Booking again after one is a new request. */
function countEnded(db: Tx, { propertyId, stay }: RequestedStay, { guestEmail }: BookingRequest): Promise<number> {
  return db.$count(
    bookings,
    and(
      eq(bookings.propertyId, propertyId),
      eq(bookings.guestEmail, guestEmail),
      eq(bookings.checkInDate, stay.checkIn),
      eq(bookings.checkOutDate, stay.checkOut),
      inArray(bookings.status, ['declined', 'cancelled', 'expired']),
    ),
  )
}

/** The stored answer for this key. */
async function repeatAnswer(db: Tx, key: IdempotentRequest) {
  const answer = await findAnswer<BookingOutcome>(db, key)
  return answer?.ok ? { ...answer, tookNights: false } : answer
}

/** Refusals without the property's lock are cheap: of a crowd for the same nights only a few wait for it. */
async function bookOnce(services: Services, asked: Input, key: IdempotentRequest | null): Promise<BookingOutcome> {
  const { db } = services
  const { propertyId, stay } = asked.requested
  const hold = await findReplaceableHold(db, asked.requested)
  await reconcilePreviousAttempt(services, hold)
  const refusal = await checkWithoutLock(services, { propertyId, ...stay, holdId: hold?.id }, db)
  if (refusal) return stayRefused(refusal)
  await refreshBeforeSale(services, propertyId)
  try {
    return await withBookingsLock(services, [propertyId], async (tx) => {
      if (!key) return book(services, tx, asked)
      return (await repeatAnswer(tx, key)) ?? withIdempotency<BookingOutcome>(tx, key, () => book(services, tx, asked))
    })
  } catch (error) {
    if (isExclusionViolation(error)) return stayRefused(datesTaken())
    throw error
  }
}

/** Books under the property's lock, or returns why not. */
async function book(services: Services, tx: Tx, { input, requested, address }: Input): Promise<BookingOutcome> {
  const { gateway, clock } = services
  const { propertyId, stay } = requested
  const hold = await findReplaceableHold(tx, requested)
  if (requested.quote && requested.quote.expiresAt <= clock.now() && !hold) return quoteExpired()
  const priced = await confirmPrice(services, tx, { input, requested, hold })
  if (!priced.ok) return priced
  const { quote } = priced
  const termsVersion = await getTermsVersion({ db: tx, clock })
  if (input.termsVersion !== undefined && input.termsVersion !== termsVersion) return termsChanged()

  const byCard = gateway !== null && quote.total >= SMALLEST_PAYMENT
  // A request counts with all its nights. A card payment counts only with the nights that its guest did not hold
  // before.
  const nights = countNewNights({ propertyId, from: stay.checkIn, to: stay.checkOut }, byCard ? hold : null)
  const claim = { address, kind: byCard ? ('hold' as const) : ('request' as const), nights, isNew: hold === null }
  const tooMany = await checkNightsLimit(services, tx, claim)
  if (tooMany) return tooMany

  if (hold) await cancelPreviousAttempt(services, tx, hold)
  const { nightsId, ...booking } = await storeBooking(services, tx, {
    input,
    requested,
    quote,
    termsVersion,
    hold,
    byCard,
  })
  await recordNights(services, tx, { ...claim, occupancyId: nightsId, bookingId: booking.id })
  if (!byCard) await sendRequestMails(services, tx, booking.id)
  return {
    ok: true,
    booking: { ...booking, ...quote, ...(byCard && { holdId: nightsId }) },
    tookNights: !hold?.bookingId,
  }
}

async function sendRequestMails(services: Services, tx: Tx, bookingId: string): Promise<void> {
  const data = await getBookingMailData(services, tx, bookingId)
  const guestHasMail = await enqueueMail(services, tx, bookingReceivedMail(data))
  const toOperator = bookingReceivedOperatorMail(data, { guestHasMail })
  await enqueueMail(services, tx, [toOperator, ...(await checkRequestFlood(services, tx, bookingId))])
  await enqueuePush(services, tx, { kind: 'request', property: data.booking.property.name })
}

/**
 * The nights may be taken by this very quote or a revision of it. It was booked in another tab, or by another of the
 * group.
 */
async function explainTaken(
  { db, clock }: Services,
  refusal: BookingRefusal,
  { quote }: RequestedStay,
): Promise<BookingRefusal> {
  if (refusal.reason !== 'dates-taken' || !quote) return refusal
  if (await isBookedBy(db, quote, { statuses: ['pending', 'confirmed'] })) return alreadyBooked()
  const heldUntil = await findHeldUntil(db, quote)
  return heldUntil ? paymentInProgress({ seconds: (heldUntil.getTime() - clock.now().getTime()) / 1000 }) : refusal
}
