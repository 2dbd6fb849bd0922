import { z } from 'zod'
import { SOURCES } from '#app/features/bookings/booking-sources.ts'
import { bookingSources } from '#app/features/bookings/bookings.tables.server.ts'
import { defineRecord } from '#app/platform/change/record-change.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { type Booking, ofColumn } from '../change-booking.server.ts'

const sourceSchema = z.object({
  source: z.enum(bookingSources).exclude(['website'], { error: 'Please choose where it was booked' }),
})

/** The version that the form carries, so that it never replaces unseen changes. */
export const sourceVersion = ({ source }: Pick<Booking, 'source'>) => versionOf(source)

const recorded = z.enum(bookingSources)

const bookedOn = defineRecord({
  scope: 'stays:write',
  name: 'booking.source-corrected',
  words: fromRecorded({ after: recorded }, ({ after }) => `Booked: ${SOURCES[after]}`),
  facts: { label: 'Where it was booked', kind: 'choice', options: SOURCES },
  ...ofColumn('source', recorded, 'This was corrected again since.'),
})

/**
 * Corrects where a stay was booked. The lodging tax that its platform remits, and whether codes wait for a payment,
 * follow.
 */
export const correctSource = bookedOn.change({
  form: sourceSchema,
  make: ({ source }, before) =>
    before === 'website' ? refuse('refused', 'Its guest booked it on this site. Nothing was changed.') : source,
  lines: (source) => [SOURCES[source]],
})
