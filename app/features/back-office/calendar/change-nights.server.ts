import { inArray, sql } from 'drizzle-orm'
import { withPropertyLock } from '#app/features/availability/property-lock.server.ts'
import { type ChangeName, recordAudit } from '#app/platform/change/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { blocks, properties } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, spansOf } from '#app/shared/dates.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { readBoard } from './board.server.ts'
import { type NightChange, type NightChoice, type OwnRate, type PropertyPlan, planChange } from './plan-change.ts'
import { changeSummary, fingerprintOf, leftOutText } from './plan-words.ts'

type NightChangeInput = {
  slugs: string[]
  /** Those that were to change when the operator looked; the others stay left out. */
  included: string[]
  choice: NightChoice
  change: NightChange
  /** The fingerprint of the plan that the operator saw. */
  seen: string
}

type NightChangeOutcome =
  | { ok: true; auditId: string }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'nothing-to-change'; leftOut: string }
  | { ok: false; reason: 'changed-meanwhile'; plans: PropertyPlan[] }

/** What is stored of an own rate, by property, so that it can be undone. */
export type RatesOf = { propertyId: string; rates: OwnRate[] }

/**
 * Blocks nights, or changes their prices or minimums, in all chosen properties at once. What cannot be done in a property is
 * left out there: under the locks, a night that was sold just now is never blocked. Other prices than the operator saw change
 * nothing.
 */
export async function changeNights(
  services: Services,
  { slugs, included, choice, change, seen, by }: NightChangeInput & { by: Operator },
): Promise<NightChangeOutcome> {
  const { db, clock } = services
  const found = await db.select({ id: properties.id }).from(properties).where(inArray(properties.slug, slugs))
  const [first, ...others] = found.map(({ id }) => id)
  if (!first || found.length < new Set(slugs).size) return { ok: false, reason: 'not-found' }
  return withPropertyLock(services, [first, ...others], async (tx) => {
    const span = { from: choice.first, to: addDays(choice.last, 1) }
    const board = await readBoard({ db: tx, clock }, span, slugs)
    const plans = planChange(board, choice, change).map((plan, index) =>
      included.includes(board[index]?.slug ?? '') ? plan : { ...plan, leftOut: true },
    )
    const changing = plans.filter(({ leftOut }) => !leftOut)
    if (changing.length === 0) return { ok: false, reason: 'nothing-to-change', leftOut: leftOutText(plans) }
    const isBlock = 'note' in change
    if (!isBlock && seen !== fingerprintOf(plans)) return { ok: false, reason: 'changed-meanwhile', plans }
    const values = isBlock ? await storeBlocks(tx, changing, change) : await storeRates(tx, changing, change)
    const auditId = await recordAudit(tx, {
      by,
      ...values,
      after: { summary: changeSummary(plans, change), ...values.after },
      subjectId: changing[0]?.propertyId ?? '',
      propertyIds: changing.map(({ propertyId }) => propertyId),
      at: clock.now(),
    })
    return { ok: true, auditId }
  })
}

type Stored = { action: ChangeName; before?: unknown; after: Record<string, unknown> }
type BlockChange = Extract<NightChange, { note: string | null }>

async function storeBlocks(tx: Tx, plans: PropertyPlan[], { what: kind, note }: BlockChange): Promise<Stored> {
  const rows = plans.flatMap(({ propertyId, nights }) =>
    spansOf(nights).map((span) => ({ propertyId, nights: span, kind, note })),
  )
  const stored = await tx.insert(blocks).values(rows).returning({ id: blocks.id, nights: blocks.nights })
  return { action: 'block.added', after: { kind, note, blockIds: stored.map(({ id }) => id) } }
}

async function storeRates(tx: Tx, plans: PropertyPlan[], { what }: NightChange): Promise<Stored> {
  const ratesOf = (when: 'before' | 'after'): RatesOf[] =>
    plans.map((plan) => ({ propertyId: plan.propertyId, rates: plan[when] }))
  await replaceRates(tx, ratesOf('after'))
  const action = what === 'price' ? 'night-prices.changed' : 'night-minimums.changed'
  return { action, before: { rates: ratesOf('before') }, after: { rates: ratesOf('after') } }
}

/** Stores the own rates of these dates; a rate without price and minimum removes the date's row. */
export async function replaceRates(tx: Tx, changed: RatesOf[]): Promise<void> {
  const rows = changed.flatMap(({ propertyId, rates }) =>
    rates.map(({ date, price, minimumStay, reason }) => ({
      ...{ property_id: propertyId, date, minimum_stay: minimumStay, reason },
      price_override: price === null ? null : numericFromCents(price),
    })),
  )
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as given (property_id uuid, date date, price_override numeric, minimum_stay int, reason text)`
  await tx.execute(sql`delete from night_overrides old using ${given}
    where old.property_id = given.property_id and old.date = given.date`)
  await tx.execute(sql`insert into night_overrides (property_id, date, price_override, minimum_stay, reason)
    select * from ${given} where price_override is not null or minimum_stay is not null`)
}
