import { eq } from 'drizzle-orm'
import { recordAudit, type Undo } from '#app/platform/change/audit.server.ts'
import { calendarFeeds, occupancies, properties } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addFeed, removeFeed } from './calendar-sync.server.ts'
import { freedWords, syncWords } from './calendar-words.ts'
import { renewExport } from './export-calendar.server.ts'
import { syncFeed } from './sync-feed.server.ts'

/** What a form of the calendars page did: a sentence, or the id of the audit record, for `changedPath`. */
export type CalendarOutcome =
  | { ok: true; auditId: string }
  | { ok: true; message: string }
  | { ok: false; status: number; message: string }

const refuse = (message: string, status = 409) => ({ ok: false as const, status, message })
const GONE = refuse('This calendar is gone. Somebody else may have removed it.', 404)

const ADD_REFUSALS = {
  'no-such-property': 'This home is gone.',
  'bad-address': 'Please paste the whole address. It begins with https://, http://, or webcal://.',
  'known-already': 'This calendar is already read for this home.',
}

/** Adds a calendar of another site, after reading it once. */
export async function addCalendar(
  services: Services,
  { slug, address, by }: { slug: string; address: string; by: Operator },
): Promise<CalendarOutcome> {
  const added = await addFeed(services, { slug, address, by })
  if (added.ok) return { ok: true, auditId: added.auditId }
  if (added.reason !== 'unreadable') return refuse(ADD_REFUSALS[added.reason], 400)
  return refuse(`The calendar wasn’t added. ${added.message}`)
}

/** Stops reading a calendar that was just added. */
export const undoAddCalendar: Undo = async (tx, _services, { subjectId }) => {
  const gone = await tx.delete(calendarFeeds).where(eq(calendarFeeds.id, subjectId)).returning({ id: calendarFeeds.id })
  return gone.length > 0 ? undefined : { ok: false, message: 'The calendar was removed since.' }
}

/** Removes a calendar, and opens the nights that only it had. Its secret address is forgotten, so there is no way back. */
export async function removeCalendar(
  services: Services,
  { id, by }: { id: string; by: Operator },
): Promise<CalendarOutcome> {
  const removed = await removeFeed(services, { feedId: id, by })
  if (!removed) return GONE
  return { ok: true, message: `${removed.label} is no longer read. ${freedWords(removed)}` }
}

/** Reads a calendar now. `isEmpty`: the operator says that it is right without events. */
export async function readCalendarNow(
  services: Services,
  { id, isEmpty }: { id: string; isEmpty: boolean },
): Promise<CalendarOutcome> {
  const [feed] = await services.db
    .select({ label: calendarFeeds.label, property: properties.name })
    .from(calendarFeeds)
    .innerJoin(properties, eq(properties.id, calendarFeeds.propertyId))
    .where(eq(calendarFeeds.id, id))
  const outcome = feed && (await syncFeed(services, id, { emptyIsRight: isEmpty }))
  if (!outcome) return GONE
  const message = `${feed.property}, ${feed.label}: ${syncWords(outcome)}`
  return outcome.ok ? { ok: true, message } : refuse(message)
}

/** Renews the address of a home's own calendar, so that the old one stops working. */
export async function renewAddress(
  services: Services,
  { slug, by }: { slug: string; by: Operator },
): Promise<CalendarOutcome> {
  const renewed = await renewExport(services, { slug, by })
  return renewed ? { ok: true, auditId: renewed.auditId } : refuse('This home is gone.', 404)
}

/** Says that imported nights are those of the same guest, until the other site changes them. */
export async function settleConflict(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, by }: { id: string; by: Operator },
): Promise<CalendarOutcome> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(occupancies).where(eq(occupancies.id, id)).for('update')
    if (row?.kind !== 'import') return refuse('These nights are gone from the other calendar.', 404)
    if (row.conflictNotice === 'settled') return refuse('This was settled already.')
    await tx.update(occupancies).set({ conflictNotice: 'settled' }).where(eq(occupancies.id, id))
    const { from, to } = row.nights
    const change = { action: 'calendar.conflict-settled', subjectId: id, propertyIds: [row.propertyId] } as const
    const auditId = await recordAudit(tx, { by, ...change, after: { from, to }, at: clock.now() })
    return { ok: true, auditId }
  })
}

/** Shows a settled conflict again. */
export const undoSettleConflict: Undo = async (tx, _services, { subjectId }) => {
  const shown = await tx
    .update(occupancies)
    .set({ conflictNotice: 'told' })
    .where(eq(occupancies.id, subjectId))
    .returning({ id: occupancies.id })
  return shown.length > 0 ? undefined : { ok: false, message: 'These nights are gone from the other calendar.' }
}
