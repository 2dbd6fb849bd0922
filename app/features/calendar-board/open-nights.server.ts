import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { lockProperty } from '#app/features/availability/property-lock.server.ts'
import { listTakenNights } from '#app/features/availability/taken-nights.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Nights } from '#app/platform/db/nights.server.ts'
import { formatDate, formatSpan } from '#app/shared/dates.ts'
import { refuse } from '#app/shared/refusal.ts'
import { BLOCKS } from './board.ts'

type Block = typeof blocks.$inferSelect

const nights = z.object({ from: z.iso.date(), to: z.iso.date() }).refine(({ from, to }) => from < to)
/** A block as it was, and which of its nights were opened. Without them it was removed. */
const openedSchema = z.object({
  block: z.object({ kind: z.enum(['owner', 'closed', 'visit']), note: z.string().nullable(), nights }),
  opened: nights.optional(),
})
type Opened = z.output<typeof openedSchema>
/** The remaining part. */
const leftSchema = z.object({ left: z.array(z.object({ id: z.guid(), nights })) })
type Left = z.output<typeof leftSchema>

/** Opens nights of a block, under the lock of its home. The earlier part that is left keeps the id. */
export async function openNights(tx: Tx, block: Block, opened: Nights) {
  const { id, propertyId, kind, note, nights } = block
  const parts = [
    { from: nights.from, to: opened.from },
    { from: opened.to, to: nights.to },
  ].filter(({ from, to }) => from < to)
  const [first, second] = parts
  if (first) await tx.update(blocks).set({ nights: first }).where(eq(blocks.id, id))
  else await tx.delete(blocks).where(eq(blocks.id, id))
  const added = second
    ? await tx.insert(blocks).values({ propertyId, kind, note, nights: second }).returning({ id: blocks.id })
    : []
  const ids = [id, ...added.map((row) => row.id)]
  const left = parts.map((part, index) => ({ id: ids[index] ?? id, nights: part }))
  const [property] = await tx.select({ name: properties.name }).from(properties).where(eq(properties.id, propertyId))
  const title = `${BLOCKS[kind]} removed in ${property?.name}, ${spanOf(opened)}.`
  const rest = left.map((part) => spanOf(part.nights)).join(' and ')
  const summary = first ? `${title} Left: ${rest}.` : title
  return {
    subjectId: id,
    propertyIds: [propertyId],
    before: { summary, block: { kind, note, nights }, opened } satisfies Opened & { summary: string },
    after: { left } satisfies Left,
  }
}

const spanOf = ({ from, to }: Nights) => formatSpan(from, to)

/** A block, its remaining part, or nothing. For an undo, before and after are swapped. */
const openedOrLeft = z.union([openedSchema, leftSchema]).nullish()

function nightsWords(recorded: z.output<typeof openedOrLeft>): string {
  if (!recorded) return ''
  return ('block' in recorded ? [recorded.block] : recorded.left).map((part) => spanOf(part.nights)).join(' and ')
}

export const openedFacts = fromRecorded({ before: openedOrLeft, after: openedOrLeft }, ({ before, after }) => [
  { name: 'Nights', before: nightsWords(before), after: nightsWords(after) },
])

const CHANGED = 'What is left of this block was changed since.'

const RECORDED = { before: openedSchema, after: leftSchema.nullish() }

/** Returns opened nights to a block. It is refused if they are taken, or if the remaining part has changed. */
export const undoOpening = undoFrom(RECORDED, async (tx, { clock }, { subjectId, propertyIds, before, after }) => {
  const { block, opened = block.nights } = before
  const left = after?.left ?? []
  const [propertyId = ''] = propertyIds
  await lockProperty(tx, propertyId)
  if (block.kind !== 'visit') {
    const taken = await listTakenNights(tx, propertyId, opened, { now: clock.now() })
    const first = [...taken].sort()[0]
    if (first) return refuse('refused', `The night of ${formatDate(first, 'day')} is taken by now.`)
  }
  const ids = left.map(({ id }) => id)
  const sameNote = sql`${blocks.note} is not distinct from ${block.note}`
  const removed =
    ids.length > 0
      ? await tx
          .delete(blocks)
          .where(and(inArray(blocks.id, ids), sameNote))
          .returning()
      : []
  const isAsLeft = left.every(({ id, nights: { from, to } }) =>
    removed.some((row) => row.id === id && row.nights.from === from && row.nights.to === to),
  )
  if (!isAsLeft) return refuse('refused', CHANGED)
  const whole = { id: subjectId, propertyId, ...block }
  const back = await tx.insert(blocks).values(whole).onConflictDoNothing().returning({ id: blocks.id })
  return back.length > 0 ? undefined : refuse('refused', CHANGED)
})
