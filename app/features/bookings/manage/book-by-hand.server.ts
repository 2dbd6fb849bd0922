import { datesTaken } from '#app/features/availability/stay-rules.ts'
import { agreedPrice } from '#app/features/pricing/agreed-price.ts'
import { recordAudit } from '#app/platform/change/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { isExclusionViolation } from '#app/platform/db/retry.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type Cents, formatMoney, numericFromCents } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { recordFirstStatus } from '../change-status.server.ts'
import { withBookingsLock } from '../expire-bookings.server.ts'
import { assignNights } from '../holds/holds.server.ts'
import { stayConfirmedMails } from '../mail/booking-confirmed.mail.tsx'
import { agreeSchedule } from '../payments/agree-schedule.server.ts'
import { planPayments, SMALLEST_PAYMENT } from '../payments/payment-plan.ts'
import { getBookingPolicies } from '../payments/payment-settings.server.ts'
import { recordPaidElsewhere, storePayments } from '../payments/payments.server.ts'
import { insertWithReference } from '../store-booking.server.ts'
import type { ManagedBooking } from './booking-list.ts'
import { type ChosenPrice, choosePrice, refusedStay } from './choose-price.server.ts'
import { checkStayByHand } from './stay-check.server.ts'
import { getMoneyState, type UndoRecord } from './undo-record.server.ts'

export type BookingByHand = {
  propertyId: string
  stay: Stay
  guest: { name: string; email: string; phone: string | null }
  source: Exclude<ManagedBooking['source'], 'website'>
  price: ChosenPrice
  /** `elsewhere`: how much was paid and how. `link`: the guest pays by card. */
  payment: { by: 'elsewhere'; amount: Cents; note: string } | { by: 'link' } | { by: 'none' }
  note: string
  tellGuest: boolean
}

export type ByHandRefusal =
  | { ok: false; reason: 'key-reused' }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'refused'; message: string; fields: Record<string, string> }
type ByHandOutcome = { ok: true; reference: string; auditId: string } | ByHandRefusal

/**
 * Stores a confirmed booking for a guest who asked an operator, with its nights, once per `key`. Rules for guests do not
 * apply, and nights that somebody has are refused.
 */
export async function bookByHand(
  services: Services,
  { by, key, ...asked }: BookingByHand & { key: string; by: Operator },
): Promise<ByHandOutcome> {
  const { clock, log } = services
  if (!isUuid(asked.propertyId)) return { ok: false, reason: 'not-found' }
  const once = { scope: 'bookings-by-hand', key, payload: asked, now: clock.now() }
  try {
    const outcome = await withBookingsLock(services, [asked.propertyId], (tx) =>
      withIdempotency<ByHandOutcome>(tx, once, () => book(services, tx, { ...asked, by })),
    )
    if (outcome.ok) log.info({ event: 'booking.by-hand', reference: outcome.reference }, 'booked by an operator')
    return outcome
  } catch (error) {
    if (isExclusionViolation(error)) return refusedStay(datesTaken().message)
    throw error
  }
}

async function book(services: Services, tx: Tx, asked: BookingByHand & { by: Operator }): Promise<ByHandOutcome> {
  const { propertyId, stay, guest, source, note, tellGuest, by } = asked
  const checked = await checkStayByHand(services, tx, { propertyId, stay })
  if (!checked) return { ok: false, reason: 'not-found' }
  if (checked.taken.length > 0) return refusedStay(`These nights are taken. ${checked.taken.join(' ')}`)
  const agree = (total: Cents) => agreedPrice(checked.pricing, stay, total)
  const chosen = choosePrice(asked.price, { price: checked.price, agree })
  if (!chosen.ok) return chosen
  const { price } = chosen
  const refusal = whyNotPaid(services, asked.payment, price.total)
  if (refusal) return refusal
  const { checkIn, checkOut, ...party } = stay
  const now = services.clock.now()
  const policies = await getBookingPolicies(tx, propertyId)
  const { id, reference } = await insertWithReference(tx, {
    ...party,
    propertyId,
    source,
    guestName: guest.name,
    guestEmail: guest.email,
    guestPhone: guest.phone,
    checkInDate: checkIn,
    checkOutDate: checkOut,
    numberOfGuests: party.adults + party.children,
    totalAmount: numericFromCents(price.total),
    lines: price.lines,
    status: 'confirmed',
    cancellationPolicy: policies.cancellationPolicy,
    privateNote: note || null,
    createdAt: now,
  })
  await recordFirstStatus(tx, id, { to: 'confirmed', cause: 'operator', at: now, by })
  const nights = { from: checkIn, to: checkOut }
  await assignNights(services, tx, { propertyId, nights, bookingId: id, hold: null, byCard: false })
  await storePaid(tx, { ...asked, id, total: price.total, policies, now })
  await agreeSchedule(tx, { bookingId: id, now })
  const reason = asked.price.by === 'agreement' ? asked.price.reason : null
  const after = { source, checkIn, checkOut, total: price.total, byRates: checked.price?.total ?? null }
  const undo = await recordForUndo(tx, { ...asked, id, total: price.total })
  const entry = { by, action: 'booking.added' as const, subjectId: id, before: { undo }, after, reason, at: now }
  const auditId = await recordAudit(tx, entry)
  if (tellGuest) await enqueueMail(services, tx, stayConfirmedMails(await getBookingMailData(services, tx, id)))
  return { ok: true, reference, auditId }
}

type Stored = BookingByHand & { id: string; total: Cents }

/** What undoing the booking needs; nothing if it mailed somebody, or if something was paid or asked for. */
async function recordForUndo(
  tx: Tx,
  { id, propertyId, stay, total, payment, tellGuest }: Stored,
): Promise<UndoRecord | undefined> {
  if (tellGuest || payment.by !== 'none') return
  return { left: { propertyId, status: 'confirmed', stay, total }, money: await getMoneyState(tx, id) }
}

function whyNotPaid({ gateway }: Services, payment: BookingByHand['payment'], total: Cents) {
  if (payment.by === 'elsewhere' && payment.amount > total) {
    return refusedStay(`The total is ${formatMoney(total)}. No more than that can have been paid.`, 'paid')
  }
  if (payment.by !== 'link') return null
  if (!gateway) return refusedStay('Card payments are off on this site.', 'payment')
  return total < SMALLEST_PAYMENT ? refusedStay('There is nothing to pay by card.', 'payment') : null
}

type Paid = Stored & { by: Operator; now: Date } & {
  policies: Awaited<ReturnType<typeof getBookingPolicies>>
}

/** A payment by link follows the home's deposit rules, as the guests' own do. */
async function storePaid(tx: Tx, { payment, id: bookingId, total, stay, policies, by, now }: Paid): Promise<void> {
  if (payment.by === 'elsewhere') {
    const { amount, note } = payment
    await recordPaidElsewhere(tx, { bookingId, amount, note, by, now })
  }
  if (payment.by !== 'link') return
  const today = dateInZone(now, policies.timeZone)
  await storePayments(tx, { bookingId, plan: planPayments(total, policies, { today, checkIn: stay.checkIn }), now })
}
