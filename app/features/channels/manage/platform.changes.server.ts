import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineChange } from '#app/platform/change/define.server.ts'
import { optionalField, percentField, wholeField } from '#app/platform/change/fields.server.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { fromFields, type ListStore, recordList } from '#app/platform/change/record-list.server.ts'
import { CHANNEL_PLATFORMS } from '#app/platform/channels/channel-revision.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { channelListings, channelRatePlans } from '../channels.tables.server.ts'
import { getListing } from '../listings/get-listing.server.ts'
import { findRatePlan, JOINED_WHILE_ON } from './find-remote.server.ts'
import { changedNow, lockListing } from './listing.changes.server.ts'
import { HOME_PLATFORM_FIELDS, type HomePlatform, PLATFORMS, TERMS_FIELDS } from './platforms.ts'

const GONE = 'This platform is gone. Somebody else may have removed it.'

type Row = typeof channelRatePlans.$inferSelect
type StoredRow = Row & { isOn: boolean; propertyId: string }

const platformSchema = z.object({
  listing: z.guid(),
  platform: z.enum(CHANNEL_PLATFORMS),
  remote: z.string(),
  markup: z.string(),
  minimumStay: z.number().nullable(),
})

const readRow = ({ listingId: listing, platform, remoteRatePlanId: remote, markup, minimumStay }: Row) => ({
  ...{ listing, platform, remote, minimumStay },
  // The column has decimals that nobody typed.
  markup: String(Number(markup)),
})

const columnsOf = ({ listing: listingId, platform, remote: remoteRatePlanId, markup, minimumStay }: HomePlatform) => ({
  ...{ listingId, platform, remoteRatePlanId, markup, minimumStay },
})

const sendSoon = (tx: Tx, listingId: string, now: Date) =>
  tx.update(channelListings).set(changedNow(now)).where(eq(channelListings.id, listingId))

const store: ListStore<StoredRow, HomePlatform> = {
  async lock(tx, id) {
    const [found] = isUuid(id) ? await tx.select().from(channelRatePlans).where(eq(channelRatePlans.id, id)) : []
    const listing = found && (await lockListing(tx, found.listingId))
    if (!listing) return null
    const [row] = await tx.select().from(channelRatePlans).where(eq(channelRatePlans.id, id)).for('update')
    return row ? { ...row, isOn: listing.isOn, propertyId: listing.propertyId } : null
  },
  read: readRow,
  async add(tx, value, { id, now }) {
    const values = { ...columnsOf(value), ...(id && { id }) }
    const [made] = await tx.insert(channelRatePlans).values(values).returning({ id: channelRatePlans.id })
    if (!made) throw new Error('the platform was not stored')
    await sendSoon(tx, value.listing, now)
    return made.id
  },
  async change(tx, { id, listingId }, value, { now }) {
    await tx.update(channelRatePlans).set(columnsOf(value)).where(eq(channelRatePlans.id, id))
    await sendSoon(tx, listingId, now)
  },
  async remove(tx, { id }) {
    await tx.delete(channelRatePlans).where(eq(channelRatePlans.id, id))
  },
}

/** Why a platform cannot be added to a home. */
async function addProblem(tx: Tx, { listing, platform, remote }: HomePlatform): Promise<string | null> {
  const home = await lockListing(tx, listing)
  if (!home) return 'This home is not connected anymore.'
  const plans = await tx.select().from(channelRatePlans)
  if (plans.some((plan) => plan.listingId === listing && plan.platform === platform))
    return `The home has ${PLATFORMS[platform]} already.`
  return plans.some(({ remoteRatePlanId }) => remoteRatePlanId === remote) ? 'These prices are in use already.' : null
}

const list = recordList({
  scope: 'prices:write',
  schema: platformSchema,
  ...fromFields(HOME_PLATFORM_FIELDS),
  form: formOf(TERMS_FIELDS),
  store,
  gone: GONE,
  changed: 'The platform was changed again since.',
  complete: async (_, typed, row) => (row ? { ...readRow(row), ...typed } : refuse('refused', GONE)),
  check: async (tx, { row, value }) => {
    if (row && !value && row.isOn) return refuse('refused', 'Turn the home off first: its old prices would stay there.')
    const problem = !row && value ? await addProblem(tx, value) : null
    return problem ? refuse('refused', problem) : null
  },
})

const nameOf = ({ platform }: HomePlatform) => PLATFORMS[platform]

const newPlatform = z.object({
  listing: z.guid(),
  platform: z.enum(CHANNEL_PLATFORMS),
  remote: optionalField(boundedText(100)),
  markup: optionalField(percentField(500)),
  minimumStay: optionalField(wholeField(1, 365)),
})

export const platformChanges = {
  /** Adds a platform with prices that are there, or are created for it. */
  'add-platform': defineChange({
    scope: 'prices:write',
    name: 'channel-platform.added',
    words: 'Platform added to a home',
    facts: fromFields(HOME_PLATFORM_FIELDS).facts,
    undo: 'Remove the platform instead.',
    form: newPlatform,
    prepare: async ({ services }, { listing: id, platform, remote }) => {
      const listing = await getListing(services.db, id)
      if (!listing) return refuse('not-found', 'This home is not connected anymore.')
      return findRatePlan(services, listing, { platform, remote: remote ?? null })
    },
    run: async (tx, { listing, platform, ...typed }, { prepared: { remoteRatePlanId: remote, isNew }, now }) => {
      const { markup = '0', minimumStay = null } = typed
      const value: HomePlatform = { listing, platform, remote, markup, minimumStay }
      const problem = await addProblem(tx, value)
      if (problem) return refuse('refused', '', { platform: problem })
      const home = await lockListing(tx, listing)
      // It was turned on meanwhile.
      if (home?.isOn && !isNew) return refuse('refused', '', { platform: JOINED_WHILE_ON })
      const subjectId = await store.add(tx, value, { now })
      return { subjectId, propertyIds: home ? [home.propertyId] : [], after: value }
    },
  }),
  'change-platform': list.change({ name: 'channel-platform.changed', words: (value) => `${nameOf(value)} changed` }),
  'remove-platform': list.remove({ name: 'channel-platform.removed', words: (value) => `${nameOf(value)} removed` }),
}
