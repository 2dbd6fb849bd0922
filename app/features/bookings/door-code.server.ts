import { and, eq } from 'drizzle-orm'
import { stayDoorCodes } from '#app/features/guest-messages/guest-messages.tables.server.ts'
import { getPropertyCode } from '#app/features/properties/arrival-guide.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Cents } from '#app/shared/money.ts'
import { getRecordedMoney, type MoneyRow } from './booking-payments.server.ts'
import { isPaidElsewhere } from './booking-sources.ts'
import { keysWaitFor } from './booking-summary.ts'
import type { bookings } from './bookings.tables.server.ts'

type Stay = { id: string; propertyId: string }

const isOf = ({ id, propertyId }: Stay) =>
  and(eq(stayDoorCodes.bookingId, id), eq(stayDoorCodes.propertyId, propertyId))

/** The door code of this stay alone, in its current home; null without one. */
export async function getOwnCode(db: Tx, stay: Stay): Promise<string | null> {
  const [row] = await db.select({ code: stayDoorCodes.doorCode }).from(stayDoorCodes).where(isOf(stay))
  return row?.code ?? null
}

type KeyRow = MoneyRow & Pick<typeof bookings.$inferSelect, 'propertyId' | 'checkInDate' | 'source' | 'codesOpen'>

/**
 * The amount to be paid before the guest sees door codes; 0 for nothing. An operator may open them for the stay or for
 * its home, and guests of platforms paid there.
 */
export async function codesWaitFor(db: Tx, booking: KeyRow): Promise<Cents> {
  const { propertyId, checkInDate: checkIn, source, codesOpen } = booking
  if (codesOpen || isPaidElsewhere(source)) return 0
  const { isOpen } = await getPropertyCode(db, { propertyId, checkIn })
  return isOpen ? 0 : keysWaitFor(await getRecordedMoney(db, booking))
}

/** Stores a door code for a stay alone, or removes it (null). */
export async function storeOwnCode(tx: Tx, stay: Stay, doorCode: string | null): Promise<void> {
  await tx.delete(stayDoorCodes).where(isOf(stay))
  if (doorCode === null) return
  await tx.insert(stayDoorCodes).values({ bookingId: stay.id, propertyId: stay.propertyId, doorCode })
}
