import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit, type Undo } from '#app/platform/change/audit.server.ts'
import type { Change, Done, Refusal } from '#app/platform/change/change.server.ts'
import { calendarFeeds, occupancies, properties } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'
import { renewExport } from '../export-calendar.server.ts'
import { syncFeed } from '../sync-feed.server.ts'
import { freedWords, syncWords } from './calendar-words.ts'
import { addFeed, removeFeed } from './calendars.server.ts'

const refuse = (message: string, status = 409): Refusal => ({ ok: false, status, message })
const GONE = refuse('This calendar is gone. Somebody else may have removed it.', 404)

const ADD_REFUSALS = {
  'no-such-property': 'This home is gone.',
  'bad-address': 'Please paste the whole address. It begins with https://, http://, or webcal://.',
  'known-already': 'This calendar is already read for this home.',
}

const ofOne = z.object({ id: z.guid() })
const newFeed = z.object({ slug: boundedText(200), address: boundedText(2000, ADD_REFUSALS['bad-address']) })
const ofHome = z.object({ slug: boundedText(200) })

/** Reads a calendar now. `isEmpty`: the operator says that it is right without events. */
const reading = (isEmpty: boolean): Change<typeof ofOne> => ({
  form: ofOne,
  run: async ({ services }, { id }) => {
    const [feed] = await services.db
      .select({ label: calendarFeeds.label, property: properties.name })
      .from(calendarFeeds)
      .innerJoin(properties, eq(properties.id, calendarFeeds.propertyId))
      .where(eq(calendarFeeds.id, id))
    const outcome = feed && (await syncFeed(services, id, { emptyIsRight: isEmpty }))
    if (!outcome) return GONE
    const message = `${feed.property}, ${feed.label}: ${syncWords(outcome)}`
    return outcome.ok ? { ok: true, message } : refuse(message)
  },
})

/** What the page of the calendars changes. */
export const calendarChanges = {
  /** Adds a calendar of another site, after reading it once. */
  add: {
    form: newFeed,
    run: async ({ services, by }, { slug, address }) => {
      const added = await addFeed(services, { slug, address, by })
      if (added.ok) return { ok: true, id: added.auditId }
      if (added.reason === 'unreadable') return wrongAddress(`The calendar wasn’t added. ${added.message}`, 409)
      return wrongAddress(ADD_REFUSALS[added.reason], 400)
    },
  } satisfies Change<typeof newFeed>,
  read: reading(false),
  'read-empty': reading(true),
  /** Opens the nights that only it had. Its secret address is forgotten, so there is no way back. */
  remove: {
    form: ofOne,
    run: async ({ services, by }, { id }) => {
      const removed = await removeFeed(services, { feedId: id, by })
      return removed ? { ok: true, message: `${removed.label} is no longer read. ${freedWords(removed)}` } : GONE
    },
  } satisfies Change<typeof ofOne>,
  /** Renews the address of a home's own calendar, so that the old one stops working. */
  renew: {
    form: ofHome,
    run: async ({ services, by }, { slug }) => {
      const renewed = await renewExport(services, { slug, by })
      return renewed ? { ok: true, id: renewed.auditId } : refuse('This home is gone.', 404)
    },
  } satisfies Change<typeof ofHome>,
  settle: {
    form: ofOne,
    run: ({ services, by }, { id }) => settleConflict(services, { id, by }),
  } satisfies Change<typeof ofOne>,
}

const wrongAddress = (message: string, status: number): Refusal => {
  return { ok: false, status, message: '', fields: { address: message } }
}

/** Says that imported nights are those of the same guest, until the other site changes them. */
async function settleConflict(
  { db, clock }: Services,
  { id, by }: { id: string; by: Operator },
): Promise<Done | Refusal> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(occupancies).where(eq(occupancies.id, id)).for('update')
    if (row?.kind !== 'import') return refuse('These nights are gone from the other calendar.', 404)
    if (row.conflictNotice === 'settled') return refuse('This was settled already.')
    await tx.update(occupancies).set({ conflictNotice: 'settled' }).where(eq(occupancies.id, id))
    const { from, to } = row.nights
    const change = { action: 'calendar.conflict-settled', subjectId: id, propertyIds: [row.propertyId] } as const
    return { ok: true, id: await recordAudit(tx, { by, ...change, after: { from, to }, at: clock.now() }) }
  })
}

/** Stops reading a calendar that was just added. */
export const undoAddCalendar: Undo = async (tx, _services, { subjectId }) => {
  const gone = await tx.delete(calendarFeeds).where(eq(calendarFeeds.id, subjectId)).returning({ id: calendarFeeds.id })
  return gone.length > 0 ? undefined : { ok: false, message: 'The calendar was removed since.' }
}

/** Shows a settled conflict again. */
export const undoSettleConflict: Undo = async (tx, _services, { subjectId }) => {
  const shown = await tx
    .update(occupancies)
    .set({ conflictNotice: 'sent' })
    .where(eq(occupancies.id, subjectId))
    .returning({ id: occupancies.id })
  return shown.length > 0 ? undefined : { ok: false, message: 'These nights are gone from the other calendar.' }
}
