import { and, asc, desc, eq, gt, gte, ilike, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { bookings, payments, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import type { BookingFilter, BookingView, ManagedBooking } from './booking-list.ts'
import { PAGE_SIZE } from './booking-list.ts'
import { TO_RETURN } from './return-money.server.ts'

/** The local date at the property, in SQL. */
const todayAt = (now: Date) => sql`(${now.toISOString()}::timestamptz at time zone ${properties.timeZone})::date`

const hasFailedPayment = sql`exists (select from ${payments} where ${payments.bookingId} = ${bookings.id}
  and ${payments.status} = 'failed')`

/** A card payment that failed for good matters until the stay is over. */
const needsAnswer = (now: Date) =>
  or(
    eq(bookings.status, 'pending'),
    and(
      inArray(bookings.status, ['confirmed', 'cancelled']),
      gte(bookings.checkOutDate, todayAt(now)),
      hasFailedPayment,
    ),
    sql`${TO_RETURN} > 0`,
  )

function isIn(view: BookingView, now: Date): SQL | undefined {
  const today = todayAt(now)
  const isConfirmed = eq(bookings.status, 'confirmed')
  if (view === 'needs-me') return needsAnswer(now)
  if (view === 'arriving') return and(isConfirmed, gt(bookings.checkInDate, today))
  if (view === 'in-house') return and(isConfirmed, lte(bookings.checkInDate, today), gte(bookings.checkOutDate, today))
  if (view === 'past') return and(isConfirmed, lt(bookings.checkOutDate, today))
  return undefined
}

const ORDERS: Record<BookingView, SQL[]> = {
  'needs-me': [sql`${bookings.answerBy} asc nulls last`],
  arriving: [asc(bookings.checkInDate)],
  'in-house': [asc(bookings.checkOutDate)],
  past: [desc(bookings.checkOutDate)],
  all: [desc(bookings.createdAt)],
}

/** Whoever searches all bookings means a stay of these days: the nearest that is not over comes first. */
function ordersOf({ view, search }: BookingFilter, now: Date): SQL[] {
  if (view !== 'all' || search.trim() === '') return ORDERS[view]
  const today = todayAt(now)
  return [sql`${bookings.checkOutDate} < ${today}`, sql`abs(${bookings.checkInDate} - ${today})`]
}

/** Name, email, phone or reference; a phone number is found however it is written. */
function matches(search: string): SQL | undefined {
  const text = search.trim()
  if (text === '') return undefined
  const part = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const digits = text.replaceAll(/\D/g, '')
  const phone = sql`regexp_replace(${bookings.guestPhone}, '\\D', '', 'g') like ${`%${digits}%`}`
  return or(
    ilike(bookings.guestName, part),
    ilike(bookings.guestEmail, part),
    ilike(bookings.reference, part),
    digits.length >= 4 ? phone : undefined,
  )
}

/** The columns of a `ManagedBooking`, of `bookings` joined with `properties`; what its payments say comes beside them. */
export const MANAGED_COLUMNS = {
  reference: bookings.reference,
  status: bookings.status,
  source: bookings.source,
  property: properties.name,
  checkIn: bookings.checkInDate,
  checkOut: bookings.checkOutDate,
  guestName: bookings.guestName,
  guestEmail: bookings.guestEmail,
  guestPhone: bookings.guestPhone,
  adults: bookings.adults,
  children: bookings.children,
  infants: bookings.infants,
  pets: bookings.pets,
  totalAmount: bookings.totalAmount,
  answerBy: bookings.answerBy,
  timeZone: properties.timeZone,
}

/** A page of bookings with the number of all that match. `page` begins at 1; `limit` overrides its size. */
export async function findBookings(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  filter: BookingFilter,
  limit = PAGE_SIZE,
): Promise<{ rows: ManagedBooking[]; total: number }> {
  const { view, search, property, page } = filter
  const now = clock.now()
  const where = and(isIn(view, now), matches(search), property ? eq(properties.slug, property) : undefined)
  const found = await db
    .select({
      ...MANAGED_COLUMNS,
      paymentFailed: sql<boolean>`${hasFailedPayment}`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(where)
    .orderBy(...ordersOf(filter, now), asc(bookings.reference))
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = found.map(({ totalAmount, total: _, ...row }) => ({ ...row, price: centsFromNumeric(totalAmount) }))
  return { rows, total: found[0]?.total ?? 0 }
}
