import { eq, type SQL } from 'drizzle-orm'
import type { $ZodType } from 'zod/v4/core'
import { refreshBeforeSale } from '#app/features/calendar-sync/refresh-before-sale.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { referenceFrom } from '../booking-reference.ts'
import { bookings } from '../bookings.tables.server.ts'
import { reconcileBooking } from '../payments/reconcile-payment.server.ts'
import { withBookingLock } from '../status/expire-bookings.server.ts'
import { STATUS_WORDS } from './list/booking-list.ts'

export type Booking = typeof bookings.$inferSelect
export type BookedStay = { booking: Booking; property: typeof properties.$inferSelect }
type Within<Outcome> = (tx: Tx) => Promise<Outcome>

const gone = 'There is no such booking.'

/** The booking that the address or the form names. */
const named = ({ params, id }: Pick<Posted, 'params' | 'id'>) =>
  eq(bookings.reference, referenceFrom(params.reference ?? id))

const select = (tx: Tx, where: SQL) =>
  tx
    .select({ booking: bookings, property: properties })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(where)

/** The booking that the address or the form names, or that has this id. Its row is locked. */
export async function findBooked(tx: Tx, { params, id }: Pick<Posted, 'params' | 'id'>): Promise<BookedStay | null> {
  const where = params.reference === undefined && isUuid(id) ? eq(bookings.id, id) : named({ params, id })
  const [row] = await select(tx, where).for('update', { of: bookings })
  return row ?? null
}

/** A change of a booking's details: its row is locked. */
export const ofBooking = {
  gone,
  lock: (tx: Tx, posted: Posted): Promise<BookedStay | null> => findBooked(tx, posted),
}

/**
 * A change of one column of a booking as a record. `changed` is the message of Undo if the column was changed again.
 */
export const ofColumn = <Column extends 'codesOpen' | 'privateNote' | 'source'>(
  column: Column,
  schema: $ZodType<Booking[Column]>,
  changed: string,
) => ({
  ...ofBooking,
  read: ({ booking }: BookedStay): Booking[Column] => booking[column],
  store: async (tx: Tx, { booking }: BookedStay, value: Booking[Column]) => {
    await tx
      .update(bookings)
      .set({ [column]: value })
      .where(eq(bookings.id, booking.id))
  },
  restore: {
    schema,
    changed,
    find: (tx: Tx, _: unknown, id: string): Promise<BookedStay | null> => findBooked(tx, { params: {}, id }),
  },
  about: ({ booking, property }: BookedStay) => ({ subjectId: booking.id, timeZone: property.timeZone }),
})

/** Reads the calendars of the home before its nights are promised. */
export async function refreshCalendars(posted: Posted): Promise<undefined> {
  const found = await select(posted.services.db, named(posted))
  if (found[0]) await refreshBeforeSale(posted.services, found[0].property.id)
}

/** A change of a booking's nights or money, under the lock of its property. */
export const ofStay = {
  gone,
  transaction: async <Outcome>(posted: Posted, _: unknown, work: Within<Outcome>): Promise<Outcome | Refusal> => {
    const outcome = await withBookingLock(posted.services, { where: named(posted) }, work)
    return outcome ?? refuse('not-found', gone)
  },
  lock: async (tx: Tx, posted: Posted): Promise<BookedStay | null> => {
    const [row] = await select(tx, named(posted))
    return row ?? null
  },
}

/**
 * The same, and afterwards its payments are reconciled with the payment service, which retries while that is away. The
 * properties `also` are locked, too.
 */
export const ofPayment = {
  ...ofStay,
  transaction: async <Outcome extends { ok: boolean }>(
    posted: Posted,
    _: unknown,
    work: Within<Outcome>,
    also: string[] = [],
  ) => {
    let bookingId = ''
    const outcome = await withBookingLock(posted.services, { where: named(posted), also }, (tx, { id }) => {
      bookingId = id
      return work(tx)
    })
    if (outcome?.ok) await reconcileBooking(posted.services, bookingId)
    return outcome ?? refuse('not-found', gone)
  },
}

/** The booking's status has changed since the form was shown. */
export const refuseStatus = ({ status }: Booking): Refusal =>
  refuse('refused', `This booking is ${STATUS_WORDS[status].toLowerCase()} by now. Nothing was changed.`)

/** For changes that matter only before or during a stay. */
export const refuseOver = refuse('refused', 'This stay is over or was called off. Nothing was changed.')

export const TOLD = 'The guest was told by email.'
export const OLD_LINK = 'The old link stays closed.'
