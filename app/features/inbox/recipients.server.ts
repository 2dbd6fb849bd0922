import { desc, ilike, or } from 'drizzle-orm'
import { findBookings } from '#app/features/bookings/manage/list/booking-list.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { conversations } from './inbox.tables.server.ts'
import type { Recipient } from './recipients.ts'

/** How many are shown. */
const SHOWN = 8

/** Guests by name, email, phone or reference, and whoever wrote before. Each address once, with the nearest stay. */
export async function findRecipients(
  services: Pick<Services, 'db' | 'clock'>,
  typed: string,
  by: Operator,
): Promise<Recipient[]> {
  const search = typed.trim().slice(0, 200)
  if (search === '') return []
  const { rows } = await findBookings(services, { view: 'all', search, property: '', page: 1 }, { by })
  const guests = rows.map(({ guestEmail, guestName, property, checkIn, checkOut, reference }) => ({
    email: guestEmail.toLowerCase(),
    name: guestName,
    about: `${property}, ${formatSpanWithYear(checkIn, checkOut)} · ${reference}`,
    reference,
  }))
  const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const people = await services.db
    .select({ email: conversations.email, name: conversations.name })
    .from(conversations)
    .where(or(ilike(conversations.name, part), ilike(conversations.email, part)))
    .orderBy(desc(conversations.lastAt))
    .limit(SHOWN)
  const all = [...guests, ...people.map((person) => ({ ...person, about: 'In the inbox', reference: null }))]
  const byEmail = new Map(all.toReversed().map((one) => [one.email, one]))
  return all.filter((one) => one.email !== '' && byEmail.get(one.email) === one).slice(0, SHOWN)
}
