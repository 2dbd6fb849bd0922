import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { lockProperty } from '#app/features/availability/property-lock.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { replaceRates } from './change-nights.server.ts'
import type { OwnRate } from './plan-change.ts'

const added = z.object({
  blockIds: z.array(z.guid()),
  undo: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
})
const ownRate = z.object({
  date: z.iso.date(),
  price: z.int().min(0).nullable(),
  minimumStay: z.int().min(1).nullable(),
  reason: z.string().nullable(),
}) satisfies z.ZodType<OwnRate>
const rated = z.object({ rates: z.array(z.object({ propertyId: z.guid(), rates: z.array(ownRate) })) })

/** Removes the blocks that a change added, if all of them are still as they were. */
export const undoBlocks = undoFrom({ after: added }, async (tx, _services, { propertyIds, after }) => {
  const { blockIds, undo: nights = [] } = after
  for (const id of [...propertyIds].sort()) await lockProperty(tx, id)
  const removed = await tx.delete(blocks).where(inArray(blocks.id, blockIds)).returning()
  const isAsAdded = (block: (typeof removed)[number]) => {
    const span = nights[blockIds.indexOf(block.id)]
    return !span || (span.from === block.nights.from && span.to === block.nights.to)
  }
  const isWhole = removed.length === blockIds.length && removed.every(isAsAdded)
  return isWhole ? undefined : refuse('refused', 'Some of these nights were opened again since.')
})

/** Gives dates their earlier prices and minimums back, if none was changed again. */
export const undoRates = undoFrom({ before: rated, after: rated }, async (tx, _services, change) => {
  const { propertyIds, before, after } = change
  for (const id of [...propertyIds].sort()) await lockProperty(tx, id)
  for (const { propertyId, rates } of after.rates) {
    const now = await ownRates(tx, propertyId, rates)
    const other = rates.find((rate) => !isSame(rate, now.get(rate.date)))
    if (other) return refuse('refused', `The night of ${formatDate(other.date, 'day')} was changed again since.`)
  }
  await replaceRates(tx, before.rates)
  return undefined
})

async function ownRates(tx: Tx, propertyId: string, rates: OwnRate[]): Promise<Map<IsoDate, OwnRate>> {
  const dates = rates.map(({ date }) => date)
  const { rows } = await tx.execute<Omit<OwnRate, 'price'> & { price: string | null }>(sql`
    select date::text, price_override::text as price, minimum_stay as "minimumStay", reason from night_overrides
      where property_id = ${propertyId} and date = any(${sql.param(dates)}::date[])`)
  return new Map(
    rows.map((row) => [row.date, { ...row, price: row.price === null ? null : centsFromNumeric(row.price) }]),
  )
}

function isSame(stored: OwnRate, now: OwnRate | undefined): boolean {
  const { price = null, minimumStay = null, reason = null } = now ?? {}
  return stored.price === price && stored.minimumStay === minimumStay && stored.reason === reason
}
