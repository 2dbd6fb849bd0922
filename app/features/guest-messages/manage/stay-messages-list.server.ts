import { and, eq, isNotNull } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { MOMENTS, withoutLinks } from '#app/features/bookings/moments.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { stayMessages } from '../guest-messages.tables.server.ts'
import { getStayMessages } from '../stay-messages.server.ts'
import type { ListedMessage, OpenMessage } from './managed-messages.ts'

type Timed = { time: Date; listed: ListedMessage }

/**
 * The messages to the guest of a stay: the sent ones, and while the stay is confirmed the coming ones. In order of
 * time.
 */
export async function listStayMessages(services: Services, reference: string): Promise<ListedMessage[]> {
  const { id, status, guestEmail } = bookings
  const [stay] = await services.db
    .select({ id, status, guestEmail, timeZone: properties.timeZone })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(eq(bookings.reference, reference))
  if (!stay) return []
  const getsMessages = stay.status === 'confirmed' && stay.guestEmail !== ''
  const all = [...(await listSent(services, stay)), ...(getsMessages ? await listOpen(services, stay) : [])]
  return all.toSorted((one, other) => one.time.getTime() - other.time.getTime()).map(({ listed }) => listed)
}

type ListedStay = { id: string; timeZone: string }

async function listSent({ db }: Pick<Services, 'db'>, { id, timeZone }: ListedStay): Promise<Timed[]> {
  const isSent = and(eq(stayMessages.bookingId, id), isNotNull(stayMessages.sentAt))
  const rows = await db.select().from(stayMessages).where(isSent)
  return rows.flatMap(({ moment, sentAt: time, subject, sentSubject, sentBody }) => {
    if (!time) return []
    const filled = sentSubject !== null && sentBody !== null ? { subject: sentSubject, body: sentBody } : null
    const shown = { moment, label: MOMENTS[moment].label, at: formatMomentWithYear(time, timeZone) }
    return [{ time, listed: { ...shown, state: 'sent' as const, isChanged: subject !== null, filled } }]
  })
}

async function listOpen(services: Services, { id, timeZone }: ListedStay): Promise<Timed[]> {
  const { data, messages } = await getStayMessages(services, services.db, id)
  const now = services.clock.now()
  return messages
    .filter(({ sentAt }) => !sentAt)
    .map((message) => {
      const { moment, at: time, until, skippedAt, isOn, empty, isChanged, subject, body, unfilled } = message
      const stateOf = (): OpenMessage['state'] => {
        if (skippedAt) return 'skipped'
        if (until <= now) return 'late'
        if (!isOn) return 'off'
        if (empty.length > 0) return 'empty'
        return time <= now ? 'next' : 'coming'
      }
      const listed = {
        moment,
        label: MOMENTS[moment].label,
        state: stateOf(),
        empty,
        isChanged,
        unfilled,
        at: formatMomentWithYear(time, timeZone),
        version: versionOf(unfilled),
        filled: { subject, body: withoutLinks(body, data.stayUrl) },
      }
      return { time, listed }
    })
}
