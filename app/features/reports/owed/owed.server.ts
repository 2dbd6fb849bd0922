import { asc, eq, sql } from 'drizzle-orm'
import type { PaymentSummary } from '#app/features/bookings/booking-summary.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { MANAGED_COLUMNS, withMoney } from '#app/features/bookings/manage/list/booking-list.server.ts'
import { latePayment } from '#app/features/bookings/payment-plan.ts'
import { IS_UNPAID, RETURN_IDS } from '#app/features/bookings/payments/recorded-money.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { guestNameSeenBy } from '#app/features/properties/seen-by.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { OwedPayment, StayAmount } from './owed.ts'

/** A union, because each part has an index. An array, because they are few: their number is estimated far too high. */
const IS_OWED = sql`${bookings.id} = any(array(select bookings.id from bookings where ${IS_UNPAID}
  union select booking_id from payments where status in ('scheduled', 'failed')
  union ${RETURN_IDS}))`

/** Guests' open payments, by due day, and refunds to them. In one statement. */
export async function getOwed({ db, clock }: Services, by: Operator) {
  const rows = await db
    .select({ ...MANAGED_COLUMNS, remindedAt: bookings.paymentRemindedAt })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(IS_OWED)
    .orderBy(asc(bookings.checkInDate), asc(bookings.reference))
  const now = clock.now()
  const todayByZone = new Map(rows.map(({ timeZone }) => [timeZone, '']))
  for (const timeZone of todayByZone.keys()) todayByZone.set(timeZone, dateInZone(now, timeZone))
  const owed: OwedPayment[] = []
  const toReturn: StayAmount[] = []
  for (const row of rows) {
    const { money, reference, guestName, property, checkIn, checkOut, status } = withMoney(row)
    const stay = { reference, guest: guestNameSeenBy(by, guestName), property, checkIn, checkOut }
    if (money.toReturn > 0) toReturn.push({ ...stay, amount: money.toReturn })
    if (status !== 'confirmed') continue
    const today = todayByZone.get(row.timeZone) ?? ''
    const ofGuest = {
      how: 'guest' as const,
      reminded: row.remindedAt && formatMomentWithYear(row.remindedAt, row.timeZone),
      canRemind: row.guestEmail !== '',
    }
    for (const payment of money.toPay) {
      const isLate = latePayment([payment], { today, checkIn }) !== null
      owed.push({ ...stay, ...ofGuest, amount: payment.amount, dueOn: payment.dueOn ?? checkIn, isLate })
    }
    for (const card of row.payments) owed.push(...ofCard(card, stay))
  }
  return { owed: owed.sort((one, other) => one.dueOn.localeCompare(other.dueOn)), toReturn }
}

/** So many payments to come are on a page. Late ones and refunds are on each. */
const PAGE_SIZE = 100

/** What is late, a page of what is to come, and refunds. The sums are of all. */
export async function getOwedPage(services: Services, by: Operator, page: number) {
  const { owed, toReturn } = await getOwed(services, by)
  const coming = owed.filter(({ isLate }) => !isLate)
  return {
    late: withSum(owed.filter(({ isLate }) => isLate)),
    coming: { ...withSum(coming), rows: coming.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) },
    toReturn: withSum(toReturn),
    page,
    pages: Math.ceil(coming.length / PAGE_SIZE),
  }
}

const withSum = <Row extends StayAmount>(rows: Row[]) => ({
  rows,
  sum: rows.reduce((sum, { amount }) => sum + amount, 0),
})

/** An amount that a card will be charged, or refused. */
function ofCard({ status, amount, dueOn }: PaymentSummary, stay: Omit<StayAmount, 'amount'>): OwedPayment[] {
  if (status !== 'scheduled' && status !== 'failed') return []
  const isLate = status === 'failed'
  const how = isLate ? 'refused' : 'card'
  return [{ ...stay, amount, dueOn: dueOn ?? stay.checkIn, how, isLate, reminded: null, canRemind: false }]
}
