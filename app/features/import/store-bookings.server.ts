import { eq } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listPropertyRules } from '#app/features/availability/property-rules.server.ts'
import { recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { sourceNamed } from '#app/features/bookings/booking-sources.ts'
import { getBookingPolicies } from '#app/features/bookings/payment-settings.server.ts'
import { insertWithReferences, stayColumns } from '#app/features/bookings/request/store-booking.server.ts'
import { recordFirstStatuses } from '#app/features/bookings/status/change-status.server.ts'
import { agreedPrice } from '#app/features/pricing/agreed-price.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { importedBookings } from './import.tables.server.ts'
import type { PlannedBooking } from './plan-bookings.server.ts'

type Import = { bookings: PlannedBooking[]; importId: string; by: Operator; now: Date }

/** A statement takes at most 65,535 values, and a booking has some 25. */
const AT_ONCE = 500

/**
 * Stores bookings as they are elsewhere: confirmed, with their nights and what was paid there. Nobody is mailed, and no
 * day is agreed for what is left to pay. Needs the locks of their homes.
 */
export async function storeBookings(tx: Tx, { bookings, importId, by, now }: Import): Promise<void> {
  const properties = Map.groupBy(bookings, ({ propertyId }) => propertyId)
  for (const [propertyId, all] of properties) {
    const { cancellationPolicy } = await getBookingPolicies(tx, propertyId)
    const pricing = await pricingOf(tx, propertyId)
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const some = all.slice(at, at + AT_ONCE)
      const rows = some.map((booking) => ({ ...rowOf(booking, pricing), cancellationPolicy, createdAt: now }))
      const stored = await insertWithReferences(tx, rows)
      const ids = stored.map(({ id }) => id)
      await recordFirstStatuses(tx, ids, { to: 'confirmed', cause: 'operator', at: now, by })
      await storeDetails(tx, some, { ids, importId })
      for (const [index, { paid }] of some.entries()) {
        const bookingId = ids[index] ?? ''
        await recordPaidElsewhere(tx, { bookingId, amount: paid, note: 'Paid before the import', by, now })
      }
    }
  }
}

type Pricing = Awaited<ReturnType<typeof pricingOf>>

/** An agreed total needs the home's taxes, and no prices of nights. */
async function pricingOf(tx: Tx, propertyId: string) {
  const nights = { from: '1900-01-01', to: '1900-01-02' }
  const [property] = await listPropertyRules(tx, eq(properties.id, propertyId), nights)
  if (!property) throw new Error('a home of the import is gone')
  return property.rules.pricing
}

function rowOf({ propertyId, guest, checkIn, checkOut, party, total, ...booking }: PlannedBooking, pricing: Pricing) {
  const stay = { checkIn, checkOut, ...party }
  return {
    ...stayColumns(stay, { total, lines: agreedPrice(pricing, stay, total).lines }),
    propertyId,
    guestName: guest.name,
    guestEmail: guest.email,
    guestPhone: guest.phone,
    status: 'confirmed' as const,
    source: sourceNamed(booking.source ?? ''),
    privateNote: noteOf(booking),
  }
}

function noteOf({ source, reference, note }: Pick<PlannedBooking, 'source' | 'reference' | 'note'>): string {
  const where = source ? ` Booked on ${source}.` : ''
  return [`Imported.${where}${reference ? ` Reference there: ${reference}.` : ''}`, note].filter(Boolean).join('\n')
}

async function storeDetails(tx: Tx, some: PlannedBooking[], { ids, importId }: { ids: string[]; importId: string }) {
  const idAt = (index: number) => ids[index] ?? ''
  await tx.insert(occupancies).values(
    some.map(({ propertyId, checkIn, checkOut }, index) => {
      const nights = { from: checkIn, to: checkOut }
      return { propertyId, nights, kind: 'booking' as const, bookingId: idAt(index) }
    }),
  )
  const references = some.map(({ source, reference, paid }, index) => ({
    bookingId: idAt(index),
    importId,
    source,
    reference,
    paid: numericFromCents(paid),
  }))
  await tx.insert(importedBookings).values(references)
}
