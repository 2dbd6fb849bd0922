import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { SOURCES } from '#app/features/bookings/booking-sources.ts'
import { bookingSources, bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { type Booking, ofBooking } from '../change-booking.server.ts'

const sourceSchema = z.object({
  source: z.enum(bookingSources).exclude(['website'], { error: 'Please choose where it was booked' }),
})

/** What the form carries, so that it never replaces what its operator has not seen. */
export const sourceVersion = ({ source }: Pick<Booking, 'source'>) => versionOf(source)

const recorded = z.enum(bookingSources)

/** Brings back what was, unless somebody corrected it again. */
const undo = undoFrom({ before: recorded, after: recorded }, async (tx, _services, { subjectId, before, after }) => {
  const isLeft = and(eq(bookings.id, subjectId), eq(bookings.source, after))
  const restored = await tx.update(bookings).set({ source: before }).where(isLeft).returning({ id: bookings.id })
  return restored.length > 0 ? undefined : refuse('refused', 'This was corrected again since.')
})

/** Corrects where a stay was booked. The lodging tax that its platform remits, and whether codes wait for a payment, follow. */
export const correctSource = defineChange({
  scope: 'stays:write',
  name: 'booking.source-corrected',
  words: fromRecorded({ after: recorded }, ({ after }) => `Booked: ${SOURCES[after]}`),
  facts: { label: 'Where it was booked', kind: 'choice', options: SOURCES },
  undo,
  ...ofBooking,
  form: sourceSchema,
  version: ({ booking: { source }, property: { timeZone } }, { source: wanted }) =>
    source === wanted ? null : { value: source, lines: [SOURCES[source]], timeZone },
  run: async (tx, { source: after }, { subject: { booking } }) => {
    const { id, source: before } = booking
    if (before === 'website') return refuse('refused', 'Its guest booked it on this site. Nothing was changed.')
    if (before === after) return null
    await tx.update(bookings).set({ source: after }).where(eq(bookings.id, id))
    return { subjectId: id, before, after }
  },
})
