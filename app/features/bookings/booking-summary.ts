import { type ImageSource, plainSrc } from '#app/features/media/media.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, formatAmount, formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import type { Party } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'

/** A payment by card; `dueOn` is the day on which a balance is charged. */
export type PaymentSummary = {
  kind: 'whole' | 'deposit' | 'balance' | 'difference'
  status: 'waiting' | 'authorized' | 'captured' | 'void' | 'scheduled' | 'failed'
  amount: Cents
  received: Cents
  /** What goes back to the card in total, and the part that has been made so far. */
  refundDue: Cents
  refunded: Cents
  /** The rest of the refund failed for good. */
  refundFailed: boolean
  dueOn: IsoDate | null
}

/** What became of a payment by a link. `open`: to be paid, if the payment service answers. `none`: nothing is asked for. */
export type LinkState = 'open' | 'paid' | 'none'

/** A booking with its property, for emails and the guest page. */
export type BookingSummary = {
  reference: string
  guest: { name: string; email: string; phone: string | null }
  specialRequests: string | null
  /** By when a request is answered, as text in the property's time zone; null without a deadline. */
  answerBy: string | null
  checkInDate: IsoDate
  checkOutDate: IsoDate
  nights: number
  party: Party
  lines: PriceLine[]
  total: Cents
  /** Card payments in the order in which they are made; empty if the operator takes payment elsewhere. */
  payments: PaymentSummary[]
  /** What an operator recorded as paid outside the site, less what was returned there. */
  paidElsewhere: Cents
  property: {
    name: string
    path: string
    /** The town only: the address is for guests whose stay is confirmed. */
    location: string
    address: string
    timeZone: string
    checkInTime: string
    checkOutTime: string
    /** The first image; null without one, and for a property that is not published. */
    image: ImageSource | null
  }
}

/** What the card was or is about to be charged: an authorized payment is captured next. */
export const chargedBy = ({ status, received, amount }: PaymentSummary): Cents =>
  status === 'authorized' ? amount : received

/** What was paid by card and does not go back; null for a booking that is not paid by card. */
export function paidByCard(payments: readonly PaymentSummary[]): Cents | null {
  if (payments.length === 0) return null
  return payments.reduce((sum, payment) => {
    const charged = chargedBy(payment)
    return charged === 0 ? sum : sum + charged - payment.refundDue
  }, 0)
}

/** `paid` is null if nothing is recorded, so that only the operator knows it. `due` is negative if too much was paid. */
export type BookingMoney = { byCard: Cents | null; paid: Cents | null; planned: Cents; due: Cents }

/** What is paid, what a card is still to be charged, and what is due beyond that. */
export function moneyOf({
  total,
  payments,
  paidElsewhere,
}: Pick<BookingSummary, 'total' | 'payments' | 'paidElsewhere'>): BookingMoney {
  const byCard = paidByCard(payments)
  const paid = byCard === null && paidElsewhere === 0 ? null : (byCard ?? 0) + paidElsewhere
  const planned = payments
    .filter((payment) => payment.status !== 'void' && chargedBy(payment) === 0)
    .reduce((sum, { amount }) => sum + amount, 0)
  return { byCard, paid, planned, due: total - (paid ?? 0) - planned }
}

/** The stay as lines of names and values. */
export function summaryRows({ property, party, nights, lines, total, ...stay }: BookingSummary): [string, string][] {
  return [
    ['Reference', stay.reference],
    ['Home', property.name],
    ['Check-in', `${formatDate(stay.checkInDate, 'long')}, from ${property.checkInTime}`],
    ['Check-out', `${formatDate(stay.checkOutDate, 'long')}, by ${property.checkOutTime}`],
    ['Nights', countOf(nights, 'night')],
    ['Guests', partyWords(party)],
    ...lines.map(({ label, amount }): [string, string] => [label, formatMoney(amount)]),
    ['Total, taxes and fees included', formatMoney(total)],
  ]
}

/** The dates in an email subject: `Thu, Jul 1 to Mon, Jul 5`. */
export function stayDates({ checkInDate, checkOutDate }: BookingSummary): string {
  return `${formatDate(checkInDate)} to ${formatDate(checkOutDate)}`
}

/** The property's image at the head of an email: twice as wide as it is shown there. */
export function mailImage({ property: { image } }: BookingSummary, siteUrl: string) {
  return image && { ...image, src: `${siteUrl}${plainSrc(image.src)}` }
}

/** What the email log may contain. */
export function mailPayload({ reference, property, checkInDate, checkOutDate }: BookingSummary) {
  return { reference, home: property.path.replace('/property/', ''), checkIn: checkInDate, checkOut: checkOutDate }
}

/** How a confirmed stay is paid, in a sentence or two. `card` is a parameter because the reader may be the operator. */
export function paymentText(booking: BookingSummary, card = 'Your card'): string {
  const { payments, paidElsewhere } = booking
  const [first, balance] = payments
  if (first?.status === 'waiting') {
    const rest = balance?.dueOn
      ? ` The balance of ${formatAmount(balance.amount)} will be charged to the same card on ${formatDate(balance.dueOn, 'long')}.`
      : ''
    return `Please pay ${formatAmount(first.amount)} by card on that page.${rest}`
  }
  if (!first && paidElsewhere > 0) {
    const { due } = moneyOf(booking)
    const rest = due > 0 ? `${formatAmount(due)} is still to be paid.` : 'There’s nothing more to pay.'
    return `We’ve received ${formatAmount(paidElsewhere)}, thank you. ${rest}`
  }
  if (!first) return 'You haven’t been charged yet. We’ll email you separately about how to pay.'
  if (!balance?.dueOn) return `${card} is being charged ${formatAmount(first.amount)}. There’s nothing more to pay.`
  const rest = `The balance of ${formatAmount(balance.amount)} will be charged to the same card on ${formatDate(balance.dueOn, 'long')}.`
  return `${card} is being charged a deposit of ${formatAmount(first.amount)} now. ${rest}`
}

const PAID: Record<PaymentSummary['kind'], string> = {
  whole: 'Paid by card',
  deposit: 'Deposit, paid by card',
  balance: 'Balance, paid by card',
  difference: 'Difference, paid by card',
}

const STUCK = 'Refund to your card failed'

/** Payments, refunds and amounts due as lines; empty if the operator takes payment elsewhere and recorded none. */
export function paymentRows(stay: Pick<BookingSummary, 'payments' | 'paidElsewhere'>): [string, Cents][] {
  const { payments, paidElsewhere } = stay
  const elsewhere: [string, Cents][] =
    paidElsewhere === 0 ? [] : [[paidElsewhere > 0 ? 'Paid' : 'Returned another way', Math.abs(paidElsewhere)]]
  return [...cardRows(payments), ...elsewhere]
}

function cardRows(payments: PaymentSummary[]): [string, Cents][] {
  return payments.flatMap(({ kind, status, amount, dueOn, ...sums }): [string, Cents][] => {
    if (status === 'scheduled' && dueOn) {
      return [[`Balance, charged on ${formatDate(dueOn, 'long')}`, amount]]
    }
    if (status === 'failed') return [[kind === 'balance' ? 'Balance, not yet paid' : 'Not yet paid', amount]]
    if (status === 'authorized') return [[PAID[kind], amount]]
    if (status !== 'captured') return []
    const { received, refunded } = sums
    const coming = Math.min(sums.refundDue, received) - refunded
    return [
      [PAID[kind], received],
      ...(refunded > 0 ? [['Refunded to your card', refunded] as [string, Cents]] : []),
      ...(coming > 0
        ? [[sums.refundFailed ? STUCK : 'Refund on its way to your card', coming] as [string, Cents]]
        : []),
    ]
  })
}
