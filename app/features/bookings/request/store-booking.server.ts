import { randomInt, randomUUID } from 'node:crypto'
import type { Price } from '#app/features/pricing/price.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { numericFromCents } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { storePayments } from '../booking-payments.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import type { BookingRequest, RequestedBooking } from '../bookings.ts'
import { assignNights, type Hold } from '../holds/holds.server.ts'
import { planPayments } from '../payment-plan.ts'
import { getBookingPolicies } from '../payment-settings.server.ts'
import { recordFirstStatus } from '../status/change-status.server.ts'

const HOUR_MS = 3_600_000

type NewBooking = {
  input: BookingRequest
  requested: { propertyId: string; stay: Stay; quote: { id: string } | null; promoCode?: string }
  quote: Price
  termsVersion: string | null
  hold: Hold | null
  /** Whether it waits for a card authorization instead of the operator. */
  byCard: boolean
}
type StoredRow = Pick<RequestedBooking, 'id' | 'reference' | 'token'>
type Stored = StoredRow & { status: RequestedBooking['status']; nightsId: string }

/** Stores the booking, its first status change, its nights and its payments. Needs the property's lock. */
export async function storeBooking(services: Services, tx: Tx, booking: NewBooking): Promise<Stored> {
  const { requested, quote, hold, byCard } = booking
  const { propertyId, stay } = requested
  const at = services.clock.now()
  const policies = await getBookingPolicies(tx, propertyId)
  const status = byCard ? 'held' : 'pending'
  const row = await insertBooking(services, tx, { ...booking, status, cancellationPolicy: policies.cancellationPolicy })
  await recordFirstStatus(tx, row.id, { to: status, cause: 'guest', at })
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const nightsId = await assignNights(services, tx, { propertyId, nights, bookingId: row.id, hold, byCard })
  if (byCard) {
    const plan = planPayments(quote.total, policies, {
      today: dateInZone(at, policies.timeZone),
      checkIn: stay.checkIn,
    })
    await storePayments(tx, { bookingId: row.id, plan, now: at })
  }
  return { ...row, status, nightsId }
}

function insertBooking(
  { clock, config }: Services,
  tx: Tx,
  {
    input,
    requested,
    quote,
    termsVersion,
    ...rest
  }: NewBooking & { status: 'held' | 'pending'; cancellationPolicy: unknown },
): Promise<StoredRow> {
  const at = clock.now()
  return insertWithReference(tx, {
    ...stayColumns(requested.stay, quote),
    propertyId: requested.propertyId,
    guestName: input.guestName,
    guestEmail: input.guestEmail,
    guestPhone: input.guestPhone,
    specialRequests: input.specialRequests,
    promoCode: requested.promoCode,
    quoteId: requested.quote?.id,
    status: rest.status,
    answerBy: rest.byCard ? null : new Date(at.getTime() + config.requestHours * HOUR_MS),
    termsVersion,
    cancellationPolicy: rest.cancellationPolicy,
    createdAt: at,
  })
}

/** What a booking has of its stay and its price. */
export const stayColumns = (
  { checkIn, checkOut, ...party }: Stay,
  { total, lines }: Pick<Price, 'total' | 'lines'>,
) => ({
  ...party,
  checkInDate: checkIn,
  checkOutDate: checkOut,
  numberOfGuests: party.adults + party.children,
  totalAmount: numericFromCents(total),
  lines,
})

type NewRow = Omit<typeof bookings.$inferInsert, 'reference'>

/** Stores a booking with a new reference. */
export async function insertWithReference(tx: Tx, values: NewRow): Promise<StoredRow> {
  const [row] = await insertWithReferences(tx, [values])
  if (!row) throw new Error('the booking was not stored')
  return row
}

/** Stores bookings with new references, in one statement if all of those are free. */
export async function insertWithReferences(tx: Tx, values: NewRow[]): Promise<StoredRow[]> {
  const rows = values.map((row) => ({ id: randomUUID(), ...row }))
  const stored = new Map<string, StoredRow>()
  for (let attempt = 0; attempt < 10 && stored.size < rows.length; attempt += 1) {
    const left = rows.filter(({ id }) => !stored.has(id)).map((row) => ({ ...row, reference: newReference() }))
    const inserted = await tx
      .insert(bookings)
      .values(left)
      .onConflictDoNothing({ target: bookings.reference })
      .returning({ id: bookings.id, reference: bookings.reference, token: bookings.token })
    for (const row of inserted) stored.set(row.id, row)
  }
  return rows.map(({ id }) => {
    const row = stored.get(id)
    if (!row) throw new Error('ten booking references in a row were taken')
    return row
  })
}

/** Readable aloud: no 0, O, 1, I or L, and no vowels that could form words. */
const SYMBOLS = '23456789BCDFGHJKMNPQRSTVWXYZ'
const threeSymbols = () => Array.from({ length: 3 }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('')
/** A reference such as `7K3-M9Q`: unguessable, one of 480 million, so a collision is possible. */
const newReference = () => `${threeSymbols()}-${threeSymbols()}`
