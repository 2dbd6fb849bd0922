import { and, eq, gte, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { lockProperty } from '#app/features/availability/property-lock.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { PROPERTY_STATUSES, type PropertyStatus, STATUS_WORDS } from '#app/features/properties/property-status.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { refuse } from '#app/shared/refusal.ts'
import { countOf } from '#app/shared/words.ts'
import { lockPropertyRow } from './lock-property-row.server.ts'
import { listMissing } from './publish-check.server.ts'

const labelOf = (status: PropertyStatus) => STATUS_WORDS[status].label
const recorded = z.enum(PROPERTY_STATUSES)

/** Whether guests can open a home with this status, which therefore must be complete. */
const isShown = (status: PropertyStatus) => status !== 'draft' && status !== 'retired'

async function storeStatus(tx: Tx, id: string, status: PropertyStatus, now: Date) {
  await tx.update(properties).set({ status, updatedAt: now }).where(eq(properties.id, id))
}

/** Brings the earlier status back, unless it was changed again since. */
const undoStatus = undoFrom({ before: recorded }, async (tx, { clock }, { subjectId, before, after }) => {
  await lockProperty(tx, subjectId)
  const [property] = await tx.select().from(properties).where(eq(properties.id, subjectId)).for('update')
  if (!property) return refuse('refused', 'The home is gone.')
  if (property.status !== after) return refuse('refused', `${property.name} is ${labelOf(property.status)} by now.`)
  await storeStatus(tx, subjectId, before, clock.now())
  return undefined
})

/** The stays that are still to come or still to be answered. */
async function countComing(tx: Tx, property: typeof properties.$inferSelect, now: Date): Promise<number> {
  const isComing = and(
    eq(bookings.propertyId, property.id),
    inArray(bookings.status, ['pending', 'held', 'confirmed']),
    gte(bookings.checkOutDate, dateInZone(now, property.timeZone)),
  )
  return (await tx.select({ id: bookings.id }).from(bookings).where(isComing)).length
}

/**
 * The status of a home for guests. A draft is published once all required content is there; the rest is asked once. It
 * waits for bookings that are being stored, and later ones are refused.
 */
export const propertyStatusChange = defineChange({
  scope: 'content:write',
  name: 'property.status-changed',
  words: fromRecorded({ after: recorded }, ({ after }) => `Home is ${labelOf(after).toLowerCase()}`),
  facts: { label: 'Status', kind: 'choice', options: STATUS_WORDS },
  undo: undoStatus,
  form: z.object({ status: z.enum(PROPERTY_STATUSES, { error: 'Please choose one of the list' }) }),
  lock: async (tx, posted) => {
    const property = await lockPropertyRow(tx, posted)
    if (property) await lockProperty(tx, property.id)
    return property
  },
  version: ({ status, timeZone }) => ({ value: status, lines: [labelOf(status)], timeZone }),
  run: async (tx, { status }, { subject: property, services, now, isConfirmed }) => {
    if (status === property.status) return null
    const missing = isShown(status) && !isShown(property.status) ? await listMissing(services, tx, property) : []
    const musts = missing.filter(({ level }) => level === 'must')
    if (musts.length > 0)
      return refuse('refused', ['Before guests can see it:', ...musts.map(({ words }) => words)].join('\n'))
    const asks = missing.filter(({ level }) => level === 'should').map(({ words }) => words)
    const coming = status === 'retired' ? await countComing(tx, property, now) : 0
    if (coming > 0) asks.push(`${countOf(coming, 'stay')} to come or to answer. Retiring the home doesn’t cancel any.`)
    if (asks.length > 0 && !isConfirmed) return { ...refuse('refused', ''), asks }
    await storeStatus(tx, property.id, status, now)
    return { subjectId: property.id, propertyIds: [property.id], before: property.status, after: status }
  },
})
