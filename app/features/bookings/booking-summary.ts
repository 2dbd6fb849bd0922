import { type ImageSource, plainSrc } from '#app/features/media/media.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import type { Party } from '#app/shared/stay.ts'
import { type DuePayment, openPayments } from './payment-plan.ts'

/** A payment by card; `dueOn` is the day on which a balance is charged. */
export type PaymentSummary = {
  kind: 'whole' | 'deposit' | 'balance' | 'difference'
  status: 'waiting' | 'authorized' | 'captured' | 'void' | 'scheduled' | 'failed'
  amount: Cents
  received: Cents
  /** The total refund to the card, and the part that has been made so far. */
  refundDue: Cents
  refunded: Cents
  /** The part of it that the card refused and an operator returned in another way. */
  refundedElsewhere: Cents
  /** The rest of the refund failed for good. */
  refundFailed: boolean
  /** The amount of open disputes with the bank. Until they end, nothing is refunded. */
  disputed: Cents
  /** The amount that the bank took for good after a dispute. */
  chargedBack: Cents
  dueOn: IsoDate | null
}

/**
 * The state of a payment by a link. `open`: to be paid, if the payment service answers. `none`: nothing is requested.
 */
export type LinkState = 'open' | 'paid' | 'withdrawn' | 'none'

/** The path of the page that pays a payment, with the payment's own secret. */
export const payPathOf = ({ token }: { token: string }) => `/embed/pay/${token}`

/** A booking with its property, for emails and the guest page. */
export type BookingSummary = {
  reference: string
  status: 'held' | 'pending' | 'confirmed' | 'declined' | 'cancelled' | 'expired'
  guest: { name: string; email: string; phone: string | null }
  specialRequests: string | null
  /** The deadline for answering a request, as text in the property's time zone; null without one. */
  answerBy: string | null
  checkInDate: IsoDate
  checkOutDate: IsoDate
  nights: number
  party: Party
  lines: PriceLine[]
  total: Cents
  /** Card payments in the order in which they are made; empty if the operator takes payment elsewhere. */
  payments: PaymentSummary[]
  /** The amount that an operator recorded as paid outside the site, less returned amounts. */
  paidElsewhere: Cents
  /** The part of it that is promised back and not returned yet. */
  returnDue: Cents
  /** The agreed amounts and days of payments without a card; null if no day was agreed. */
  paymentSchedule: { amount: Cents; dueOn: IsoDate }[] | null
  /** The operator's text on how guests of this home pay without a card; null without one. */
  paymentText: string | null
  property: {
    name: string
    path: string
    /** The town only: the address is for guests whose stay is confirmed. */
    location: string
    address: string
    hasStreet: boolean
    timeZone: string
    checkInTime: string
    checkOutTime: string
    /** The first image; null without one, and for a property that is not published. */
    image: ImageSource | null
  }
}

/** The amount that the card was or is about to be charged: an authorized payment is captured next. */
export const chargedBy = ({ status, received, amount }: PaymentSummary): Cents =>
  status === 'authorized' ? amount : received

/**
 * The amount of a card payment that can still be refunded. Refunds made at the payment service count, too, and amounts
 * that the bank took. Nothing while the guest disputes it.
 */
export function returnableByCard(payment: PaymentSummary): Cents {
  if (payment.disputed > 0) return 0
  const gone = Math.max(payment.refundDue, payment.refunded + payment.refundedElsewhere + payment.chargedBack)
  return Math.max(0, chargedBy(payment) - gone)
}

/** The amount that is promised back and neither made nor returned by hand. The bank may have returned it. */
const promiseLeft = ({ refundDue, received, refunded, refundedElsewhere }: PaymentSummary): Cents =>
  Math.max(0, Math.min(refundDue, received) - refunded - refundedElsewhere)

/** The amount that is promised back to the card and not made yet. */
const refundLeft = (payment: PaymentSummary): Cents => Math.max(0, promiseLeft(payment) - payment.chargedBack)

/** The amount that the bank took for good, beyond planned refunds. */
const lostBy = (payment: PaymentSummary): Cents => Math.max(0, payment.chargedBack - promiseLeft(payment))

const isDisputed = ({ disputed }: PaymentSummary) => disputed > 0

/** The amount that cards refused to take back for good. */
export const stuckRefund = (payments: readonly PaymentSummary[]): Cents =>
  sumOf(payments.filter((payment) => payment.refundFailed && !isDisputed(payment)).map(refundLeft))

/** The amount on its way back to cards. */
export const comingRefund = (payments: readonly PaymentSummary[]): Cents =>
  sumOf(payments.filter((payment) => !payment.refundFailed && !isDisputed(payment)).map(refundLeft))

/** The amount that is promised back after the end of a dispute. */
export const waitingRefund = (payments: readonly PaymentSummary[]): Cents =>
  sumOf(payments.filter(isDisputed).map(refundLeft))

/** The amount in dispute now. */
export const disputedOf = (payments: readonly PaymentSummary[]): Cents =>
  sumOf(payments.map(({ disputed }) => disputed))

/** The amount that a card refused to pay, from the first refusal on. */
export const refusedOf = (payments: readonly PaymentSummary[]): Cents =>
  sumOf(payments.filter(({ status }) => status === 'failed').map(({ amount }) => amount))

const sumOf = (amounts: readonly Cents[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** The recorded money of a booking. Nothing else is ever promised back. */
export type BookingMoney = {
  /** Whether any payment is recorded. If none is, only guest and operator can know of one. */
  isRecorded: boolean
  /** The amount that the guest has paid toward the price, without refunds. */
  paid: Cents
  /** The amounts that a card can get back, and that only an operator can return. */
  byCard: Cents
  byHand: Cents
  /** The amount that is promised back and waits for the operator. */
  toReturn: Cents
  /** The amount recorded as returned outside the site beyond the paid one. Above 0, the record is wrong. */
  missing: Cents
  /** The amount that guests' banks took back: nobody pays it anymore, unless it is requested again. */
  lost: Cents
  /** The amount that a card will still be charged. */
  planned: Cents
  /** The amount due beyond that; negative if too much was paid. */
  due: Cents
  /** The unpaid amount of a confirmed stay, planned or due. */
  unpaid: Cents
  /**
   * The amounts that the guest has to pay themselves, by day, in order. Automatic charges to a card are not among them.
   */
  toPay: DuePayment[]
}

/** The input of `moneyOf`. */
export type MoneyFacts = Pick<
  BookingSummary,
  'status' | 'total' | 'payments' | 'paidElsewhere' | 'returnDue' | 'paymentSchedule'
>

/** The paid, refundable and due amounts, with the ways and days. Every view shows this. */
export function moneyOf(facts: MoneyFacts): BookingMoney {
  const { status, total, payments, paidElsewhere, returnDue, paymentSchedule } = facts
  const charged = payments.filter((payment) => chargedBy(payment) > 0)
  const byHand = Math.max(0, paidElsewhere - returnDue)
  const paid = sumOf(charged.map((payment) => chargedBy(payment) - payment.refundDue - lostBy(payment))) + byHand
  const isPlanned = (payment: PaymentSummary) => payment.status !== 'void' && chargedBy(payment) === 0
  const open = payments.filter(isPlanned)
  const planned = sumOf(open.map(({ amount }) => amount))
  const due = total - paid - planned
  const asked = sumOf(open.filter((payment) => payment.status === 'waiting').map(({ amount }) => amount))
  const isConfirmed = status === 'confirmed'
  return {
    isRecorded: charged.length > 0 || paidElsewhere !== 0,
    paid,
    byCard: sumOf(charged.map(returnableByCard)),
    byHand,
    toReturn: returnDue + stuckRefund(payments),
    missing: Math.max(0, -paidElsewhere),
    lost: sumOf(charged.map(lostBy)),
    planned,
    due,
    unpaid: isConfirmed ? Math.max(0, due + planned) : 0,
    toPay: isConfirmed ? openPayments(paymentSchedule, Math.max(0, due) + asked) : [],
  }
}

/**
 * The amount to be paid before door codes are shown. The guest pays it themselves, a card refused it, or they dispute
 * it with the bank. Not a balance that a card is charged automatically.
 */
export function keysWaitFor(facts: MoneyFacts): Cents {
  return (
    sumOf(moneyOf(facts).toPay.map(({ amount }) => amount)) + refusedOf(facts.payments) + disputedOf(facts.payments)
  )
}

/** The amount due without charges that the bank took back: no card is charged automatically for those. */
export const dueAnew = ({ due, lost }: Pick<BookingMoney, 'due' | 'lost'>): Cents =>
  due > 0 ? Math.max(0, due - lost) : due

/** The dates in an email subject: `Thu, Jul 1 to Mon, Jul 5`. */
export function stayDates({ checkInDate, checkOutDate }: BookingSummary): string {
  return `${formatDate(checkInDate)} to ${formatDate(checkOutDate)}`
}

/** The property's image at the head of an email: twice as wide as it is shown there. */
export function mailImage({ property: { image } }: BookingSummary, siteUrl: string) {
  return image && { ...image, src: `${siteUrl}${plainSrc(image.src)}` }
}

/** The fields that the email log may contain. */
export function mailPayload({ reference, property, checkInDate, checkOutDate }: BookingSummary) {
  return { reference, property: property.path.replace('/property/', ''), checkIn: checkInDate, checkOut: checkOutDate }
}

/** How a confirmed stay is paid, in a sentence or two. `card` is a parameter because the reader may be the operator. */
export function paymentText(booking: BookingSummary, card = 'Your card'): string {
  const { payments } = booking
  const [first, balance] = payments
  const rest = balance?.dueOn
    ? `The balance of ${formatAmount(balance.amount)} will be charged to the same card on ${formatDate(balance.dueOn, 'long')}.`
    : ''
  if (first?.status === 'waiting')
    return `Please pay ${formatAmount(first.amount)} by card on that page. ${rest}`.trim()
  if (!first) return paidByHandText(booking)
  if (!rest) return `${card} is being charged ${formatAmount(first.amount)}. There’s nothing more to pay.`
  return `${card} is being charged a deposit of ${formatAmount(first.amount)} now. ${rest}`
}

/** Without a card: received and open amounts. The days and the way stand beside it. */
function paidByHandText(booking: BookingSummary): string {
  const { isRecorded, paid, unpaid } = moneyOf(booking)
  const received = isRecorded ? `We’ve received ${formatAmount(paid)}, thank you.` : 'You haven’t been charged.'
  if (unpaid === 0) return isRecorded ? `${received} There’s nothing more to pay.` : 'There’s nothing to pay.'
  if (booking.paymentText === null) {
    return `${received} ${formatAmount(unpaid)} is to be paid before your stay. Write to us, and we’ll tell you how.`
  }
  return `${received} ${formatAmount(unpaid)} is to be paid, like this:`
}

const PAID: Record<PaymentSummary['kind'], string> = {
  whole: 'Paid by card',
  deposit: 'Deposit, paid by card',
  balance: 'Balance, paid by card',
  difference: 'Difference, paid by card',
}

function refundWords({ disputed, refundFailed }: PaymentSummary): string {
  if (disputed > 0) return 'Refund, once your bank has decided'
  return refundFailed ? 'Refund to your card failed' : 'Refund on its way to your card'
}

/** Payments, refunds and amounts due as lines; empty if nothing is recorded or planned. */
export function paymentRows({
  payments,
  paidElsewhere,
  returnDue,
}: Pick<MoneyFacts, 'payments' | 'paidElsewhere' | 'returnDue'>): [string, Cents][] {
  const elsewhere: [string, Cents][] =
    paidElsewhere === 0 ? [] : [[paidElsewhere > 0 ? 'Paid' : 'Returned another way', Math.abs(paidElsewhere)]]
  const promised: [string, Cents][] =
    paidElsewhere > 0 && returnDue > 0 ? [['To be returned the same way', returnDue]] : []
  return [...cardRows(payments), ...elsewhere, ...promised]
}

function cardRows(payments: PaymentSummary[]): [string, Cents][] {
  return payments.flatMap((payment): [string, Cents][] => {
    const { kind, status, amount, dueOn, received, refunded, refundedElsewhere } = payment
    if (status === 'scheduled' && dueOn) {
      return [[`Balance, charged on ${formatDate(dueOn, 'long')}`, amount]]
    }
    if (status === 'failed') return [[kind === 'balance' ? 'Balance, not yet paid' : 'Not yet paid', amount]]
    if (status === 'authorized') return [[PAID[kind], amount]]
    if (status !== 'captured') return []
    const left = refundLeft(payment)
    const rows: [string, Cents][] = [
      [PAID[kind], received],
      ['Refunded to your card', refunded],
      ['Returned another way', refundedElsewhere],
      ['Returned by your bank after a dispute', payment.chargedBack],
      ['Disputed with your bank', payment.disputed],
      [refundWords(payment), left],
    ]
    return rows.filter(([, sum]) => sum > 0)
  })
}
