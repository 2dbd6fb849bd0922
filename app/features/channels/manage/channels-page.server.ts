import { and, asc, eq, inArray, max } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { calendarFeeds } from '#app/features/calendar-sync/calendar-sync.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { isRefusal } from '#app/shared/refusal.ts'
import {
  channelBookings,
  type channelConnections,
  channelListings,
  channelRatePlans,
} from '../channels.tables.server.ts'
import { askManager, getConnection, READING_GAP_MS } from '../connection/connection.server.ts'
import { getListing } from '../listings/get-listing.server.ts'
import { compareListing } from '../nights/compare-listing.server.ts'
import type { ChannelHome, ChannelsPage, HomePage, HomeState, ListedPlatform } from './channels-page.ts'
import { PLATFORMS } from './platforms.ts'

type Moment = (instant: Date | null) => string | null

const momentIn =
  (timeZone: string): Moment =>
  (instant) =>
    instant && formatMomentWithYear(instant, timeZone)

/** The connection, and every home with what was sent and received. */
export async function getChannelsPage(services: Services): Promise<ChannelsPage> {
  const { db } = services
  const connection = await getConnection(db)
  if (!connection) return { connection: null, homes: [] }
  const moment = momentIn(await getOperatorTimeZone(services))
  const { server, testedAt, heldAt, failingSince, lastError, revisionsReadAt: readAt } = connection
  const listed = await db
    .select({ property: properties, listing: channelListings })
    .from(properties)
    .leftJoin(channelListings, eq(channelListings.propertyId, properties.id))
    .orderBy(asc(properties.displayOrder), asc(properties.name))
  const plans = await db.select().from(channelRatePlans).orderBy(asc(channelRatePlans.platform))
  const received = await lastReceived(db)
  return {
    connection: {
      server,
      testedAt: moment(testedAt) ?? '',
      heldAt: moment(heldAt),
      failing: failingSince && { since: moment(failingSince) ?? '', reason: lastError ?? '' },
      read: readAt && {
        at: moment(readAt) ?? '',
        isLate: services.clock.now().getTime() - readAt.getTime() >= READING_GAP_MS,
      },
    },
    homes: listed
      .filter(({ property, listing }) => listing || property.status !== 'retired')
      .map(({ property: { id, slug, name }, listing }): ChannelHome => {
        const own = plans.filter(({ listingId }) => listingId === listing?.id)
        // Of all platforms: what is sold there comes in, whether its prices are sent or not.
        const platforms = Object.keys(PLATFORMS)
        const last = platforms.flatMap((platform) => received.get(`${id} ${platform}`)?.getTime() ?? [])
        return {
          slug,
          name,
          state: stateOf(listing, connection),
          platforms: own.map(({ platform }) => PLATFORMS[platform]),
          sentAt: moment(listing?.sentAt ?? null),
          receivedAt: last.length > 0 ? moment(new Date(Math.max(...last))) : null,
          differing: listing?.differing ?? null,
          refused: own.some(({ refusals }) => refusals.length > 0) || (listing?.refusals.length ?? 0) > 0,
        }
      }),
  }
}

/** When the last booking of each home and platform came, by both. */
async function lastReceived(db: Tx): Promise<Map<string, Date>> {
  const { platform, receivedAt } = channelBookings
  const rows = await db
    .select({ propertyId: bookings.propertyId, platform, at: max(receivedAt) })
    .from(channelBookings)
    .innerJoin(bookings, eq(bookings.id, channelBookings.bookingId))
    .groupBy(bookings.propertyId, platform)
  return new Map(rows.flatMap(({ propertyId, platform: of, at }) => (at ? [[`${propertyId} ${of}`, at] as const] : [])))
}

type Connection = Pick<typeof channelConnections.$inferSelect, 'heldAt' | 'failingSince' | 'lastError'>

function stateOf(listing: typeof channelListings.$inferSelect | null, connection: Connection): HomeState {
  if (!listing) return 'unconnected'
  if (!listing.isOn) return 'off'
  if (listing.failingSince) return 'failing'
  if (!listing.dueAt) return 'on'
  return connection.heldAt || connection.failingSince ? 'waiting' : 'sending'
}

/** Why changes of a home that is on wait; null if they do not. */
function waitingWords({ heldAt, failingSince, lastError }: Connection): string | null {
  if (heldAt) return 'Since a backup was restored, changes wait until you press Send again on Channels.'
  return failingSince && `${lastError} Changes wait, and are sent once it works.`
}

/** A home with its listing there; null if there is no such home. */
export async function getHomePage(
  services: Services,
  { slug, compares }: { slug: string; compares: boolean },
): Promise<HomePage | null> {
  const { db } = services
  const [home] = await db.select().from(properties).where(eq(properties.slug, slug))
  if (!home) return null
  const { name } = home
  const connection = await getConnection(db)
  if (!connection) return { slug, name, isConnected: false, problem: null, joinable: [], listing: null }
  const [row] = await db.select().from(channelListings).where(eq(channelListings.propertyId, home.id))
  const listing = row ? await getListing(db, row.id) : null
  // While a home is on, its listing is known.
  const found = listing?.isOn ? [] : await askManager(services, (manager) => manager.listListings())
  const waiting = listing?.isOn ? waitingWords(connection) : null
  const problem = isRefusal(found) ? found.message : waiting
  const there = isRefusal(found) ? [] : found
  if (!listing) {
    const taken = await db.select({ id: channelListings.remotePropertyId }).from(channelListings)
    const open = there.filter(({ propertyId }) => !taken.some(({ id }) => id === propertyId))
    const joinable = open.map(({ propertyId, title }): [string, string] => [propertyId, title])
    return { slug, name, isConnected: true, problem, joinable, listing: null }
  }
  const moment = momentIn(await getOperatorTimeZone(services))
  const { id, title, isOn, withheld, lastError, refusals } = listing
  const compared = compares ? await askManager(services, (manager) => compareListing(services, manager, listing)) : null
  const units = there.find(({ propertyId }) => propertyId === listing.remotePropertyId)?.roomTypes ?? []
  const used = listing.ratePlans.map(({ remoteRatePlanId }) => remoteRatePlanId)
  const received = await lastReceived(db)
  return {
    ...{ slug, name, isConnected: true, joinable: [] },
    problem: isRefusal(compared) ? compared.message : problem,
    listing: {
      ...{ id, title, isOn, withheld, lastError, refusals },
      state: stateOf(listing, connection),
      sentAt: moment(listing.sentAt),
      comparedAt: moment(listing.comparedAt),
      version: versionOf({ withheld }),
      platforms: listing.ratePlans.map((plan): ListedPlatform => {
        const markup = String(Number(plan.markup))
        const { platform, minimumStay, remoteRatePlanId: remote } = plan
        return {
          id: plan.id,
          version: versionOf({ listing: id, platform, remote, markup, minimumStay }),
          name: PLATFORMS[platform],
          value: { markup, minimumStay },
          sentAt: moment(plan.sentAt),
          receivedAt: moment(received.get(`${home.id} ${platform}`) ?? null),
          refusals: plan.refusals,
          differing: plan.differing,
        }
      }),
      unusedPlans: units
        .flatMap(({ ratePlans }) => ratePlans)
        .filter((plan) => !used.includes(plan.id))
        .map((plan) => [plan.id, plan.title]),
      feeds: await feedsOfPlatforms(db, listing),
      comparison: compared === null || isRefusal(compared) ? null : compared,
    },
  }
}

/** The calendars that are read for a home from platforms that it also has through the channel manager. */
async function feedsOfPlatforms(
  db: Tx,
  { propertyId, ratePlans }: { propertyId: string; ratePlans: { platform: keyof typeof PLATFORMS }[] },
): Promise<string[]> {
  const names = ratePlans.map(({ platform }) => PLATFORMS[platform])
  const feeds = await db
    .selectDistinct({ label: calendarFeeds.label })
    .from(calendarFeeds)
    .where(and(eq(calendarFeeds.propertyId, propertyId), inArray(calendarFeeds.label, names)))
  return feeds.map(({ label }) => label).sort()
}
