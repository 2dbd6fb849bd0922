import { and, asc, desc, eq, gt, gte, ilike, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { symbolsOf } from '#app/features/bookings/booking-reference.ts'
import { moneyOf, type PaymentSummary } from '#app/features/bookings/booking-summary.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { IS_UNPAID, RETURN_IDS, TO_RETURN } from '#app/features/bookings/payments/recorded-money.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { partsOfPrice } from '#app/features/pricing/price-parts.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { guestNameSeenBy, seenBy } from '#app/features/properties/seen-by.server.ts'
import { queryPage, queryText } from '#app/platform/http/list-query.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { may } from '#app/shared/may.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { type BookingFilter, type BookingView, type ManagedBooking, PAGE_SIZE, VIEWS } from './booking-list.ts'

const views = Object.keys(VIEWS) as BookingView[]
const query = z.object({
  q: queryText(200),
  view: z.enum(['', ...views]).catch('all'),
  property: queryText(200),
  page: queryPage,
})

/** Parses the filter in the address. Unknown values are ignored; a search covers all bookings. */
export function filterFromQuery(address: URLSearchParams): BookingFilter {
  const { q: search, view, ...rest } = query.parse({ view: '', ...Object.fromEntries(address) })
  return { ...rest, search, view: view || (search ? 'all' : 'needs-me') }
}

/** The local date at the property, in SQL. */
const todayAt = (now: Date) => sql`(${now.toISOString()}::timestamptz at time zone ${properties.timeZone})::date`

const hasFailedPayment = sql<boolean>`exists (select from ${payments} where ${payments.bookingId} = ${bookings.id}
  and ${payments.status} = 'failed')`

/** A request that waits for an answer. */
export const IS_REQUEST = sql<boolean>`bookings.status = 'pending'`

/**
 * A card payment that was refused matters until the stay is over. A union finds what may be meant, because each part has
 * an index.
 */
const needsAnswer = (now: Date) =>
  and(
    sql`${bookings.id} = any(array(select id from bookings where ${IS_REQUEST}
      union select booking_id from payments where status = 'failed' union ${RETURN_IDS}))`,
    or(
      IS_REQUEST,
      and(
        inArray(bookings.status, ['confirmed', 'cancelled']),
        gte(bookings.checkOutDate, todayAt(now)),
        hasFailedPayment,
      ),
      sql`${TO_RETURN} > 0`,
    ),
  )

function isIn(view: BookingView, now: Date): SQL | undefined {
  const today = todayAt(now)
  // Days that are over or to come at every home first: the day at a home costs much more.
  const utc = dateInZone(now, 'UTC')
  const isConfirmed = eq(bookings.status, 'confirmed')
  if (view === 'needs-me') return needsAnswer(now)
  if (view === 'arriving') {
    const isAhead = or(gt(bookings.checkInDate, addDays(utc, 1)), gt(bookings.checkInDate, today))
    // It says nothing new, and lets the index leave out past stays.
    return and(isConfirmed, gt(bookings.checkOutDate, utc), isAhead)
  }
  if (view === 'in-house') {
    // The first two say nothing new. They let the index leave out the stays of other years.
    const isNear = sql`${bookings.checkOutDate} >= ${now.toISOString()}::date - 1
      and ${bookings.checkInDate} <= ${now.toISOString()}::date + 1`
    return and(isConfirmed, isNear, lte(bookings.checkInDate, today), gte(bookings.checkOutDate, today))
  }
  if (view === 'unpaid') return IS_UNPAID
  if (view === 'past') {
    return and(isConfirmed, or(lt(bookings.checkOutDate, addDays(utc, -1)), lt(bookings.checkOutDate, today)))
  }
  return undefined
}

const ORDERS: Record<BookingView, SQL[]> = {
  'needs-me': [sql`${bookings.answerBy} asc nulls last`],
  arriving: [asc(bookings.checkInDate)],
  'in-house': [asc(bookings.checkOutDate)],
  unpaid: [asc(bookings.checkInDate)],
  past: [desc(bookings.checkOutDate)],
  all: [desc(bookings.createdAt)],
}

/** A search of all bookings usually means a current stay: the nearest that is not over comes first. */
function ordersOf({ view, search }: BookingFilter, now: Date): SQL[] {
  if (view !== 'all' || search.trim() === '') return ORDERS[view]
  const today = todayAt(now)
  return [sql`${bookings.checkOutDate} < ${today}`, sql`abs(${bookings.checkInDate} - ${today})`]
}

/**
 * Name, email, phone or reference; phone numbers and references are found in any notation. Only the reference, for
 * operators without access to contact data.
 */
function matches(search: string, by: Operator): SQL | undefined {
  const text = search.trim()
  if (text === '') return undefined
  const part = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const symbols = symbolsOf(text)
  const digits = text.replaceAll(/\D/g, '')
  const isReference = symbols ? sql`replace(${bookings.reference}, '-', '') like ${`%${symbols}%`}` : undefined
  if (!may(by, 'contacts:read')) return isReference ?? sql`false`
  const phone = sql`regexp_replace(${bookings.guestPhone}, '\\D', '', 'g') like ${`%${digits}%`}`
  return or(
    ilike(bookings.guestName, part),
    ilike(bookings.guestEmail, part),
    isReference,
    digits.length >= 4 ? phone : undefined,
  )
}

const cents = (amount: SQL) => sql`(${amount} * 100)::int`
const paymentSummary = sql`jsonb_build_object('kind', kind, 'status', status, 'amount', ${cents(sql`amount`)},
  'received', ${cents(sql`received`)}, 'refundDue', ${cents(sql`refund_due`)}, 'refunded', ${cents(sql`refunded`)},
  'refundedElsewhere', ${cents(sql`refunded_elsewhere`)}, 'refundFailed', refund_failed,
  'disputed', ${cents(sql`disputed`)}, 'chargedBack', ${cents(sql`charged_back`)}, 'dueOn', due_on)`

/** The input of `moneyOf`, for many bookings in one statement. */
export const MONEY_COLUMNS = {
  totalAmount: bookings.totalAmount,
  paymentSchedule: bookings.paymentSchedule,
  returnDue: bookings.returnDue,
  payments: sql<PaymentSummary[]>`(select coalesce(jsonb_agg(${paymentSummary} order by payments.created_at), '[]')
    from ${payments} where ${payments.bookingId} = ${bookings.id})`,
  paidElsewhere: bookings.paidElsewhere,
}

/** The columns of a `ManagedBooking`, of `bookings` joined with `properties`, for `withMoney`. */
export const MANAGED_COLUMNS = {
  reference: bookings.reference,
  status: bookings.status,
  source: bookings.source,
  property: properties.name,
  propertyId: properties.id,
  checkIn: bookings.checkInDate,
  checkOut: bookings.checkOutDate,
  guestName: bookings.guestName,
  guestEmail: bookings.guestEmail,
  guestPhone: bookings.guestPhone,
  adults: bookings.adults,
  children: bookings.children,
  infants: bookings.infants,
  pets: bookings.pets,
  answerBy: bookings.answerBy,
  timeZone: properties.timeZone,
  paymentFailed: hasFailedPayment,
  ...MONEY_COLUMNS,
}

type ManagedRow = Pick<
  typeof bookings.$inferSelect,
  'status' | 'totalAmount' | 'returnDue' | 'paidElsewhere' | 'paymentSchedule'
> & {
  payments: PaymentSummary[]
}

/** The input of `moneyOf`, of a row of these columns. */
export const factsOf = ({
  status,
  totalAmount,
  returnDue,
  payments: made,
  paidElsewhere,
  paymentSchedule,
}: ManagedRow) => ({
  status,
  payments: made,
  paymentSchedule,
  total: centsFromNumeric(totalAmount),
  returnDue: centsFromNumeric(returnDue),
  paidElsewhere: centsFromNumeric(paidElsewhere),
})

/** The price and the money of a row of these columns. */
export function withMoney<Row extends ManagedRow>(row: Row) {
  const { totalAmount: _, returnDue: __, payments: ___, paidElsewhere: ____, paymentSchedule: _____, ...rest } = row
  const facts = factsOf(row)
  return { ...rest, price: facts.total, money: moneyOf(facts) }
}

/**
 * A page of bookings, as this operator sees them, with the number of all that match. `page` begins at 1; `limit`
 * overrides its size.
 */
export async function findBookings(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  filter: BookingFilter,
  { by, limit = PAGE_SIZE }: { by: Operator; limit?: number },
): Promise<{ rows: ManagedBooking[]; total: number }> {
  const { view, search, property, page } = filter
  const now = clock.now()
  const isHere = property ? eq(properties.slug, property) : undefined
  const where = and(isIn(view, now), matches(search, by), isHere, seenBy(by))
  const order = [...ordersOf(filter, now), asc(bookings.reference)]
  const all = db
    .select({ count: sql`count(*)` })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(where)
  // Only what is shown is read as a whole. A view is read in the order of an index, and counted apart from it. A search
  // reads all, and counts it at once.
  const total = search.trim() === '' ? sql`${all}` : sql`(count(*) over ())`
  const shown = db
    .select({ id: bookings.id, total: sql<number>`${total}::int`.as('total') })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit)
    .as('shown')
  const found = await db
    .select({ ...MANAGED_COLUMNS, lines: sql<PriceLine[]>`${bookings.lines}`, total: shown.total })
    .from(shown)
    .innerJoin(bookings, eq(bookings.id, shown.id))
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .orderBy(...order)
  const maySeeContact = may(by, 'contacts:read')
  const rows = found.map(({ total: _, lines, ...row }) => ({
    ...withMoney(row),
    today: dateInZone(now, row.timeZone),
    parts: partsOfPrice(lines),
    guestName: guestNameSeenBy(by, row.guestName),
    ...(!maySeeContact && { guestEmail: '', guestPhone: null }),
  }))
  return { rows, total: found[0]?.total ?? 0 }
}
