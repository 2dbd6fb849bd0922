import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { withPropertyLock } from '#app/features/availability/property-lock.server.ts'
import { listTakenNights } from '#app/features/availability/taken-nights.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineChange, unnamedChange } from '#app/platform/change/define.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { dateInZone, eachNight } from '#app/shared/dates.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { calendarFeeds } from '../calendar-sync.tables.server.ts'
import { feedAddressSchema } from '../calendar-sync.ts'
import { isOwnAddress, renewKey } from '../export-calendar.server.ts'
import { listNightsAhead } from '../imported-nights.server.ts'
import { labelOf } from '../reading/platforms.ts'
import { claimFeed, fetchAddress, fetchClaimed, leaseEnd, storeRead, syncFeed } from '../sync-feed.server.ts'
import { addedWords, freedWords, syncWords } from './calendar-words.ts'
import { choiceOf, feedChoices } from './feed-choices.ts'

const FEED: FactFields = {
  calendar: { label: 'Calendar', kind: 'line' },
  events: { label: 'Events in it', kind: 'number' },
  blocksFreeEvents: { label: 'Blocks events marked as free', kind: 'check' },
  ignoresBookingWindow: { label: 'Opens nights beyond its booking window', kind: 'check' },
}

const GONE = refuse('not-found', 'This calendar is gone. Somebody else may have removed it.')
const BAD_ADDRESS = 'Please paste the whole address. It begins with https://, http://, or webcal://.'
const NIGHTS_GONE = 'These nights are gone from the other calendar.'

const OWN_ADDRESS =
  'This is the address of the home’s own calendar, which is for other sites. Paste the one that the other site gives you.'

const wrongAddress = (message: string) => refuse('invalid-input', '', { address: message })
const notAdded = (why: string) => refuse('refused', '', { address: `The calendar wasn’t added. ${why}` })
const KNOWN = wrongAddress('This calendar is already read for this home.')

const ofOne = z.object({ id: z.guid() })
const newFeed = z.object({ slug: boundedText(200), address: boundedText(2000, BAD_ADDRESS) })
const ofProperty = z.object({ slug: boundedText(200) })
const ofChoice = z.object({ id: z.guid(), choice: z.enum(feedChoices) })

async function findProperty(db: Tx, slug: string) {
  const { id, name, timeZone, checkInTime } = properties
  const [property] = await db
    .select({ id, name, timeZone, checkInTime })
    .from(properties)
    .where(eq(properties.slug, slug))
  return property ?? null
}

/** The homes that read a calendar at this address. */
function listSameAddress(db: Tx, address: string) {
  return db
    .select({ propertyId: calendarFeeds.propertyId, property: properties.name })
    .from(calendarFeeds)
    .innerJoin(properties, eq(properties.id, calendarFeeds.propertyId))
    .where(eq(calendarFeeds.address, address))
    .orderBy(asc(properties.name))
}

/** The calendar that a form names, and its home. */
async function findFeed({ services: { db } }: Posted, { id }: { id: string }) {
  const [found] = await db
    .select({ feed: calendarFeeds, property: properties })
    .from(calendarFeeds)
    .innerJoin(properties, eq(properties.id, calendarFeeds.propertyId))
    .where(eq(calendarFeeds.id, id))
  return found ?? GONE
}
type Found = Exclude<Awaited<ReturnType<typeof findFeed>>, Refusal>

/** Under the lock of the home whose nights it changes. */
const underLock = <Outcome>(
  { services, prepared }: Posted & { prepared: { property: { id: string } } },
  _: unknown,
  work: (tx: Tx) => Promise<Outcome>,
) => withPropertyLock(services, [prepared.property.id], work)

/** Claims a calendar, and reads it again, with some of its columns changed. */
async function readAgain(
  posted: Posted,
  input: { id: string },
  change: Partial<Found['feed']>,
  options: Parameters<typeof fetchClaimed>[2],
) {
  const found = await findFeed(posted, input)
  if ('ok' in found) return found
  const claimed = await claimFeed(posted.services, input.id)
  if (!claimed) return GONE
  const feed = { ...claimed, ...change }
  const read = await fetchClaimed(posted.services, feed, options)
  return 'ok' in read ? refuse('refused', readWords(found, read)) : { ...found, feed, read }
}

const readWords = ({ feed, property }: Found, outcome: Parameters<typeof syncWords>[0]) =>
  `${property.name}, ${feed.label}: ${syncWords(outcome)}`

/** Stops reading a calendar that was just added. */
const undoAdd = undoFrom({}, async (tx, _services, { subjectId }) => {
  const gone = await tx.delete(calendarFeeds).where(eq(calendarFeeds.id, subjectId)).returning({ id: calendarFeeds.id })
  return gone.length > 0 ? undefined : refuse('refused', 'The calendar was removed since.')
})

/** Shows a settled conflict again. */
const undoSettle = undoFrom({}, async (tx, _services, { subjectId }) => {
  const shown = await tx
    .update(occupancies)
    .set({ conflictNotice: 'sent' })
    .where(eq(occupancies.id, subjectId))
    .returning({ id: occupancies.id })
  return shown.length > 0 ? undefined : refuse('refused', NIGHTS_GONE)
})

export const calendarChanges = {
  /** Adds a calendar of another site with its nights. One that cannot be read is not added. */
  add: defineChange({
    scope: 'stays:write',
    name: 'calendar.added',
    words: 'Calendar of another site added',
    facts: FEED,
    undo: undoAdd,
    form: newFeed,
    prepare: async ({ services }, typed) => {
      const address = feedAddressSchema.safeParse(typed.address).data
      if (!address) return wrongAddress(BAD_ADDRESS)
      const property = await findProperty(services.db, typed.slug)
      if (!property) return wrongAddress('This home is gone.')
      const sameAddress = await listSameAddress(services.db, address)
      if (sameAddress.some((feed) => feed.propertyId === property.id)) return KNOWN
      if (await isOwnAddress(services, { propertyId: property.id, address })) return wrongAddress(OWN_ADDRESS)
      const known = { etag: null, lastModified: null }
      const { signal } = new AbortController()
      const source = {
        ...property,
        propertyId: property.id,
        address,
        known,
        signal,
        blocksFreeEvents: false,
        ignoresBookingWindow: false,
      }
      const read = await fetchAddress(services, source)
      if (!read.ok) return notAdded(read.message)
      return { property, address, read: read.read, others: sameAddress.map((feed) => feed.property) }
    },
    transaction: underLock,
    run: async (tx, { slug }, { services, now, prepared: { property, address, read, others } }) => {
      if (!read) return notAdded('It can’t be read.')
      const label = labelOf(read.read.prodId, new URL(address).hostname)
      const [feed] = await tx
        .insert(calendarFeeds)
        .values({ propertyId: property.id, address, label, nextSyncAt: leaseEnd(now), createdAt: now })
        .onConflictDoNothing({ target: [calendarFeeds.propertyId, calendarFeeds.address] })
        .returning()
      if (!feed) return KNOWN
      await storeRead(services, tx, feed, { ...read, emptyIsRight: false })
      services.log.info({ event: 'calendar.added', feed: feed.id, calendar: label, property: slug }, 'calendar added')
      const message = addedWords({ ...read.read, calendar: label, property: property.name, others })
      return { subjectId: feed.id, propertyIds: [property.id], after: { calendar: label }, answer: { message } }
    },
  }),
  read: unnamedChange('The site reads each calendar every 15 minutes. Who asks for it earlier decides nothing.', {
    scope: 'stays:write',
    form: ofOne,
    run: async (posted, input) => {
      const found = await findFeed(posted, input)
      if ('ok' in found) return found
      const outcome = await syncFeed(posted.services, input.id)
      if (!outcome) return GONE
      const message = readWords(found, outcome)
      return outcome.ok ? { ok: true, message } : refuse('refused', message)
    },
  }),
  /** Opens the nights of a calendar that is empty now: the operator confirms it. */
  'read-empty': defineChange({
    scope: 'stays:write',
    name: 'calendar.emptied',
    words: 'Calendar of another site synced as empty',
    facts: FEED,
    undo: 'Its nights come back when the other site has them again.',
    form: ofOne,
    prepare: async (posted, input) => readAgain(posted, input, {}, { emptyIsRight: true }),
    transaction: underLock,
    run: async (tx, { id }, { services, prepared: { property, feed, read } }) => {
      const outcome = await storeRead(services, tx, feed, read)
      const message = readWords({ property, feed }, outcome)
      if (!outcome.ok) return refuse('refused', message)
      const { label: calendar, events } = feed
      const values = { before: { calendar, events }, after: { calendar, events: outcome.events } }
      return { subjectId: id, propertyIds: [property.id], ...values, answer: { message } }
    },
  }),
  /** Reads a calendar again with another choice of events. */
  choose: defineChange({
    scope: 'stays:write',
    name: 'calendar.choice',
    words: 'What a calendar of another site blocks',
    facts: FEED,
    undo: 'Choose the other way at the calendar.',
    form: ofChoice,
    prepare: async (posted, input) => readAgain(posted, input, choiceOf(input.choice), { anew: true }),
    transaction: underLock,
    run: async (tx, { id, choice }, { services, prepared: { property, feed, read } }) => {
      await tx.update(calendarFeeds).set(choiceOf(choice)).where(eq(calendarFeeds.id, id))
      const outcome = await storeRead(services, tx, feed, read)
      const message = readWords({ property, feed }, outcome)
      if (!outcome.ok) return refuse('refused', message)
      const after = { calendar: feed.label, ...choiceOf(choice), events: outcome.events }
      return { subjectId: id, propertyIds: [property.id], before: { events: feed.events }, after, answer: { message } }
    },
  }),
  /** Opens the nights that only it had. Its secret address is forgotten, so there is no way back. */
  remove: defineChange({
    scope: 'stays:write',
    name: 'calendar.removed',
    words: 'Calendar of another site removed',
    facts: FEED,
    undo: 'Add the calendar again instead.',
    form: ofOne,
    prepare: findFeed,
    transaction: underLock,
    run: async (tx, { id }, { services, now, prepared: { property } }) => {
      const today = dateInZone(now, property.timeZone)
      const rows = await listNightsAhead(tx, { id }, today)
      const nights = new Set(rows.flatMap(({ nights: { from, to } }) => eachNight(from > today ? from : today, to)))
      const [gone] = await tx.delete(calendarFeeds).where(eq(calendarFeeds.id, id)).returning()
      if (!gone) return GONE
      const { label: calendar, events } = gone
      services.log.info({ event: 'calendar.removed', feed: id, calendar }, 'calendar removed')
      const taken = await listTakenNights(tx, property.id, { from: today, to: '9999-12-31' }, { now })
      const stillTaken = [...nights].filter((night) => taken.has(night)).length
      const message = `${calendar} is no longer synced. ${freedWords({ nights: nights.size, stillTaken })}`
      return { subjectId: id, propertyIds: [property.id], before: { calendar, events }, answer: { message } }
    },
  }),
  /** Renews the address of a home's own calendar, so that the old one stops working. */
  renew: defineChange({
    scope: 'stays:write',
    name: 'calendar.address-renewed',
    words: 'Address of the home’s calendar renewed',
    facts: {},
    undo: 'The old address stays closed.',
    form: ofProperty,
    gone: 'This home is gone.',
    lock: (tx, _, { slug }) => findProperty(tx, slug),
    run: async (tx, { slug }, { services: { clock, log }, subject: { id } }) => {
      await renewKey({ db: tx, clock }, id)
      log.info({ event: 'calendar.address-renewed', property: slug }, 'calendar export address renewed')
      return { subjectId: id, propertyIds: [id] }
    },
  }),
  /** Says that imported nights are those of the same guest, until the other site changes them. */
  settle: defineChange({
    scope: 'stays:write',
    name: 'calendar.conflict-settled',
    words: 'Conflict settled: it is the same guest',
    facts: { from: { label: 'Check-in', kind: 'date' }, to: { label: 'Check-out', kind: 'date' } },
    undo: undoSettle,
    form: ofOne,
    gone: NIGHTS_GONE,
    lock: async (tx, _, { id }) => {
      const [row] = await tx.select().from(occupancies).where(eq(occupancies.id, id)).for('update')
      return row?.kind === 'import' ? row : null
    },
    run: async (tx, { id }, { subject: { conflictNotice, propertyId, nights } }) => {
      if (conflictNotice === 'settled') return refuse('refused', 'This was settled already.')
      await tx.update(occupancies).set({ conflictNotice: 'settled' }).where(eq(occupancies.id, id))
      return { subjectId: id, propertyIds: [propertyId], after: { from: nights.from, to: nights.to } }
    },
  }),
}
