import { and, asc, eq, isNull } from 'drizzle-orm'
import { promoCodes, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { countUses } from './promo-codes.server.ts'

type PromoRow = typeof promoCodes.$inferSelect

/** A promo code in the operator's list; `property` is null if it is valid for every property. */
export type ListedPromo = Omit<PromoRow, 'propertyId' | 'demo' | 'createdAt'> & {
  property: string | null
  uses: number
}

export async function listPromoCodes({ db, clock }: Services): Promise<ListedPromo[]> {
  const rows = await db
    .select({ promo: promoCodes, property: properties.name })
    .from(promoCodes)
    .leftJoin(properties, eq(properties.id, promoCodes.propertyId))
    .orderBy(asc(promoCodes.createdAt), asc(promoCodes.code))
  const now = clock.now()
  return Promise.all(
    rows.map(async ({ promo, property }) => ({ ...promo, property, uses: await countUses(db, promo.code, now) })),
  )
}

export type NewPromo = Omit<typeof promoCodes.$inferInsert, 'propertyId' | 'endedAt' | 'demo' | 'createdAt'> & {
  /** The slug of the only property that it is valid for. */
  property?: string
}

/** Creates a promo code. A name cannot be reused: an ended code remains in its bookings. */
export async function addPromoCode(
  { db, clock }: Services,
  { property: slug, ...promo }: NewPromo,
): Promise<{ ok: true } | { ok: false; reason: 'no-such-property' | 'known-already' }> {
  const [property] =
    slug === undefined ? [] : await db.select({ id: properties.id }).from(properties).where(eq(properties.slug, slug))
  if (slug !== undefined && !property) return { ok: false, reason: 'no-such-property' }
  const made = await db
    .insert(promoCodes)
    .values({ ...promo, propertyId: property?.id, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ code: promoCodes.code })
  return made.length > 0 ? { ok: true } : { ok: false, reason: 'known-already' }
}

/** Ends a code: bookings that have it keep their price. False if there is none, or it has ended already. */
export async function endPromoCode({ db, clock }: Services, { code }: { code: string }): Promise<boolean> {
  const ended = await db
    .update(promoCodes)
    .set({ endedAt: clock.now() })
    .where(and(eq(promoCodes.code, code), isNull(promoCodes.endedAt)))
    .returning({ code: promoCodes.code })
  return ended.length > 0
}
