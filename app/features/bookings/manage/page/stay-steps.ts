import { SOURCE_WORDS } from '#app/features/bookings/booking-sources.ts'
import type { BookingSummary, PaymentSummary } from '#app/features/bookings/booking-summary.ts'
import { dateInZone, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { formatDateWithYear } from '#app/shared/dates-with-year.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { ManagedStay, ReviewState } from '../managed-stay.ts'

/** A step of a stay. The first that is not done is the present one. */
type StayStep = { label: string; detail: string; isDone: boolean; tone?: 'bad' }

type Facts = Pick<
  ManagedStay,
  'status' | 'source' | 'history' | 'answerDue' | 'payments' | 'paymentSchedule' | 'total' | 'money' | 'refunded'
> &
  Pick<ManagedStay, 'phase' | 'checkInDate' | 'checkOutDate'> & {
    property: Pick<BookingSummary['property'], 'timeZone' | 'checkInTime' | 'checkOutTime'>
  }

/** With its year, if that is over. */
const dayWords = (day: IsoDate, today: IsoDate) =>
  day.slice(0, 4) < today.slice(0, 4) ? formatDateWithYear(day) : formatDate(day)

/** A stay from its request to its review. One that was declined or canceled, or expired, ends there. */
export function stepsOf(stay: Facts, today: IsoDate, review: ReviewState) {
  const steps = isOver(stay)
    ? [...beginning(stay, today), ...ending(stay, today)]
    : [...beginning(stay, today), ...payments(stay, today), ...visit(stay, today, review)]
  const present = steps.findIndex(({ isDone }) => !isDone)
  return steps.map(({ isDone, ...step }, at) => ({ ...step, state: stateAt(isDone, at === present) }))
}

const stateAt = (isDone: boolean, isPresent: boolean): 'past' | 'present' | 'future' => {
  if (isDone) return 'past'
  return isPresent ? 'present' : 'future'
}

const isOver = ({ status }: Facts) => status === 'declined' || status === 'cancelled' || status === 'expired'

const ENDED: Partial<Record<ManagedStay['status'], string>> = {
  declined: 'Declined',
  cancelled: 'Canceled',
  expired: 'Expired',
}

function dayOf({ history, property }: Facts, status: ManagedStay['status'], today: IsoDate): string | undefined {
  const change = history.findLast(({ toStatus }) => toStatus === status)
  return change && dayWords(dateInZone(new Date(change.time), property.timeZone), today)
}

/** The request and the answer, or how it was booked otherwise. */
function beginning(stay: Facts, today: IsoDate): StayStep[] {
  const { status, source, answerDue, history } = stay
  const first = history[0]
  const from = (first && dayOf(stay, first.toStatus, today)) ?? ''
  if (status === 'held') return [{ label: 'Paying', detail: 'Dates held until done', isDone: false }]
  const confirmed = dayOf(stay, 'confirmed', today)
  if (dayOf(stay, 'pending', today) === undefined) {
    const how = source === 'website' ? '' : `, ${SOURCE_WORDS[source]}`
    return [{ label: 'Booked', detail: `${confirmed ?? from}${how}`, isDone: true }]
  }
  const request = { label: 'Requested', detail: from, isDone: true }
  if (status !== 'pending')
    return confirmed ? [request, { label: 'Confirmed', detail: confirmed, isDone: true }] : [request]
  const detail = answerDue?.words ?? 'No deadline'
  return [request, { label: 'Your answer', detail, isDone: false, ...(answerDue?.isUrgent && { tone: 'bad' }) }]
}

/** How a stay ended before its time, and what of its money is still to be settled. */
function ending(stay: Facts, today: IsoDate): StayStep[] {
  const { status, refunded, money } = stay
  const end = { label: ENDED[status] ?? '', detail: dayOf(stay, status, today) ?? '', isDone: true }
  if (money.toReturn > 0)
    return [end, { label: 'Refund', detail: `${formatMoney(money.toReturn)} to return`, isDone: false, tone: 'bad' }]
  return refunded > 0 ? [end, { label: 'Refund', detail: formatMoney(refunded), isDone: true }] : [end]
}

/** Amounts with their days. Nothing where nothing is to be paid here. */
function payments(stay: Facts, today: IsoDate): StayStep[] {
  const { status, total, money, paymentSchedule } = stay
  const byCard = stay.payments.filter((payment) => payment.status !== 'void')
  if (byCard.length > 0) return byCard.map((payment) => cardStep(payment, today))
  if (total === 0) return []
  if (paymentSchedule === null || paymentSchedule.length === 0) {
    if (status === 'confirmed' && money.unpaid === 0) {
      return money.isRecorded ? [{ label: 'Paid', detail: formatMoney(money.paid), isDone: true }] : []
    }
    const amount = status === 'confirmed' ? money.unpaid : total
    return [{ label: 'Payment', detail: formatMoney(amount), isDone: false }]
  }
  return paymentSchedule.map(({ amount, dueOn }, at): StayStep => {
    const label = scheduleLabel(at, paymentSchedule.length)
    const open = money.toPay.find((one) => one.dueOn === dueOn)
    if (status === 'confirmed' && !open) return { label, detail: formatMoney(amount), isDone: true }
    const left = formatMoney(open?.amount ?? amount)
    const isLate = open !== undefined && dueOn < today
    return isLate
      ? { label, detail: `${left}, late since ${dayWords(dueOn, today)}`, isDone: false, tone: 'bad' }
      : { label, detail: `${dayWords(dueOn, today)}, ${left}`, isDone: false }
  })
}

function scheduleLabel(at: number, count: number): string {
  if (at === count - 1) return count === 1 ? 'Payment' : 'Balance'
  return at === 0 ? 'Deposit' : 'Payment'
}

const BY_CARD: Record<PaymentSummary['kind'], string> = {
  whole: 'Payment',
  deposit: 'Deposit',
  balance: 'Balance',
  difference: 'Difference',
}

function cardStep({ kind, status, amount, received, dueOn }: PaymentSummary, today: IsoDate): StayStep {
  const label = BY_CARD[kind]
  if (status === 'authorized' || status === 'captured') {
    return { label, detail: formatMoney(status === 'captured' ? received : amount), isDone: true }
  }
  if (status === 'failed') return { label, detail: `${formatMoney(amount)}, card refused`, isDone: false, tone: 'bad' }
  const detail = [dueOn && dayWords(dueOn, today), formatMoney(amount)].filter(Boolean).join(', ')
  return { label, detail, isDone: false }
}

/** Check-in, check-out, and the review. */
function visit(stay: Facts, today: IsoDate, review: ReviewState): StayStep[] {
  const { status, phase, property, checkInDate, checkOutDate } = stay
  const isHere = status === 'confirmed' && phase !== 'ahead'
  const isGone = status === 'confirmed' && phase === 'over'
  return [
    { label: 'Check-in', detail: `${dayWords(checkInDate, today)}, ${property.checkInTime}`, isDone: isHere },
    { label: 'Check-out', detail: `${dayWords(checkOutDate, today)}, ${property.checkOutTime}`, isDone: isGone },
    ...(review ? [{ label: 'Review', detail: review.detail, isDone: review.isWritten }] : []),
  ]
}
