import { asc, eq, sql } from 'drizzle-orm'
import { countsAsUse, lockPromoCode } from '#app/features/pricing/promo-codes.server.ts'
import { type ChangeName, recordAudit, type Undo } from '#app/platform/change/audit.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, promoCodes, properties } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { type Cents, centsFromNumeric } from '#app/shared/money.ts'

type PromoRow = typeof promoCodes.$inferSelect

/** What can be changed about a promo code. */
type PromoTerms = Omit<PromoRow, 'code' | 'endedAt' | 'demo' | 'createdAt'>

/** A promo code in the operator's list; `property` is null if it is valid for every property. */
export type ListedPromo = Omit<PromoRow, 'propertyId' | 'demo' | 'createdAt'> & {
  property: string | null
  propertySlug: string | null
  /** The bookings that count toward its limit. */
  uses: number
  /** The confirmed bookings, and what they cost in all. */
  bookings: number
  revenue: Cents
  version: string
}

/** All promo codes, the newest last, in one statement. */
export async function listPromoCodes({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<ListedPromo[]> {
  const isConfirmed = sql`${bookings.status} = 'confirmed'`
  const used = db
    .select({
      code: bookings.promoCode,
      uses: sql<number>`count(*) filter (where ${countsAsUse(db, clock.now())})::int`.as('uses'),
      confirmed: sql<number>`count(*) filter (where ${isConfirmed})::int`.as('confirmed'),
      revenue: sql<string | null>`sum(${bookings.totalAmount}) filter (where ${isConfirmed})`.as('revenue'),
    })
    .from(bookings)
    .where(sql`${bookings.promoCode} is not null`)
    .groupBy(bookings.promoCode)
    .as('used')
  const rows = await db
    .select({
      promo: promoCodes,
      property: properties.name,
      propertySlug: properties.slug,
      uses: used.uses,
      confirmed: used.confirmed,
      revenue: used.revenue,
    })
    .from(promoCodes)
    .leftJoin(properties, eq(properties.id, promoCodes.propertyId))
    .leftJoin(used, eq(used.code, promoCodes.code))
    .orderBy(asc(promoCodes.createdAt), asc(promoCodes.code))
  return rows.map(({ promo, property, propertySlug, uses, confirmed, revenue }) => {
    const { propertyId: _, demo: __, createdAt: ___, ...row } = promo
    return {
      ...{ ...row, property, propertySlug, uses: uses ?? 0, bookings: confirmed ?? 0 },
      revenue: centsFromNumeric(revenue ?? '0'),
      version: versionOf(termsOf(promo)),
    }
  })
}

export type NewPromo = Partial<Omit<PromoTerms, 'propertyId'>> & {
  code: string
  /** The slug of the only property that it is valid for. */
  property?: string
}

/** `changeId` is that of the audit record; null if everything is like that already. */
export type PromoOutcome =
  | { ok: true; changeId: string | null }
  | { ok: false; reason: 'no-such-property' | 'known-already' | 'not-found' | 'changed-since' }

type ByWhom = { by?: Operator }

/** Creates a promo code. A name cannot be reused: an ended code remains in its bookings. */
export async function addPromoCode(
  services: Services,
  { code, by, ...typed }: NewPromo & ByWhom,
): Promise<PromoOutcome> {
  const { db, clock } = services
  return db.transaction(async (tx): Promise<PromoOutcome> => {
    const terms = await readTerms(tx, typed)
    if (!terms) return { ok: false, reason: 'no-such-property' }
    const made = await tx
      .insert(promoCodes)
      .values({ code, ...terms, createdAt: clock.now() })
      .onConflictDoNothing()
      .returning()
    const [row] = made
    if (row) return { ok: true, changeId: await record(tx, services, { by, action: 'promo.added', after: row }) }
    const [known] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code))
    const isSame = known && !known.endedAt && canonical(termsOf(known)) === canonical(normalized(terms))
    return isSame ? { ok: true, changeId: null } : { ok: false, reason: 'known-already' }
  })
}

/** Changes the terms of a promo code that were shown in this version. Bookings that have it keep their price. */
export async function changePromoCode(
  services: Services,
  { code, version, by, ...typed }: NewPromo & ByWhom & { version: string },
): Promise<PromoOutcome> {
  return services.db.transaction(async (tx): Promise<PromoOutcome> => {
    await lockPromoCode(tx, code)
    const [before] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code))
    if (!before) return { ok: false, reason: 'not-found' }
    const terms = await readTerms(tx, typed)
    if (!terms) return { ok: false, reason: 'no-such-property' }
    if (canonical(termsOf(before)) === canonical(normalized(terms))) return { ok: true, changeId: null }
    if (versionOf(termsOf(before)) !== version) return { ok: false, reason: 'changed-since' }
    const [after] = await tx
      .update(promoCodes)
      .set({ ...terms, demo: false })
      .where(eq(promoCodes.code, code))
      .returning()
    return { ok: true, changeId: await record(tx, services, { by, action: 'promo.changed', before, after }) }
  })
}

/** Ends a code: bookings that have it keep their price. Null if there is none, or it has ended already. */
export async function endPromoCode(
  services: Services,
  { code, by }: { code: string } & ByWhom,
): Promise<{ changeId: string } | null> {
  return services.db.transaction(async (tx) => {
    await lockPromoCode(tx, code)
    const [before] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code))
    if (!before || before.endedAt) return null
    const endedAt = services.clock.now()
    await tx.update(promoCodes).set({ endedAt }).where(eq(promoCodes.code, code))
    return {
      changeId: await record(tx, services, { by, action: 'promo.ended', before, after: { ...before, endedAt } }),
    }
  })
}

/** Takes a change of a code back where it is still as it was left. */
export const undoPromoChange: Undo = async (tx, _services, { action, subjectId: code, before, after }) => {
  await lockPromoCode(tx, code)
  const [now] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code))
  if (!now) return { ok: false, message: `The code ${code} is gone.` }
  if (canonical(storedOf(now)) !== canonical(after)) {
    return { ok: false, message: `The code ${code} was changed again since.` }
  }
  if (action === 'promo.added') {
    const [booking] = await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.promoCode, code)).limit(1)
    if (booking) return { ok: false, message: `A booking has the code ${code} by now. End it instead.` }
    await tx.delete(promoCodes).where(eq(promoCodes.code, code))
    return
  }
  const { endedAt, ...terms } = before as ReturnType<typeof storedOf>
  await tx
    .update(promoCodes)
    .set({ ...terms, endedAt: endedAt === null ? null : new Date(endedAt) })
    .where(eq(promoCodes.code, code))
}

async function readTerms(
  tx: Tx,
  { property: slug, ...terms }: Omit<NewPromo, 'code'>,
): Promise<Partial<PromoTerms> | null> {
  if (slug === undefined) return { ...terms, propertyId: null }
  const [property] = await tx.select({ id: properties.id }).from(properties).where(eq(properties.slug, slug))
  return property ? { ...terms, propertyId: property.id } : null
}

/** Amounts and percentages are compared as numbers: `10` is `10.0000`. */
function termsOf({ code: _, endedAt: __, demo: ___, createdAt: ____, ...terms }: PromoRow) {
  return normalized(terms)
}

function normalized(terms: Partial<PromoTerms>) {
  const number = (text: string | null | undefined) => (text === null || text === undefined ? null : Number(text))
  return {
    propertyId: terms.propertyId ?? null,
    percent: number(terms.percent),
    amount: number(terms.amount),
    bookFrom: terms.bookFrom ?? null,
    bookUntil: terms.bookUntil ?? null,
    stayFrom: terms.stayFrom ?? null,
    stayUntil: terms.stayUntil ?? null,
    minimumNights: terms.minimumNights ?? 1,
    useLimit: terms.useLimit ?? null,
  }
}

/** A code as the audit stores it. */
function storedOf(row: PromoRow) {
  const { code, endedAt, propertyId, percent, amount, bookFrom, bookUntil, stayFrom, stayUntil } = row
  const { minimumNights, useLimit } = row
  const terms = { propertyId, percent, amount, bookFrom, bookUntil, stayFrom, stayUntil, minimumNights, useLimit }
  return { code, ...terms, endedAt: endedAt === null ? null : endedAt.toISOString() }
}

type Recorded = ByWhom & { action: Extract<ChangeName, `promo.${string}`>; before?: PromoRow; after?: PromoRow }

function record(tx: Tx, { clock }: Services, { by, action, before, after }: Recorded): Promise<string> {
  const code = (after ?? before)?.code ?? ''
  const homes = [before?.propertyId, after?.propertyId].filter((id) => typeof id === 'string')
  return recordAudit(tx, {
    ...{ by, action, subjectId: code, propertyIds: [...new Set(homes)], at: clock.now() },
    before: before && storedOf(before),
    after: after && storedOf(after),
  })
}
