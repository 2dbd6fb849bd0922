import { eq } from 'drizzle-orm'
import { checkAvailability, checkWithoutLock } from '#app/features/availability/availability.server.ts'
import { lockHome } from '#app/features/availability/home-lock.server.ts'
import { datesTaken } from '#app/features/availability/stay-rules.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { lockPromoCode } from '#app/features/pricing/promo-codes.server.ts'
import { getTermsVersion } from '#app/features/site/legal-documents.server.ts'
import { UNKNOWN_ADDRESS } from '#app/platform/client-address.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { withMutex } from '#app/platform/db/mutex.server.ts'
import { errorCode, retryTransaction } from '#app/platform/db/retry.server.ts'
import { occupancies } from '#app/platform/db/schema.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { isAboutPromo } from '#app/shared/stay-refusal.ts'
import {
  alreadyBooked,
  type BookingRefusal,
  keyReused,
  paymentInProgress,
  priceChanged,
  quoteExpired,
  stayRefused,
  termsChanged,
  tooManyNights,
} from './booking-refusals.server.ts'
import { getBookingMailData } from './booking-summary.server.ts'
import type { BookingRequest, RequestedBooking } from './bookings.ts'
import { expireOverdue } from './expire-bookings.server.ts'
import { bookingReceivedMail, bookingReceivedOperatorMail } from './mail/booking-request.mail.tsx'
import { checkNightsLimit, countNewNights, type NightsRequest, recordNights } from './nights-limit.server.ts'
import { SMALLEST_PAYMENT } from './payments/payment-plan.ts'
import { cancelPreviousAttempt, reconcilePreviousAttempt } from './previous-attempt.server.ts'
import { storeQuote } from './quotes/create-quote.server.ts'
import { findHeldUntil, isBookedBy } from './quotes/quote-status.server.ts'
import { checkRequestFlood } from './request-flood.server.ts'
import { findOwnHold, findRequestedStay, type OwnHold, type RequestedStay } from './requested-stay.server.ts'
import { storeBooking } from './store-booking.server.ts'

/** `tookNights`: nights that were not this guest's before; not where the answer is given again, or a previous attempt gave way. */
type BookingOutcome = { ok: true; booking: RequestedBooking; tookNights: boolean } | BookingRefusal

const EXCLUSION_VIOLATION = '23P01'

/**
 * Stores a booking and gives it the nights, both or neither; a hold of one's own becomes the booking's. It is `pending` where the
 * operator answers, and `held` where a card is to be charged. With a
 * key, pressing twice makes one booking (docs/decisions/013). The mails about it commit with it.
 */
export async function requestBooking(
  services: Services,
  input: BookingRequest,
  { idempotencyKey, address = UNKNOWN_ADDRESS }: { idempotencyKey?: string; address?: string } = {},
): Promise<BookingOutcome> {
  const { database, db, clock, log } = services
  await limitVisitor(services, 'mails')
  const booked = await findRequestedStay(db, input)
  if (booked.ok && services.gateway) await reconcilePreviousAttempt(services, await findOwnHold(db, booked))
  let isNew = false
  const work = (tx: Tx) => {
    isNew = true
    return book(services, tx, { input, booked, address })
  }
  const attempt = () =>
    db.transaction(
      async (tx) => {
        isNew = false
        if (idempotencyKey === undefined) return work(tx)
        const once = { scope: 'bookings', key: idempotencyKey, payload: input, now: clock.now() }
        return withIdempotency<BookingOutcome>(tx, once, () => work(tx))
      },
      // At a stricter level the snapshot would be taken before the home's lock is granted, and show its nights as free.
      { isolationLevel: 'read committed' },
    )
  const propertyId = booked.ok ? booked.propertyId : ''
  const outcome = await withMutex(database, propertyId, () => retryTransaction(attempt)).catch((error: unknown) => {
    if (errorCode(error) === EXCLUSION_VIOLATION) return stayRefused(datesTaken())
    throw error
  })
  if (outcome.ok) {
    log.info({ reference: outcome.booking.reference }, 'booking requested')
    return { ...outcome, tookNights: isNew && outcome.tookNights }
  }
  if (outcome.reason === 'key-reused') return keyReused()
  // Perhaps by this quote, or one made anew from it: in another tab, or before going back.
  const quote = outcome.reason === 'dates-taken' && booked.ok ? booked.quote : null
  if (quote && (await isBookedBy(db, quote, { statuses: ['pending', 'confirmed'] }))) return alreadyBooked()
  const heldUntil = quote && (await findHeldUntil(db, quote))
  return heldUntil ? paymentInProgress({ seconds: (heldUntil.getTime() - clock.now().getTime()) / 1000 }) : outcome
}

async function book(
  services: Services,
  tx: Tx,
  { input, booked, address }: { input: BookingRequest; booked: RequestedStay | BookingRefusal; address: string },
): Promise<BookingOutcome> {
  const { clock } = services
  if (!booked.ok) return booked
  const { propertyId, stay } = booked
  const seen = await findOwnHold(tx, booked)
  const atOnce = await checkWithoutLock(services, { propertyId, ...stay, holdId: seen?.id }, tx)
  if (atOnce) return stayRefused(atOnce)
  await lockHome(tx, propertyId)
  await expireOverdue(services, tx, propertyId)
  const hold = await findOwnHold(tx, booked)
  if (booked.quote && booked.quote.expiresAt <= clock.now() && !hold) return quoteExpired()
  const { promoCode } = booked
  if (promoCode) await lockPromoCode(tx, promoCode)
  const asked = { propertyId, ...stay, holdId: hold?.id }
  const verdict = await checkAvailability(services, { ...asked, promoCode }, tx)
  if (!verdict.ok) {
    if (!booked.quote?.promoCode || !isAboutPromo(verdict)) return stayRefused(verdict)
    const { message } = verdict
    const without = await checkAvailability(services, asked, tx)
    if (!without.ok) return stayRefused(without)
    const anew = await requote(services, tx, { ...booked, promoCode: undefined }, without.price, hold)
    return priceChanged(anew, message)
  }
  const { price: quote } = verdict
  const expected = input.expectedTotal ?? (booked.quote ? centsFromNumeric(booked.quote.totalAmount) : quote.total)
  if (expected !== quote.total) return priceChanged(await requote(services, tx, booked, quote, hold))
  const termsVersion = await getTermsVersion({ db: tx, clock })
  if (input.termsVersion !== undefined && input.termsVersion !== termsVersion) return termsChanged()

  const byCard = services.gateway !== null && quote.total >= SMALLEST_PAYMENT
  const claim = claimOf(booked, { hold, byCard, address })
  const tooMany = await checkNightsLimit(services, tx, claim)
  if (tooMany) return tooManyNights(tooMany)
  if (hold?.bookingId) await cancelPreviousAttempt(services, tx, hold.bookingId)
  const { nightsId, ...booking } = await storeBooking(services, tx, {
    input,
    booked,
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

/** A request counts with all its nights, a booking that is to be paid with those that its guest did not hold before. */
function claimOf(
  { propertyId, stay: { checkIn, checkOut } }: RequestedStay,
  { hold, byCard, address }: { hold: OwnHold | null; byCard: boolean; address: string },
): NightsRequest {
  const nights = countNewNights({ propertyId, from: checkIn, to: checkOut }, byCard ? hold : null)
  return { address, kind: byCard ? 'hold' : 'request', nights, isNew: hold === null }
}

async function sendRequestMails(services: Services, tx: Tx, bookingId: string): Promise<void> {
  const data = await getBookingMailData(services, tx, bookingId)
  const guestHasMail = await enqueueMail(services, tx, bookingReceivedMail(data))
  const toOperator = bookingReceivedOperatorMail(data, { guestHasMail })
  await enqueueMail(services, tx, [toOperator, ...(await checkRequestFlood(services, tx, bookingId))])
}

/** The price as it is now, kept as a quote that has the hold of the one before, and knows where it came from. */
async function requote(
  services: Services,
  tx: Tx,
  { propertyId, stay, promoCode, quote: before }: RequestedStay,
  quote: Price,
  hold: OwnHold | null,
) {
  const originId = before?.originId ?? before?.id
  const stored = await storeQuote(services, tx, { propertyId, ...stay, promoCode, quote, originId })
  if (hold?.bookingId) await cancelPreviousAttempt(services, tx, hold.bookingId)
  if (hold) {
    await tx.update(occupancies).set({ quoteId: stored.id, bookingId: null }).where(eq(occupancies.id, hold.id))
  }
  return stored
}
