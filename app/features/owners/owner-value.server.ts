import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#app/platform/db/database.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { ownerProperties, owners } from './owners.tables.server.ts'
import { COMMISSION_ON, type OwnerValue } from './statement.ts'
import { listOwnedProperties, type OwnerRow } from './statements.server.ts'

/** The columns of an owner beside the homes. */
export const ownerOf = ({ properties: _, ...owner }: OwnerValue) => owner

/** The form value of an owner with these homes. */
export const ownerValue = (
  { id: _, token: __, withdrawnMonths: ___, ...owner }: OwnerRow,
  properties: readonly { id: string }[],
): OwnerValue => ({
  ...owner,
  commissionPercent: String(Number(owner.commissionPercent)),
  properties: properties.map((property) => property.id).toSorted(),
})

export const getOwnerValue = async (tx: Tx, owner: OwnerRow): Promise<OwnerValue> =>
  ownerValue(owner, await listOwnedProperties(tx, owner.id))

/** The cleaner's pay stays with the home. */
export async function storeOwner(tx: Tx, id: string, value: OwnerValue): Promise<undefined> {
  await tx.update(owners).set(ownerOf(value)).where(eq(owners.id, id))
  const kept = await tx.select().from(ownerProperties).where(eq(ownerProperties.ownerId, id))
  const lost = kept.map(({ propertyId }) => propertyId).filter((property) => !value.properties.includes(property))
  await tx.update(ownerProperties).set({ ownerId: null }).where(inArray(ownerProperties.propertyId, lost))
  const owned = value.properties.map((propertyId) => ({ propertyId, ownerId: id }))
  if (owned.length === 0) return
  const isKnown = { target: ownerProperties.propertyId, set: { ownerId: id } }
  await tx.insert(ownerProperties).values(owned).onConflictDoUpdate(isKnown)
}

export const ownerSchema = z.object({
  name: z.string(),
  email: z.string().nullable(),
  properties: z.array(z.guid()),
  commissionPercent: boundedText(8).regex(/^\d{1,3}(?:\.\d{1,4})?$/),
  commissionPerStay: z.int(),
  commissionOn: z.enum(Object.keys(COMMISSION_ON) as (keyof typeof COMMISSION_ON)[]),
  receivesCleaningFee: z.boolean(),
  receivesOtherFees: z.boolean(),
  paidStaysOnly: z.boolean(),
}) satisfies z.ZodType<OwnerValue>
