import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { datesTaken } from '#app/features/availability/stay-rules.ts'
import { agreedPrice } from '#app/features/pricing/agreed-price.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { recordAudit } from '#app/platform/change/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { isExclusionViolation } from '#app/platform/db/retry.server.ts'
import { bookings, properties } from '#app/platform/db/schema.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, centsFromNumeric, formatMoney, numericFromCents } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { withBookingLock } from '../expire-bookings.server.ts'
import { stayMovedMail } from '../mail/booking-moved.mail.tsx'
import { adjustPayments } from '../payments/adjust-payments.server.ts'
import { agreeSchedule } from '../payments/agree-schedule.server.ts'
import { SMALLEST_PAYMENT } from '../payments/payment-plan.ts'
import { getRecordedMoney, promiseRefund } from '../payments/payments.server.ts'
import { previewTotal, type TotalPreview } from '../payments/preview-total.ts'
import { reconcileBooking } from '../payments/reconcile-payment.server.ts'
import type { ByHandRefusal } from './book-by-hand.server.ts'
import { type ChosenPrice, choosePrice, refusedStay } from './choose-price.server.ts'
import { checkStayByHand } from './stay-check.server.ts'
import { isMovable, type Moved, type MoveUndoRecord, priceOf, storeMove } from './store-move.server.ts'
import { bookingState, getMoneyState, stayOf, type UndoRecord } from './undo-record.server.ts'

type Booking = typeof bookings.$inferSelect

export type Move = {
  reference: string
  propertyId: string
  stay: Stay
  price: ChosenPrice | { by: 'before' }
  /** What goes back to the guest, as the operator saw it. */
  returnedShown: Cents
  message: string
  tellGuest: boolean
}
type MoveOutcome = { ok: true; auditId: string } | ByHandRefusal

/**
 * Moves a booking to other nights, another home or another party, once per `key`. Its nights change in one step, and
 * its price by choice. What was paid too much goes back. What is due more is added to a balance that is to come, or
 * stays due.
 */
export async function moveStay(
  services: Services,
  { by, key, ...asked }: Move & { key: string; by: Operator },
): Promise<MoveOutcome> {
  const { reference, propertyId } = asked
  if (!isUuid(propertyId)) return { ok: false, reason: 'not-found' }
  const once = { scope: 'moves', key, payload: asked, now: services.clock.now() }
  const lock = { where: eq(bookings.reference, reference), also: [propertyId] }
  try {
    const moved = await withBookingLock(services, lock, async (tx, booking) => {
      const outcome = await withIdempotency(tx, once, () => move(services, tx, booking, { ...asked, by }))
      return { bookingId: booking.id, outcome }
    })
    if (!moved) return { ok: false, reason: 'not-found' }
    const { bookingId, outcome } = moved
    if (!outcome.ok) return outcome
    services.log.info({ event: 'booking.moved', reference }, 'booking moved by an operator')
    await reconcileBooking(services, bookingId)
    return outcome
  } catch (error) {
    if (isExclusionViolation(error)) return refusedStay(datesTaken().message)
    throw error
  }
}

async function move(
  services: Services,
  tx: Tx,
  booking: Booking,
  asked: Move & { by: Operator },
): Promise<MoveOutcome> {
  const { propertyId, stay, tellGuest } = asked
  if (!isMovable(booking.status)) return refusedStay('This booking has ended by now. Nothing was changed.')
  const checked = await checkStayByHand(services, tx, { propertyId, stay, moved: booking })
  if (!checked) return { ok: false, reason: 'not-found' }
  if (checked.taken.length > 0) return refusedStay(`These nights are taken. ${checked.taken.join(' ')}`)
  const agree = (total: Cents) => agreedPrice(checked.pricing, stay, total)
  const chosen =
    asked.price.by === 'before'
      ? { ok: true as const, price: priceOf(booking) }
      : choosePrice(asked.price, { price: checked.price, agree })
  if (!chosen.ok) return chosen
  const { price } = chosen
  if (isSame({ booking, propertyId, stay, price }))
    return refusedStay('This is the stay as it is. Choose what changes.')
  const { returned } = await previewOf(tx, booking, price.total)
  if (returned !== asked.returnedShown) {
    const now = `${formatMoney(returned)} goes back to the guest now, not ${formatMoney(asked.returnedShown)} as shown.`
    return refusedStay(`${now} Please look at it again.`)
  }
  const money = await getMoneyState(tx, booking.id)
  await storeMove(tx, { booking, propertyId, stay, price })
  const at = services.clock.now()
  if (booking.status === 'confirmed') await agreeSchedule(tx, { bookingId: booking.id, now: at })
  const toCard = await settle(tx, { booking, price, now: at })
  const isMailed = tellGuest && booking.guestEmail !== ''
  const undo = isMailed ? undefined : await recordForUndo(tx, { booking, money })
  const auditId = await recordAudit(tx, { ...(await auditOf(tx, { booking, checked, price, asked, undo })), at })
  const data = await getBookingMailData(services, tx, booking.id)
  if (tellGuest) {
    await enqueueMail(services, tx, stayMovedMail(data, { returned: { refund: returned, toCard }, ...asked }))
  }
  return { ok: true, auditId }
}

/** What undoing the move needs; nothing if the move itself moved money or withdrew a payment. */
async function recordForUndo(
  tx: Tx,
  { booking, money }: Pick<UndoRecord, 'money'> & { booking: Booking },
): Promise<MoveUndoRecord | undefined> {
  const { id, propertyId, movedFromPropertyId, movedFromNights, paymentSchedule } = booking
  if (!isDeepStrictEqual(await getMoneyState(tx, id), money)) return
  const [moved] = await tx.select().from(bookings).where(eq(bookings.id, id))
  if (!moved) return
  const homeReadyAt = booking.homeReadyAt?.toISOString() ?? null
  const stay = stayOf(booking)
  const before = { propertyId, movedFromPropertyId, movedFromNights, paymentSchedule }
  const was = { ...before, stay, price: priceOf(booking), homeReadyAt }
  return { left: bookingState(moved), money, was }
}

/** A request is not paid yet. */
async function previewOf(tx: Tx, booking: Booking, total: Cents): Promise<TotalPreview> {
  if (booking.status !== 'confirmed') return { returned: 0, balance: null, due: 0 }
  return previewTotal(await getRecordedMoney(tx, booking), { total, smallest: SMALLEST_PAYMENT })
}

function isSame({ booking, propertyId, stay, price }: Moved): boolean {
  const before = Object.entries(stayOf(booking)) as [keyof Stay, string | number][]
  const isSameStay = propertyId === booking.propertyId && before.every(([name, value]) => stay[name] === value)
  return isSameStay && price.total === centsFromNumeric(booking.totalAmount)
}

type Settled = { booking: Booking; price: Price; now: Date }

/** Returns what was paid too much: the part that goes back to a card. */
async function settle(tx: Tx, { booking, price, now }: Settled): Promise<Cents> {
  if (booking.status !== 'confirmed') return 0
  const due = await adjustPayments(tx, { ...booking, totalAmount: numericFromCents(price.total) }, now)
  return due < 0 ? promiseRefund(tx, { bookingId: booking.id, refund: -due, now }) : 0
}

type Audited = {
  booking: Booking
  checked: { home: { name: string } }
  price: Price
  asked: Move & { by: Operator }
  undo: MoveUndoRecord | undefined
}

async function auditOf(tx: Tx, { booking, checked, price, asked, undo }: Audited) {
  const { id, propertyId, totalAmount } = booking
  const [home] = await tx.select({ name: properties.name }).from(properties).where(eq(properties.id, propertyId))
  const agreed = asked.price.by === 'agreement' ? asked.price.reason : null
  return {
    by: asked.by,
    action: 'booking.moved' as const,
    subjectId: id,
    propertyIds: [...new Set([propertyId, asked.propertyId])],
    before: { home: home?.name, ...stayOf(booking), total: centsFromNumeric(totalAmount), undo },
    after: { home: checked.home.name, ...asked.stay, total: price.total },
    reason: [agreed, asked.message].filter(Boolean).join('\n') || null,
  }
}
