import { and, eq } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { stayDoorCodes } from '#app/platform/db/schema.server.ts'

type Stay = { id: string; propertyId: string }

const isOf = ({ id, propertyId }: Stay) =>
  and(eq(stayDoorCodes.bookingId, id), eq(stayDoorCodes.propertyId, propertyId))

/** The door code of this stay alone, in the home where it is now; null without one. */
export async function getOwnCode(db: Tx, stay: Stay): Promise<string | null> {
  const [row] = await db.select({ code: stayDoorCodes.doorCode }).from(stayDoorCodes).where(isOf(stay))
  return row?.code ?? null
}

/** Gives a stay a door code of its own, or takes it away (null). */
export async function storeOwnCode(tx: Tx, stay: Stay, doorCode: string | null): Promise<void> {
  await tx.delete(stayDoorCodes).where(isOf(stay))
  if (doorCode === null) return
  await tx.insert(stayDoorCodes).values({ bookingId: stay.id, propertyId: stay.propertyId, doorCode })
}
