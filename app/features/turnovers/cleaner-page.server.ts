import { and, count, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { defineChange, makeChange } from '#app/platform/change/define.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { type CleanerLink, findCleanerLink } from './cleaner-links.server.ts'
import { listTurnovers } from './list-turnovers.server.ts'
import { propertyReady } from './property-ready.server.ts'
import { turnoverImages, turnoverMarks } from './turnovers.tables.server.ts'
import {
  type CleanerTurnover,
  factsOf,
  lastSeenDay,
  type ShownTurnover,
  type TurnoverFacts,
  turnoverChanges,
} from './turnovers.ts'

type Mark = typeof turnoverMarks.$inferSelect

/** Seen turnovers that no longer take place, as long as their day is not over. */
async function listGone(db: Tx, marks: Mark[], shown: ShownTurnover[], now: Date): Promise<CleanerTurnover[]> {
  const known = new Set(shown.map(({ key }) => key))
  const gone = marks.filter(({ seen, turnover }) => seen !== null && !known.has(turnover))
  if (gone.length === 0) return []
  const rows = await db
    .select({ id: properties.id, name: properties.name, timeZone: properties.timeZone })
    .from(properties)
    .where(
      inArray(
        properties.id,
        gone.map(({ propertyId }) => propertyId),
      ),
    )
  return gone.flatMap(({ turnover: key, propertyId, seen }) => {
    const property = rows.find(({ id }) => id === propertyId)
    const facts = seen as TurnoverFacts
    const today = property && dateInZone(now, property.timeZone)
    if (!property || !today || facts.day < today) return []
    return [
      {
        key,
        propertyId,
        day: facts.day,
        leaves: null,
        next: null,
        property: property.name,
        today,
        outBy: '',
        inFrom: '',
        linen: '',
        gifts: null,
        isSeen: true,
        isNew: false,
        isGone: true,
        isDone: false,
        images: { damage: 0, ready: 0 },
        changes: turnoverChanges(facts, null),
      },
    ]
  })
}

/** The turnovers of a link with its cleaner's marks, also turnovers that no longer take place. */
async function listCleanerTurnovers(
  services: Pick<Services, 'clock' | 'log' | 'cache' | 'db'>,
  { link, db = services.db }: { link: CleanerLink; db?: Tx },
): Promise<CleanerTurnover[]> {
  const shown = await listTurnovers(services, { propertyIds: link.propertyIds, db })
  const marks = await db.select().from(turnoverMarks).where(eq(turnoverMarks.linkId, link.id))
  const images = await db
    .select({ turnover: turnoverImages.turnover, kind: turnoverImages.kind, count: count() })
    .from(turnoverImages)
    .where(eq(turnoverImages.linkId, link.id))
    .groupBy(turnoverImages.turnover, turnoverImages.kind)
  const sent = (key: string, kind: 'damage' | 'ready') =>
    images.find((row) => row.turnover === key && row.kind === kind)?.count ?? 0
  const lastSeen = lastSeenDay(marks)
  const current = shown.map((turnover): CleanerTurnover => {
    const mark = marks.find((row) => row.turnover === turnover.key)
    const seen = (mark?.seen ?? null) as TurnoverFacts | null
    return {
      ...turnover,
      isSeen: seen !== null,
      isNew: seen === null && (mark !== undefined || turnover.day <= lastSeen),
      isGone: false,
      isDone: Boolean(mark?.doneAt),
      changes: seen ? turnoverChanges(seen, factsOf(turnover)) : [],
      images: { damage: sent(turnover.key, 'damage'), ready: sent(turnover.key, 'ready') },
    }
  })
  const gone = await listGone(db, marks, shown, services.clock.now())
  return [...current, ...gone].sort((a, b) => a.day.localeCompare(b.day))
}

/** The page of a secret link; null if the link does not work. */
export async function getCleanerPage(services: Services, secret: string) {
  const link = await findCleanerLink(services, secret)
  if (!link) return null
  return { name: link.name, turnovers: await listCleanerTurnovers(services, { link }) }
}

const turnover = z.string().min(1).max(500)

/** A cleaner's mark: all were seen, or one turnover was seen, is done, or is not. */
export const markSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('seen'), turnover: turnover.optional() }),
  z.object({ intent: z.enum(['done', 'not-done']), turnover }),
])

type Outcome = { ok: true } | Refusal<'no-link' | 'no-turnover'>

const NO_LINK = refuse('no-link', 'This link doesn’t work anymore.')
const NO_TURNOVER = refuse('no-turnover', 'This turnover is no longer on the list.')

/** Stores that the cleaner saw the current turnover, or all of them without `key`. */
export async function markSeen(
  services: Services,
  { secret, key }: { secret: string; key: string | null },
): Promise<Outcome> {
  return services.db.transaction(async (tx): Promise<Outcome> => {
    const link = await findCleanerLink({ db: tx }, secret)
    if (!link) return NO_LINK
    const all = await listCleanerTurnovers(services, { link, db: tx })
    const chosen = key === null ? all : all.filter((turnover) => turnover.key === key)
    if (chosen.length === 0) return NO_TURNOVER
    for (const turnover of chosen) {
      const { key: stay, propertyId, day } = turnover
      const ofTurnover = and(eq(turnoverMarks.linkId, link.id), eq(turnoverMarks.turnover, stay))
      if (turnover.isGone) await tx.delete(turnoverMarks).where(ofTurnover)
      if (turnover.isGone) continue
      const facts = factsOf(turnover)
      await tx
        .insert(turnoverMarks)
        .values({ linkId: link.id, turnover: stay, propertyId, day, seen: facts, mailed: facts })
        .onConflictDoUpdate({
          target: [turnoverMarks.linkId, turnoverMarks.turnover],
          set: { day, seen: facts, mailed: facts },
        })
    }
    return { ok: true }
  })
}

/** A home is ready, or not after all. Today shows it at the next stay; without one ahead, History has nothing of it. */
const turnoverDone = defineChange({
  scope: 'turnovers:write',
  ...propertyReady,
  form: z.object({ secret: z.string(), key: z.string(), isDone: z.boolean() }),
  gone: NO_TURNOVER.message,
  lock: async (tx, { services }, { secret, key }) => {
    const link = await findCleanerLink({ db: tx }, secret)
    const shown = link ? await listTurnovers(services, { propertyIds: link.propertyIds, db: tx }) : []
    const turnover = shown.find((one) => one.key === key)
    return link && turnover ? { link, turnover } : null
  },
  run: async (tx, { key, isDone }, { now, subject: { link, turnover } }) => {
    const { propertyId, day } = turnover
    const facts = factsOf(turnover)
    const doneAt = isDone ? now : null
    await tx
      .insert(turnoverMarks)
      .values({ linkId: link.id, turnover: key, propertyId, day, seen: facts, mailed: facts, doneAt })
      .onConflictDoUpdate({
        target: [turnoverMarks.linkId, turnoverMarks.turnover],
        set: { day, seen: facts, mailed: facts, doneAt },
      })
    const subjectId = turnover.next?.bookingId
    if (!subjectId) return null
    const ofBooking = eq(bookings.id, subjectId)
    const [next] = await tx.select({ before: bookings.propertyReadyAt }).from(bookings).where(ofBooking).for('update')
    await tx.update(bookings).set({ propertyReadyAt: doneAt }).where(ofBooking)
    return { subjectId, before: next?.before?.toISOString() ?? null, after: doneAt?.toISOString() ?? null }
  },
})

/** Stores that a home is ready, or not after all, as the cleaner of this link says. */
export async function markDone(
  services: Services,
  input: { secret: string; key: string; isDone: boolean },
): Promise<Outcome> {
  const link = await findCleanerLink(services, input.secret)
  if (!link) return NO_LINK
  const made = await makeChange(turnoverDone, { services, by: { ...UNNAMED, name: link.name } }, input)
  return made.ok ? { ok: true } : NO_TURNOVER
}
