import { eq, sql } from 'drizzle-orm'
import type { Price } from '#app/features/pricing/price.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, occupancies, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { recordFirstStatus } from './booking-changes.server.ts'
import { newReference } from './booking-reference.server.ts'
import type { BookingRequest, RequestedBooking } from './bookings.ts'
import { planPayments } from './payments/payment-plan.ts'
import { storePayments } from './payments/payments.server.ts'
import type { OwnHold, RequestedStay } from './requested-stay.server.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

type NewBooking = {
  input: BookingRequest
  booked: RequestedStay
  quote: Price
  termsVersion: string | null
  hold: OwnHold | null
  /** It waits for a card to be authorised, not for the operator. */
  byCard: boolean
}
type Stored = Pick<RequestedBooking, 'id' | 'reference' | 'token' | 'status'> & { nightsId: string }

/** The booking, its first change, its nights and what it is to pay; under the home's lock. */
export async function storeBooking(services: Services, tx: Tx, booking: NewBooking): Promise<Stored> {
  const { booked, quote, byCard } = booking
  const { propertyId, stay } = booked
  const at = services.clock.now()
  const terms = await getBookingPolicies(tx, propertyId)
  const status = byCard ? 'held' : 'pending'
  const row = await insertBooking(services, tx, { ...booking, status, cancellationPolicy: terms.cancellationPolicy })
  await recordFirstStatus(tx, row.id, { to: status, cause: 'guest', at })
  const nightsId = await assignNights(services, tx, { ...booking, bookingId: row.id })
  if (byCard) {
    const plan = planPayments(quote.total, terms, { today: dateInZone(at, terms.timeZone), checkIn: stay.checkIn })
    await storePayments(tx, { bookingId: row.id, plan, now: at })
  }
  return { ...row, status, nightsId }
}

async function getBookingPolicies(tx: Tx, propertyId: string) {
  const { cancellationPolicy, depositPercent, balanceDays, timeZone } = properties
  const terms = { cancellationPolicy, depositPercent, balanceDays, timeZone }
  const [property] = await tx.select(terms).from(properties).where(eq(properties.id, propertyId))
  if (!property) throw new Error('a home that is being booked is not there')
  return property
}

async function insertBooking(
  { clock, config }: Services,
  tx: Tx,
  {
    input,
    booked,
    quote,
    termsVersion,
    ...rest
  }: NewBooking & { status: 'held' | 'pending'; cancellationPolicy: unknown },
): Promise<Omit<Stored, 'status' | 'nightsId'>> {
  const at = clock.now()
  const { checkIn, checkOut, ...party } = booked.stay
  const values = {
    ...party,
    propertyId: booked.propertyId,
    guestName: input.guestName,
    guestEmail: input.guestEmail,
    guestPhone: input.guestPhone,
    specialRequests: input.specialRequests,
    checkInDate: checkIn,
    checkOutDate: checkOut,
    numberOfGuests: party.adults + party.children,
    totalAmount: numericFromCents(quote.total),
    lines: quote.lines,
    promoCode: booked.promoCode,
    quoteId: booked.quote?.id,
    status: rest.status,
    answerBy: rest.byCard ? null : new Date(at.getTime() + config.requestHours * HOUR_MS),
    termsVersion,
    cancellationPolicy: rest.cancellationPolicy,
    createdAt: at,
  }
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const [row] = await tx
      .insert(bookings)
      .values({ ...values, reference: newReference() })
      .onConflictDoNothing({ target: bookings.reference })
      .returning({ id: bookings.id, reference: bookings.reference, token: bookings.token })
    if (row) return row
  }
  throw new Error('ten references in a row were taken')
}

/** A hold that lives is made longer once for the time of paying; without one the time begins now. */
function holdUntil({ clock, config }: Services, hold: OwnHold | null): Date {
  const begins = hold?.expiresAt ?? clock.now()
  return hold?.extended ? begins : new Date(begins.getTime() + config.holdMinutes * MINUTE_MS)
}

/** The id of the row is new where it stays a hold: others may know the one before, and whoever names a hold may move it. */
async function assignNights(
  services: Services,
  tx: Tx,
  { booked, hold, byCard, bookingId }: NewBooking & { bookingId: string },
): Promise<string> {
  const { propertyId, stay } = booked
  const owned = {
    propertyId,
    nights: { from: stay.checkIn, to: stay.checkOut },
    bookingId,
    quoteId: null,
    ...(byCard
      ? { id: sql`default`, kind: 'hold' as const, expiresAt: holdUntil(services, hold), extended: true }
      : { kind: 'booking' as const, expiresAt: null, extended: false }),
  }
  // The row of the hold itself: never delete and insert, between which another guest could stand (docs/decisions/011).
  const id = { id: occupancies.id }
  const [row] = hold
    ? await tx.update(occupancies).set(owned).where(eq(occupancies.id, hold.id)).returning(id)
    : await tx.insert(occupancies).values(owned).returning(id)
  if (!row) throw new Error('the nights of a booking were not stored')
  return row.id
}
