import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import type { PlaceholderValues } from '#app/features/bookings/moments.ts'
import { valuesOf } from '#app/features/bookings/placeholder-values.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatDate, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import { firstName } from '#app/shared/greeting.ts'
import type { RequestedStay } from './conversations.ts'
import { nightsIn, partyIn } from './party-in.ts'

/** The home and the dates that a form names. Either may be absent. */
type Named = { property: string | null; checkIn: IsoDate | null; checkOut: IsoDate | null }

/** The requested stay of a message, by the form and by its words. */
export function requestedStay(text: string, { property, checkIn, checkOut }: Named): RequestedStay {
  const nights = checkIn && checkOut ? nightsBetween(checkIn, checkOut) : nightsIn(text)
  return { property: property ?? '', checkIn: checkIn ?? '', nights: nights ?? '', ...partyIn(text) }
}

/** The homes that a quote can be for, by slug. */
export async function listQuotable(db: Tx): Promise<[slug: string, name: string][]> {
  const { slug, name, published, isAvailable } = properties
  const rows = await db
    .select({ slug, name })
    .from(properties)
    .where(and(eq(published, true), eq(isAvailable, true)))
    .orderBy(name)
  return rows.map((row) => [row.slug, row.name])
}

/** The last form of a person that names a home, and no stay that they have. */
export async function lastNamed(db: Tx, email: string) {
  const [row] = await db
    .select({ property: properties, checkIn: inquiries.checkIn, checkOut: inquiries.checkOut })
    .from(inquiries)
    .innerJoin(properties, eq(properties.id, inquiries.propertyId))
    .where(and(sql`lower(${inquiries.email}) = ${email}`, isNotNull(inquiries.propertyId)))
    .orderBy(desc(inquiries.createdAt))
    .limit(1)
  return row ?? null
}

/** The values of the placeholders of a saved answer: of the person's stay, else of the requested one. */
export async function valuesFor(
  services: Services,
  {
    name,
    booking,
    named = null,
  }: { name: string; booking: string | undefined; named?: Awaited<ReturnType<typeof lastNamed>> },
): Promise<Partial<PlaceholderValues>> {
  const data = booking && (await getBookingMailData(services, services.db, booking))
  if (data) return valuesOf(data)
  if (!named) return { guest: firstName(name) }
  const { property, checkIn, checkOut } = named
  const day = (date: IsoDate) => formatDate(date, 'long')
  return {
    guest: firstName(name),
    home: property.name,
    'check-in time': property.checkInTime,
    'check-out time': property.checkOutTime,
    ...(checkIn &&
      checkOut && {
        dates: `${formatDate(checkIn)} to ${formatDate(checkOut)}`,
        'check-in': day(checkIn),
        'check-out': day(checkOut),
      }),
  }
}
