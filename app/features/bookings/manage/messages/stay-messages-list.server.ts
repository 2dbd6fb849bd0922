import { eq } from 'drizzle-orm'
import { readStayMessages } from '#app/features/bookings/messages/stay-messages.server.ts'
import { MOMENTS, reviewUrlOf } from '#app/features/bookings/moments.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { bookings } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { ListedMessage } from './managed-messages.ts'

/** What the guest of a confirmed stay was told, and will be; none for a guest without an address. */
export async function listStayMessages(services: Services, reference: string): Promise<ListedMessage[]> {
  const { db, clock } = services
  const { id, status, guestEmail } = bookings
  const [stay] = await db.select({ id, status, guestEmail }).from(bookings).where(eq(bookings.reference, reference))
  if (stay?.status !== 'confirmed' || stay.guestEmail === '') return []
  const { data, messages } = await readStayMessages(services, db, stay.id)
  const { timeZone } = data.booking.property
  return messages.map((message) => {
    const { moment, at, until, sentAt, skippedAt, isOn, empty, isChanged, subject, body, unfilled } = message
    const stateOf = (): ListedMessage['state'] => {
      if (sentAt) return 'sent'
      if (skippedAt) return 'skipped'
      if (until <= clock.now()) return 'late'
      if (!isOn) return 'off'
      if (empty.length > 0) return 'empty'
      return at <= clock.now() ? 'next' : 'coming'
    }
    return {
      ...{
        moment,
        label: MOMENTS[moment].label,
        state: stateOf(),
        empty,
        isChanged,
        unfilled,
        version: versionOf(unfilled),
      },
      at: formatMomentWithYear(sentAt ?? at, timeZone),
      // The link opens the stay for whoever has it.
      filled: {
        subject,
        body: body
          .replaceAll(data.stayUrl, '[View your stay]')
          .replaceAll(reviewUrlOf(data.stayUrl), '[Write a review]'),
      },
    }
  })
}
