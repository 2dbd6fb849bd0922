import { eq } from 'drizzle-orm'
import { isPaidElsewhere, SOURCES } from '#app/features/bookings/booking-sources.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { recordChange } from '#app/platform/change/record-change.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { centsFromNumeric, formatMoney, numericFromCents } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { type BookedStay, type Booking, findBooked } from '../change-booking.server.ts'
import { COMMISSION_FIELDS, commissionSchema } from './commission-fields.ts'

const commissionOf = ({ platformCommission }: Pick<Booking, 'platformCommission'>) => ({
  commission: centsFromNumeric(platformCommission),
})

/** The version that the form carries, so that it never replaces unseen changes. */
export const commissionVersion = (booking: Pick<Booking, 'platformCommission'>) => versionOf(commissionOf(booking))

/** Stores what a platform keeps of a stay that it sold. Reports, the journal and owners' statements deduct it. */
export const setPlatformCommission = recordChange({
  name: 'booking.commission-changed',
  scope: 'money:write',
  title: 'Commission of the platform',
  schema: commissionSchema,
  fields: COMMISSION_FIELDS,
  gone: 'There is no such booking.',
  lock: (tx, _services, { params, id, subjectId }) => findBooked(tx, { params, id: subjectId ?? id }),
  read: ({ booking }: BookedStay) => commissionOf(booking),
  check: (value, { booking }) => {
    if (!isPaidElsewhere(booking.source))
      return refuse('refused', `No platform sold it: it was booked ${SOURCES[booking.source].toLowerCase()}.`)
    const total = centsFromNumeric(booking.totalAmount)
    return value.commission > total
      ? refuse('invalid-input', '', { commission: `The stay costs ${formatMoney(total)} in all` })
      : value
  },
  store: async (tx, { booking }, { commission }) => {
    const platformCommission = numericFromCents(commission)
    await tx.update(bookings).set({ platformCommission }).where(eq(bookings.id, booking.id))
  },
  about: ({ booking, property }) => ({ subjectId: booking.id, timeZone: property.timeZone }),
})
