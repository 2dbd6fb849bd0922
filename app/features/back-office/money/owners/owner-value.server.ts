import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { ownerHomes, owners } from '#app/platform/db/schema.server.ts'
import { formatMoney, percentWords } from '#app/shared/money.ts'
import { COMMISSION_ON, type OwnerValue } from './statement.ts'
import { listOwnedHomes, type OwnerRow } from './statements.server.ts'

/** The columns of an owner beside the homes. */
export const ownerOf = ({ homes: _, ...owner }: OwnerValue) => owner

export async function readOwner(tx: Tx, { id: _, token: _token, ...owner }: OwnerRow): Promise<OwnerValue> {
  const homes = await listOwnedHomes(tx, _)
  const commissionPercent = String(Number(owner.commissionPercent))
  return { ...owner, commissionPercent, homes: homes.map((home) => home.id).toSorted() }
}

/** What a home's cleaner gets stays with the home. */
export async function storeOwner(tx: Tx, id: string, value: OwnerValue): Promise<undefined> {
  await tx.update(owners).set(ownerOf(value)).where(eq(owners.id, id))
  const kept = await tx.select().from(ownerHomes).where(eq(ownerHomes.ownerId, id))
  const lost = kept.map(({ propertyId }) => propertyId).filter((home) => !value.homes.includes(home))
  await tx.delete(ownerHomes).where(inArray(ownerHomes.propertyId, lost))
  const added = value.homes.filter((home) => kept.every(({ propertyId }) => propertyId !== home))
  if (added.length > 0) await tx.insert(ownerHomes).values(added.map((propertyId) => ({ propertyId, ownerId: id })))
}

/** What an owner's form says, a line each, for the second of two who change it. */
export const ownerLines = (value: OwnerValue): string[] => [
  value.name,
  ...(value.email ? [value.email] : []),
  `${percentWords(value.commissionPercent)} of: ${COMMISSION_ON[value.commissionOn]}`,
  `${formatMoney(value.commissionPerStay)} for each stay`,
  `Gets the cleaning fee: ${value.getsCleaning ? 'Yes' : 'No'}`,
  `Gets other fees: ${value.getsFees ? 'Yes' : 'No'}`,
  `Homes: ${value.homes.length}`,
]
