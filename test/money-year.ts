import { and, eq, sql } from 'drizzle-orm'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listPropertyRules } from '#app/features/availability/property-rules.server.ts'
import { recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings, bookingVersions } from '#app/features/bookings/bookings.tables.server.ts'
import { linesAfterRefund } from '#app/features/bookings/manage/money/refund-amounts.ts'
import { ledger, payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { storeCancellation } from '#app/features/bookings/status/store-cancellation.server.ts'
import { type PriceLine, priceStay } from '#app/features/pricing/price.ts'
import { fees, nightlyRates, taxes } from '#app/features/pricing/pricing.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { makeBooking, makeProperty, makeSite } from './factories.ts'
import { randomFrom } from './seed.ts'

const PROPERTIES = 12
/** The last one has only stays that were booked in another home. */
const LAST = PROPERTIES - 1
const YEAR = 2027
/** The rate of the state rises for stays that are booked from here on. */
const RISE = `${YEAR}-07-01`

type Db = Services['db']
/** After midnight at the lake, and still the evening before in the mountains. */
const atNight = (day: IsoDate) => new Date(`${day}T05:30:00Z`)

async function addProperty(db: Db, index: number): Promise<string> {
  const county = index % 3
  const id = await makeProperty(db, {
    slug: `cabin-${index}`,
    name: `Cabin ${String(index).padStart(2, '0')}`,
    timeZone: index % 2 === 0 ? 'America/Denver' : 'America/New_York',
    pricePerNight: '400.00',
    cleaningFee: '210.00',
    createdAt: atNight(`${YEAR - 1}-06-01`),
    displayOrder: index,
  })
  await db.insert(nightlyRates).values({ propertyId: id, weekdays: [5, 6], price: '533.33' })
  await db.insert(fees).values({ propertyId: id, kind: 'stay', label: 'Linen', amount: '37.50' })
  await db.insert(taxes).values([
    { propertyId: id, name: 'Sales tax', jurisdiction: 'Colorado', rate: '2.9', exemptFromNights: 30, displayOrder: 0 },
    {
      propertyId: id,
      name: 'Lodging tax',
      rate: '1.25',
      displayOrder: 1,
      jurisdiction: ['Steamboat Springs', 'Routt County', 'Steamboat Springs'][county],
    },
  ])
  return id
}

/** Dates the version of a new booking, or all that came after the first one. */
async function dateVersions(tx: Tx, bookingId: string, at: Date, isNew = false) {
  const own = eq(bookingVersions.bookingId, bookingId)
  if (isNew) return tx.update(bookingVersions).set({ recordedAt: at }).where(own)
  const moment = sql`${at.toISOString()}::timestamptz`
  return tx
    .update(bookingVersions)
    .set({
      recordedAt: sql`case number when 1 then recorded_at else ${moment} end`,
      replacedAt: sql`case when replaced_at is not null then ${moment} end`,
    })
    .where(own)
}

/** The amount that a card paid or got back, on a day. */
async function byCard(tx: Tx, bookingId: string, change: { received?: number; refunded?: number }, at: Date) {
  const amounts = Object.fromEntries(Object.entries(change).map(([name, cents]) => [name, numericFromCents(cents)]))
  const { received, refunded } = amounts
  if (received) {
    await tx
      .insert(payments)
      .values({ bookingId, kind: 'whole', amount: received, status: 'captured', received, intentId: `pi_${bookingId}` })
  } else if (refunded) {
    await tx.update(payments).set({ refundDue: refunded, refunded: refunded }).where(eq(payments.bookingId, bookingId))
  }
  const kind = received ? 'charged' : 'refunded'
  await tx
    .update(ledger)
    .set({ happenedAt: at })
    .where(and(eq(ledger.bookingId, bookingId), eq(ledger.kind, kind)))
}

/** Canceled a week before it begins: half goes back, the rest is kept. */
async function cancel(tx: Tx, booking: typeof bookings.$inferSelect, isCard: boolean) {
  const { id, totalAmount, checkInDate } = booking
  const now = atNight(addDays(checkInDate, -7))
  const refund = Math.floor(centsFromNumeric(totalAmount) / 2)
  await storeCancellation(tx, { booking, refund, now, cause: 'guest' })
  await dateVersions(tx, id, now)
  if (isCard) return byCard(tx, id, { refunded: refund }, now)
  await recordPaidElsewhere(tx, { bookingId: id, amount: -refund, note: 'check', by: UNNAMED, now })
  await tx.update(bookings).set({ returnDue: '0' }).where(eq(bookings.id, id))
  await dateVersions(tx, id, now)
}

/** A part goes back on the day after check-out: the price is lower by it. */
async function refund(tx: Tx, booking: typeof bookings.$inferSelect, isCard: boolean) {
  const { id, totalAmount, checkOutDate } = booking
  const now = atNight(addDays(checkOutDate, 1))
  const amount = Math.floor(centsFromNumeric(totalAmount) / 9)
  const lines = linesAfterRefund(booking.lines as PriceLine[], amount)
  const less = numericFromCents(centsFromNumeric(totalAmount) - amount)
  await tx.update(bookings).set({ lines, totalAmount: less }).where(eq(bookings.id, id))
  await dateVersions(tx, id, now)
  if (isCard) await byCard(tx, id, { refunded: amount }, now)
  else await recordPaidElsewhere(tx, { bookingId: id, amount: -amount, note: 'check', by: UNNAMED, now })
}

/** Other nights or another home for another price. More is paid by hand, and less is returned as it was paid. */
async function move(tx: Tx, booking: typeof bookings.$inferSelect, { propertyId, to, priced, isCard }: Moved) {
  const { id, checkInDate, totalAmount } = booking
  const now = atNight(addDays(checkInDate, -2))
  const { lines, total } = priced(to)
  const set = { propertyId, checkOutDate: to, lines, totalAmount: numericFromCents(total) }
  await tx.update(bookings).set(set).where(eq(bookings.id, id))
  const nights = { from: checkInDate, to }
  await tx.update(occupancies).set({ propertyId, nights }).where(eq(occupancies.bookingId, id))
  const amount = total - centsFromNumeric(totalAmount)
  if (amount < 0 && isCard) await byCard(tx, id, { refunded: -amount }, now)
  else if (amount !== 0) await recordPaidElsewhere(tx, { bookingId: id, amount, note: 'check', by: UNNAMED, now })
  await dateVersions(tx, id, now)
}

/** The rules of a home's prices as they are now. */
export async function readPricing(db: Db, propertyId: string) {
  const nights = { from: `${YEAR}-01-01`, to: `${YEAR + 1}-02-01` }
  const [property] = await listPropertyRules(db, eq(properties.id, propertyId), nights)
  if (!property) throw new Error('the home is gone')
  return property.rules.pricing
}

type Pricing = Awaited<ReturnType<typeof readPricing>>
type Priced = (checkOut: IsoDate) => { lines: PriceLine[]; total: number }
type Moved = { propertyId: string; to: IsoDate; priced: Priced; isCard: boolean }
type Nights = { from: IsoDate; to: IsoDate }
/** The last home, with the nights that it has sold. */
type Other = { propertyId: string; pricing: Pricing; sold: Nights[] }

/**
 * A year of 12 homes in two time zones and three jurisdictions. Stays are paid by card and by hand, made longer, moved
 * to another home, refunded and canceled. A rate rises in July, and owners stay. The same seed makes the same year.
 */
export async function makeYear(services: Services, seed: number): Promise<void> {
  const { db } = services
  const random = randomFrom(seed)
  const below = (most: number) => Math.floor(random() * most)
  await makeSite(db)
  const last = await addProperty(db, LAST)
  const other: Other = { propertyId: last, pricing: await readPricing(db, last), sold: [] }
  for (let index = 0; index < LAST; index += 1) await fillProperty(db, await addProperty(db, index), { below, other })
}

type Chance = { below: (most: number) => number; other: Other }

async function fillProperty(db: Db, propertyId: string, chance: Chance) {
  const { below, other } = chance
  let pricing = await readPricing(db, propertyId)
  let hasRisen = false
  for (let day = `${YEAR}-01-02`; day < `${YEAR}-12-10`; ) {
    const bookedOn = addDays(day, -20)
    if (bookedOn >= RISE && !hasRisen) {
      await db
        .update(taxes)
        .set({ rate: '3.35' })
        .where(and(eq(taxes.propertyId, propertyId), eq(taxes.name, 'Sales tax')))
      pricing = await readPricing(db, propertyId)
      hasRisen = true
    }
    const count = below(40) === 0 ? 31 : 2 + below(6)
    const to = addDays(day, count)
    if (below(12) === 0) {
      await db.insert(blocks).values({ propertyId, nights: { from: day, to }, kind: 'owner' })
    } else {
      const party = { adults: 2 + below(5), children: below(3), pets: 0 }
      const pricedBy =
        (rules: Pricing): Priced =>
        (checkOut) => {
          const stay = { checkIn: day, checkOut, ...party }
          const price = priceStay(rules, stay, { today: bookedOn, gaps: new Set(), promo: null })
          if (!price) throw new Error('a stay has no price')
          return price
        }
      const stay = { propertyId, from: day, to, bookedOn, party, priced: pricedBy(pricing) }
      await storeStay(db, { ...stay, pricedElsewhere: pricedBy(other.pricing) }, chance)
    }
    day = addDays(to, 1 + below(6))
  }
}

type Stay = Nights & {
  propertyId: string
  bookedOn: IsoDate
  party: { adults: number; children: number; pets: number }
  priced: Priced
  pricedElsewhere: Priced
}

/** A stay is booked and paid, and then some are canceled, refunded or moved: `below` decides which. */
export async function storeStay(db: Db, stay: Stay, { below, other }: Chance): Promise<void> {
  const { propertyId, from, to, bookedOn, party, priced } = stay
  const { lines, total } = priced(to)
  const source = (['website', 'phone', 'airbnb', 'website', 'friends'] as const)[below(5)]
  const id = await makeBooking(
    db,
    propertyId,
    { from, to },
    {
      ...party,
      numberOfGuests: party.adults + party.children,
      totalAmount: numericFromCents(total),
      lines,
      source,
      status: 'confirmed',
      createdAt: atNight(bookedOn),
    },
  )
  const isCard = below(2) === 0
  await db.transaction(async (tx) => {
    await dateVersions(tx, id, atNight(bookedOn), true)
    const paid = { bookingId: id, amount: total, note: 'check', by: UNNAMED, now: atNight(bookedOn) }
    if (isCard) await byCard(tx, id, { received: total }, atNight(bookedOn))
    else await recordPaidElsewhere(tx, paid)
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, id))
    if (!booking) throw new Error('the booking was not stored')
    const what = below(10)
    if (what === 0) await cancel(tx, booking, isCard)
    if (what === 1) await refund(tx, booking, isCard)
    // A night more.
    if (what === 2) await move(tx, booking, { propertyId, to: addDays(to, 1), priced, isCard })
    if (what === 3 && other.sold.every((sold) => sold.to <= from || to <= sold.from)) {
      other.sold.push({ from, to })
      await move(tx, booking, { propertyId: other.propertyId, to, priced: stay.pricedElsewhere, isCard })
    }
    // A change of the status is recorded with the clock of the database.
    await tx.execute(sql`update booking_changes set changed_at = ${atNight(what === 0 ? addDays(from, -7) : bookedOn).toISOString()}::timestamptz
      where booking_id = ${id} and number > 1`)
  })
}
