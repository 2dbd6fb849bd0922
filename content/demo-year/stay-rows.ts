import type { occupancies } from '#app/features/availability/availability.tables.server.ts'
import type { BookableProperty } from '#app/features/availability/property-rules.server.ts'
import type { bookingChanges, bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { linesAfterRefund } from '#app/features/bookings/manage/money/refund-amounts.ts'
import { type Price, type PriceLine, priceStay } from '#app/features/pricing/price.ts'
import type { PromoCode } from '#app/features/pricing/promo-code.ts'
import { refundOn } from '#app/features/properties/cancellation-policy.ts'
import { addDays, dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, numericFromCents, percentOf } from '#app/shared/money.ts'
import { cancellationPolicy } from '#content/properties/property.ts'
import type { Chance } from './chance.ts'
import type { PlannedStay } from './planned-stay.ts'
import { byHandOf, moneyRows, noonOf, paidOf, payStay, type StayMoney } from './stay-money.ts'

type BookingRow = typeof bookings.$inferInsert & { id: string }
type ChangeRow = typeof bookingChanges.$inferInsert

/** A booking as it was from a moment on, in the columns of the database. */
type State = { at: Date; booking: Record<string, unknown>; checkOut: IsoDate; total: string }

export type StayRows = ReturnType<typeof rowsOfStay>

type Home = Pick<BookableProperty, 'id' | 'timeZone' | 'rules'>
/** `code` is the demo’s discount code. */
type Booked = { home: Home; reference: string; now: Date; chance: Chance; code: PromoCode }

/** What a stay is at the moment, and what it was before. */
type Course = {
  status: 'pending' | 'confirmed' | 'declined' | 'cancelled'
  checkOut: IsoDate
  lines: PriceLine[]
  total: Cents
  money: StayMoney
  refundAmount: Cents | null
  states: State[]
  changes: Omit<ChangeRow, 'bookingId' | 'number'>[]
}

/** What platforms keep of a sample stay, in percent of its price. */
const COMMISSIONS: Partial<Record<PlannedStay['source'], string>> = { airbnb: '15', vrbo: '8' }

const commissionOf = ({ source }: PlannedStay, total: Cents): Cents => percentOf(total, COMMISSIONS[source] ?? '0')

/** The rows of a stay: all its sums are the site’s own. */
export function rowsOfStay(stay: PlannedStay, booked: Booked) {
  const { home, reference, now, chance } = booked
  const id = chance.uuid()
  const course = courseOf(stay, booked, id)
  const { status, checkOut, money, refundAmount, changes, states } = course
  const { paymentRows, ledgerRows } = moneyRows(chance, id, money)
  const nights = { from: stay.checkIn, to: checkOut }
  const isHere = status === 'pending' || status === 'confirmed'
  const booking: BookingRow = {
    id,
    reference,
    propertyId: home.id,
    ...stay.party,
    numberOfGuests: stay.party.adults + stay.party.children,
    guestName: stay.guest.name,
    guestEmail: stay.paidBy === 'platform' ? '' : stay.guest.email,
    guestPhone: stay.phone,
    specialRequests: stay.request,
    checkInDate: stay.checkIn,
    checkOutDate: checkOut,
    totalAmount: numericFromCents(course.total),
    lines: course.lines,
    promoCode: stay.hasCode ? booked.code.code : null,
    status,
    source: stay.source,
    platformCommission: numericFromCents(commissionOf(stay, course.total)),
    cancellationPolicy,
    refundAmount: refundAmount === null ? null : numericFromCents(refundAmount),
    returnDue: numericFromCents(money.returnDue),
    paidByCard: numericFromCents(money.isCard ? paidOf(money) - (money.refunds[0]?.amount ?? 0) : 0),
    paidElsewhere: numericFromCents(byHandOf(money)),
    paymentSchedule: status === 'confirmed' ? money.schedule : null,
    propertyReadyAt: isHere && noonOf(stay.checkIn) < now ? noonOf(stay.checkIn) : null,
    ...(stay.later.kind === 'longer' && {
      movedFromPropertyId: home.id,
      movedFromNights: { from: stay.checkIn, to: addDays(checkOut, -1) },
    }),
    createdAt: stay.bookedAt,
  }
  const occupancy: typeof occupancies.$inferInsert | null = isHere
    ? { id: chance.uuid(), propertyId: home.id, nights, kind: 'booking', bookingId: id, createdAt: stay.bookedAt }
    : null
  return {
    stay,
    timeZone: home.timeZone,
    booking,
    occupancy,
    changes: changes.map((change, index): ChangeRow => ({ ...change, bookingId: id, number: index + 1 })),
    payments: paymentRows,
    ledger: ledgerRows,
    states,
  }
}

function courseOf(stay: PlannedStay, { home, now, chance, code }: Booked, id: string): Course {
  const { checkIn, bookedAt, paidBy, later, hasCode } = stay
  const today = dateInZone(now, home.timeZone)
  const bookedOn = dateInZone(bookedAt, home.timeZone)
  const promo = hasCode ? code : null
  const priced = (checkOut: IsoDate, on: IsoDate): Price => {
    const asked = { checkIn, checkOut, ...stay.party }
    const price = priceStay(home.rules.pricing, asked, { today: on, gaps: new Set(), promo })
    if (!price) throw new Error(`${stay.slug} has no price`)
    return price
  }
  const checkOut = later.kind === 'longer' ? addDays(stay.checkOut, -1) : stay.checkOut
  const { lines, total } = priced(checkOut, bookedOn)
  const unpaid: StayMoney = { isCard: false, paid: [], schedule: null, refunds: [], returnDue: 0, retained: null }
  const isPaid = stay.status === 'confirmed'
  const money = isPaid
    ? payStay(chance, { total, paidBy, bookedAt, bookedOn, checkIn, today, isLate: stay.isLate })
    : unpaid
  const first: Course = {
    status: stay.status,
    checkOut,
    lines,
    total,
    money,
    refundAmount: null,
    states: [],
    changes: firstChanges(stay),
  }
  const stateOf = (course: Course, at: Date): State => {
    const columns = stateColumns(stay, course, { id, home, promo })
    return { at, booking: columns, checkOut: columns.check_out_date, total: columns.total_amount }
  }
  const confirmedAt = first.changes.at(-1)?.changedAt ?? bookedAt
  if (stay.status !== 'confirmed') return first
  first.states.push(stateOf(first, confirmedAt))
  if (later.kind === 'canceled') return canceled(first, { stay, on: later.on, by: later.by, now, stateOf })
  if (later.kind === 'longer')
    return longer(first, { ...priced(stay.checkOut, later.on), checkOut: stay.checkOut, on: later.on, stateOf })
  if (later.kind === 'refunded') return refunded(first, { percent: later.percent, on: later.on, stateOf })
  return first
}

const MINUTE_MS = 60_000

/** By card at once, by a request that is answered, or by hand. */
function firstChanges({ status, source, paidBy, bookedAt }: PlannedStay): Course['changes'] {
  const later = (minutes: number) => new Date(bookedAt.getTime() + minutes * MINUTE_MS)
  if (status === 'pending') return [{ toStatus: 'pending', cause: 'guest', changedAt: bookedAt }]
  if (source !== 'website') return [{ toStatus: 'confirmed', cause: 'operator', changedAt: bookedAt }]
  if (paidBy === 'card') {
    return [
      { toStatus: 'held', cause: 'guest', changedAt: bookedAt },
      { fromStatus: 'held', toStatus: 'confirmed', cause: 'payment', changedAt: later(2) },
    ]
  }
  return [
    { toStatus: 'pending', cause: 'guest', changedAt: bookedAt },
    { fromStatus: 'pending', toStatus: status, cause: 'operator', changedAt: later(75) },
  ]
}

type Stated = { id: string; home: Home; promo: PromoCode | null }

/** What `version_of_booking` reads of a booking. */
function stateColumns(stay: PlannedStay, course: Course, { id, home, promo }: Stated) {
  return {
    id,
    property_id: home.id,
    status: course.status,
    source: stay.source,
    platform_commission: numericFromCents(commissionOf(stay, course.total)),
    promo_code: promo?.code ?? null,
    check_in_date: stay.checkIn,
    check_out_date: course.checkOut,
    total_amount: numericFromCents(course.total),
    lines: course.lines,
    return_due: numericFromCents(course.money.returnDue),
    paid_elsewhere: numericFromCents(byHandOf(course.money)),
  }
}

type StateOf = (course: Course, at: Date) => State
type Cancel = { stay: PlannedStay; on: IsoDate; by: 'guest' | 'operator'; now: Date; stateOf: StateOf }

/** The guest gets back what the policy says, a check two days later. What is not charged by then never is. */
function canceled(before: Course, { stay, on, by, now, stateOf }: Cancel): Course {
  const at = noonOf(on)
  const { isCard, ...rest } = before.money
  const paid = rest.paid.filter((movement) => movement.at < at)
  const total = paidOf({ paid })
  // Whoever cancels for the operator returns everything.
  const refund =
    by === 'operator' ? total : refundOn(on, { policy: cancellationPolicy, checkIn: stay.checkIn, paid: total })
  const returnedAt = noonOf(addDays(on, isCard ? 0 : 2))
  const isReturned = isCard || returnedAt < now
  const refunds = refund > 0 && isReturned ? [{ amount: refund, at: returnedAt, note: 'Check to the guest' }] : []
  const promised = { ...rest, isCard, paid, refunds: isCard ? refunds : [], returnDue: isCard ? 0 : refund }
  const retained = isCard && total > refund ? { amount: total - refund, at } : null
  const change = { fromStatus: 'confirmed', toStatus: 'cancelled', cause: by, changedAt: at } as const
  const reason = by === 'operator' ? 'Sample reason: a pipe burst.' : null
  const after: Course = {
    ...before,
    status: 'cancelled',
    money: { ...promised, retained },
    refundAmount: refund,
    changes: [...before.changes, { ...change, reason }],
  }
  const states = [...before.states, stateOf(after, at)]
  if (isCard || refunds.length === 0) return { ...after, states }
  const returned = { ...after, money: { ...after.money, refunds, returnDue: 0 } }
  return { ...returned, states: [...states, stateOf(returned, returnedAt)] }
}

type Longer = Price & { checkOut: IsoDate; on: IsoDate; stateOf: StateOf }

/** A night more, paid at once in the way of the rest. */
function longer(before: Course, { lines, total, checkOut, on, stateOf }: Longer): Course {
  const at = noonOf(on)
  const { money } = before
  const kind = money.isCard ? ('difference' as const) : null
  const note = money.isCard ? null : 'Check for the night more'
  const more = { amount: total - before.total, at, note, kind, dueOn: null }
  // What was paid counts for the earlier days first.
  const parts = money.schedule && [...money.schedule, { amount: more.amount, dueOn: on }]
  const schedule = parts?.toSorted((one, other) => one.dueOn.localeCompare(other.dueOn)) ?? null
  const after = { ...before, lines, total, checkOut, money: { ...money, schedule, paid: [...money.paid, more] } }
  return { ...after, states: [...before.states, stateOf(after, at)] }
}

/** A part goes back after the stay: the price is lower by it. */
function refunded(
  before: Course,
  { percent, on, stateOf }: { percent: number; on: IsoDate; stateOf: StateOf },
): Course {
  const at = noonOf(on)
  const amount = Math.round((before.total * percent) / 100)
  const refunds = [{ amount, at, note: 'Check to the guest' }]
  const money = { ...before.money, refunds }
  const after = { ...before, lines: linesAfterRefund(before.lines, amount), total: before.total - amount, money }
  return { ...after, states: [...before.states, stateOf(after, at)] }
}
