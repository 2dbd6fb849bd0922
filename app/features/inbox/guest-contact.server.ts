import { eq, sql } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { type Dated, fingerprintOfReceived, listEmails, listForms, listSavedAnswers } from './conversations.server.ts'
import type { GuestContact, StayMessage } from './conversations.ts'
import { conversations } from './inbox.tables.server.ts'
import { valuesFor } from './requested-stay.server.ts'

/** What was written to and by the guest of a booking, and the data for writing on. Null without an email address. */
export async function getGuestContact(services: Services, reference: string): Promise<GuestContact | null> {
  const { db } = services
  const [stay] = await db
    .select({ id: bookings.id, email: sql<string>`lower(${bookings.guestEmail})`, timeZone: properties.timeZone })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(eq(bookings.reference, reference))
  if (!stay?.email) return null
  const { email, timeZone } = stay
  const [known] = await db.select().from(conversations).where(eq(conversations.email, email))
  // First: messages that arrive while the rest is loaded count as not seen.
  const seen = known ? await fingerprintOfReceived(db, known) : ''
  const parts = known ? [...(await listForms(db, email)), ...(await listEmails(db, known))] : []
  const values = await valuesFor(services, { name: '', booking: stay.id })
  return {
    ...{ email, seen, values },
    conversation: known?.id ?? null,
    bounced: known?.bouncedAt ? formatMomentWithYear(known.bouncedAt, timeZone) : null,
    saved: await listSavedAnswers(db),
    subject: `Your stay at ${values.home}, ${values.dates} (${reference})`,
    messages: parts.filter((part) => isAbout(part, reference)).map((part) => timed(part, timeZone)),
  }
}

/** Emails that the site sent are listed with the booking. A form about another stay belongs to that one. */
function isAbout(part: Dated, reference: string): boolean {
  if (part.kind !== 'form') return part.kind === 'in' || part.kind === 'out'
  return part.about.every((about) => !about.startsWith('Booking ') || about === `Booking ${reference}`)
}

function timed({ createdAt, ...part }: Dated, timeZone: string): StayMessage {
  return { ...part, at: formatMomentWithYear(createdAt, timeZone), time: createdAt.toISOString() } as StayMessage
}
