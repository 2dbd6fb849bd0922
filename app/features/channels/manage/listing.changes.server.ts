import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Posted } from '#app/platform/change/change.server.ts'
import { type ChangeResult, defineChange } from '#app/platform/change/define.server.ts'
import { recordChange } from '#app/platform/change/record-change.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { isRefusal, refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { channelConnections, channelListings, channelRatePlans } from '../channels.tables.server.ts'
import { askManager, lockConnection, NOT_CONNECTED } from '../connection/connection.server.ts'
import { getListing } from '../listings/get-listing.server.ts'
import { compareListing } from '../nights/compare-listing.server.ts'
import { createRemote, findHome, findRemote, type Home, type Remote } from './find-remote.server.ts'
import { WITHHELD_FIELDS } from './platforms.ts'

const GONE = refuse('not-found', 'This home is not connected anymore.')
const FACTS = { title: { label: 'Listing', kind: 'line' } } as const

const ofOne = z.object({ id: z.guid() })
const ofSlug = { slug: boundedText(200) }

/** Due at once, whatever was sent before. */
export const changedNow = (now: Date) => ({ versions: null, dueAt: now, retryAt: null, attempts: 0 })

export async function lockListing(tx: Tx, id: string) {
  // The sender locks the connection first, too.
  await tx.select({ id: channelConnections.id }).from(channelConnections).for('update')
  const [row] = isUuid(id)
    ? await tx.select().from(channelListings).where(eq(channelListings.id, id)).for('update')
    : []
  return row ?? null
}

/** What was sent, refused and compared counts no more. */
const FORGOTTEN = { accepted: null, refusals: [], differing: null }

async function forgetRates(tx: Tx, listingId: string): Promise<void> {
  await tx.update(channelRatePlans).set(FORGOTTEN).where(eq(channelRatePlans.listingId, listingId))
}

async function storeListing(
  tx: Tx,
  { home, remote }: { home: Home; remote: Remote },
  now: Date,
): Promise<ChangeResult | null | ReturnType<typeof refuse>> {
  const taken = await tx.select().from(channelListings)
  if (taken.some(({ propertyId }) => propertyId === home.id)) return null
  if (taken.some(({ remotePropertyId }) => remotePropertyId === remote.remotePropertyId))
    return refuse('refused', '', { remote: 'Another home is joined to this listing.' })
  const values = { ...remote, propertyId: home.id, createdAt: now }
  const [made] = await tx.insert(channelListings).values(values).returning({ id: channelListings.id })
  if (!made) throw new Error('the listing was not stored')
  return { subjectId: made.id, propertyIds: [home.id], after: { title: remote.title } }
}

const connected = { gone: NOT_CONNECTED.message, lock: lockConnection }

async function findAsked({ services }: Posted, slug: string): Promise<Home | ReturnType<typeof refuse>> {
  return (await findHome(services.db, slug)) ?? refuse('not-found', 'This home is gone.')
}

export const listingChanges = {
  /** Makes a listing from the home's page. It is off at first. */
  'make-listing': defineChange({
    scope: 'prices:write',
    name: 'channel-listing.made',
    words: 'Listing for platforms made',
    facts: FACTS,
    undo: 'Disconnect it here, and delete it at the channel manager.',
    form: z.object(ofSlug),
    prepare: async (posted, { slug }) => {
      const home = await findAsked(posted, slug)
      if (isRefusal(home)) return home
      const remote = await createRemote(posted.services, home)
      return isRefusal(remote) ? remote : { home, remote }
    },
    ...connected,
    run: (tx, _, { prepared, now }) => storeListing(tx, prepared, now),
  }),
  /** Joins a home to a listing that is there. It is off at first. */
  'join-listing': defineChange({
    scope: 'prices:write',
    name: 'channel-listing.joined',
    words: 'Home joined to a listing for platforms',
    facts: FACTS,
    undo: 'Disconnect the home instead. The listing stays there.',
    form: z.object({ ...ofSlug, remote: boundedText(100).min(1, 'Please choose a listing') }),
    prepare: async (posted, { slug, remote: id }) => {
      const home = await findAsked(posted, slug)
      if (isRefusal(home)) return home
      const remote = await findRemote(posted.services, home, id)
      return isRefusal(remote) ? remote : { home, remote }
    },
    ...connected,
    run: (tx, _, { prepared, now }) => storeListing(tx, prepared, now),
  }),
  /** Both sides stay as they are. */
  'leave-listing': defineChange({
    scope: 'prices:write',
    name: 'channel-listing.removed',
    words: 'Home disconnected from its listing',
    facts: FACTS,
    undo: 'Join the listing again.',
    form: ofOne,
    gone: GONE.message,
    lock: (tx, _, { id }) => lockListing(tx, id),
    run: async (tx, { id }, { subject: { isOn, propertyId, title } }) => {
      if (isOn) return refuse('refused', 'Turn it off first.')
      await tx.delete(channelListings).where(eq(channelListings.id, id))
      return { subjectId: id, propertyIds: [propertyId], before: { title } }
    },
  }),
  /** What is there is replaced from now on, as the comparison has shown it. */
  'turn-on': defineChange({
    scope: 'prices:write',
    confirms: true,
    name: 'channel-listing.turned-on',
    words: 'Nights and prices are sent to platforms',
    facts: FACTS,
    undo: 'Turn it off instead. What was sent stays there.',
    form: z.object({ id: z.guid(), seen: boundedText(100) }),
    prepare: async ({ services }, { id, seen }) => {
      const listing = await getListing(services.db, id)
      if (!listing) return GONE
      if (listing.isOn) return null
      if (listing.ratePlans.length === 0) return refuse('refused', 'Add a platform first.')
      const compared = await askManager(services, (manager) => compareListing(services, manager, listing))
      if (isRefusal(compared)) return compared
      return compared.digest === seen ? null : refuse('refused', 'Nights have changed since. Look at them again.')
    },
    gone: GONE.message,
    lock: (tx, _, { id }) => lockListing(tx, id),
    run: async (tx, { id }, { subject: { isOn, propertyId, title }, now }) => {
      if (isOn) return null
      await tx
        .update(channelListings)
        .set({ isOn: true, ...FORGOTTEN, ...changedNow(now) })
        .where(eq(channelListings.id, id))
      await forgetRates(tx, id)
      return { subjectId: id, propertyIds: [propertyId], after: { title } }
    },
  }),
  /** Both sides stay as they are. What was there is not known once it is on again. */
  'turn-off': defineChange({
    scope: 'prices:write',
    name: 'channel-listing.turned-off',
    words: 'Nights and prices are no longer sent to platforms',
    facts: FACTS,
    undo: 'Compare its nights, and turn it on again.',
    form: ofOne,
    gone: GONE.message,
    lock: (tx, _, { id }) => lockListing(tx, id),
    run: async (tx, { id }, { subject: { isOn, propertyId, title } }) => {
      if (!isOn) return null
      await tx
        .update(channelListings)
        .set({ isOn: false, dueAt: null, failingSince: null, lastError: null, ...FORGOTTEN })
        .where(eq(channelListings.id, id))
      await forgetRates(tx, id)
      return { subjectId: id, propertyIds: [propertyId], before: { title } }
    },
  }),
  withhold: recordChange({
    scope: 'prices:write',
    name: 'channel-listing.withheld-changed',
    title: 'Nights only for this site',
    schema: z.object({ withheld: z.array(z.object({ from: z.string(), to: z.string() })) }),
    fields: WITHHELD_FIELDS,
    gone: GONE.message,
    lock: (tx, _, { id, subjectId = id }) => lockListing(tx, subjectId),
    check: (value) => {
      const wrong = value.withheld.findIndex(({ from, to }) => to < from)
      if (wrong < 0) return value
      return refuse('invalid-input', '', { [`withheld[${wrong}].to`]: 'The last night is before the first' })
    },
    read: ({ withheld }) => ({ withheld }),
    store: async (tx, { id }, { withheld }, { clock }) => {
      await tx
        .update(channelListings)
        .set({ withheld, ...changedNow(clock.now()) })
        .where(eq(channelListings.id, id))
    },
    about: ({ id, propertyId }) => ({ subjectId: id, propertyIds: [propertyId], timeZone: 'UTC' }),
  }),
}
