import { checkAvailability } from '#app/features/availability/availability.server.ts'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookingChanges, bookings } from '#app/features/bookings/bookings.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone, type IsoDate, weekday } from '#app/shared/dates.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { type DemoStay, demoStays } from './demo-stays.ts'
import { demoProperties } from './properties/properties.ts'

const FRIDAY = 5

/** The first Friday after the day, never the day itself. */
function comingFriday(today: IsoDate): IsoDate {
  return addDays(today, ((FRIDAY - weekday(today) + 6) % 7) + 1)
}

/**
 * Writes the demo's bookings, with their nights and prices, and its blocked nights. Skips those that the settings do
 * not allow, such as a stay beyond the booking window.
 */
export async function loadDemoStays(services: Services, tx: Tx): Promise<void> {
  const now = services.clock.now()
  let count = 0
  for (const { property } of demoProperties) {
    const { id: propertyId, slug, timeZone } = property
    const friday = comingFriday(dateInZone(now, timeZone))
    const { stays, blocks: blocked } = demoStays[slug] ?? { stays: [], blocks: [] }
    for (const stay of stays) {
      count += 1
      const checkIn = addDays(friday, stay.week * 7 + stay.day)
      await loadStay(services, tx, {
        ...stay,
        propertyId,
        checkIn,
        reference: `DEMO-${String(count).padStart(2, '0')}`,
      })
    }
    for (const { week, day, nights, reason } of blocked) {
      const from = addDays(friday, week * 7 + day)
      const span = { from, to: addDays(from, nights) }
      await tx.insert(blocks).values({ propertyId, nights: span, kind: 'closed', note: reason })
    }
  }
}

type DatedStay = DemoStay & { propertyId: string; checkIn: IsoDate; reference: string }

async function loadStay(services: Services, tx: Tx, stay: DatedStay): Promise<void> {
  const { propertyId, checkIn, party, reference, status } = stay
  const checkOut = addDays(checkIn, stay.nights)
  const check = await checkAvailability(services, { propertyId, checkIn, checkOut, ...party }, tx)
  if (!check.ok)
    return services.log.debug(
      { event: 'content.stay-skipped', reference, reason: check.reason },
      'demo booking skipped',
    )
  const [booking] = await tx
    .insert(bookings)
    .values({
      ...party,
      reference,
      status,
      propertyId,
      guestName: 'Sample guest',
      guestEmail: 'sample.guest@example.com',
      checkInDate: checkIn,
      checkOutDate: checkOut,
      numberOfGuests: party.adults + party.children,
      totalAmount: numericFromCents(check.price.total),
      lines: check.price.lines,
      createdAt: services.clock.now(),
    })
    .returning({ id: bookings.id })
  if (!booking) throw new Error('a booking was not written')
  const changedAt = services.clock.now()
  await tx
    .insert(bookingChanges)
    .values({ bookingId: booking.id, number: 1, toStatus: status, cause: 'guest', changedAt })
  const nights = { from: checkIn, to: checkOut }
  await tx.insert(occupancies).values({ propertyId, nights, kind: 'booking', bookingId: booking.id })
}
