import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { channelConnections, channelListings, channelRatePlans } from '#app/features/channels/channels.tables.server.ts'
import { noticeChanges } from '#app/features/channels/nights/notice-changes.server.ts'
import { sendDueNights } from '#app/features/channels/nights/send-nights.server.ts'
import type { ChannelPlatform } from '#app/platform/channels/channel-revision.server.ts'
import { channexOpener } from '#app/platform/channels/channex.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { TestDatabase } from './database.ts'
import { makePricedProperty, NOON, type PropertyChange, testClock, testServices } from './factories.ts'
import { type ChannexServer, startChannexServer } from './servers/channex-server.ts'

type Terms = Partial<Pick<typeof channelRatePlans.$inferInsert, 'markup' | 'minimumStay'>>

/** A stand-in for the channel manager, and the site's services that are connected to it. New for each test. */
export function useChannels(database: () => TestDatabase) {
  let server: ChannexServer
  let clock = testClock()
  let services: Services
  beforeAll(async () => {
    clock = testClock()
    server = await startChannexServer({ now: () => clock.now() })
  })
  beforeEach(() => {
    // The limits of a minute go by.
    clock.set(new Date(NOON.getTime()))
    services = testServices(database(), { clock, openChannelManager: channexOpener(server.url) })
  })
  afterAll(() => server.close())

  const manager = () => services.openChannelManager(server.account, new AbortController().signal)

  /** A priced home with a listing that is on, and a rate plan for each platform. */
  async function makeListing(
    change: PropertyChange = {},
    platforms: Partial<Record<ChannelPlatform, Terms>> = { airbnb: {} },
  ) {
    const { db } = services
    const propertyId = await makePricedProperty(db, change)
    const { server: kind, key } = server.account
    await db.insert(channelConnections).values({ server: kind, apiKey: key, testedAt: NOON }).onConflictDoNothing()
    const remotePropertyId = await manager().createProperty({
      ...CONTENT,
      timeZone: change.timeZone ?? 'America/New_York',
    })
    const unit = { propertyId: remotePropertyId, title: 'Home', adults: 14 }
    const remoteRoomTypeId = await manager().createRoomType(unit)
    const there = { remotePropertyId, remoteRoomTypeId, title: 'Home', createdAt: NOON }
    const [listing] = await db
      .insert(channelListings)
      .values({ propertyId, ...there, isOn: true, dueAt: services.clock.now() })
      .returning()
    if (!listing) throw new Error('the listing was not stored')
    const plans: Partial<Record<ChannelPlatform, string>> = {}
    for (const [platform, terms] of Object.entries(platforms) as [ChannelPlatform, Terms][]) {
      const plan = { ...unit, roomTypeId: remoteRoomTypeId, title: platform, currency: 'USD' }
      const remoteRatePlanId = await manager().createRatePlan(plan)
      await db.insert(channelRatePlans).values({ listingId: listing.id, platform, remoteRatePlanId, ...terms })
      plans[platform] = remoteRatePlanId
    }
    server.calls.length = 0
    return {
      id: listing.id,
      propertyId,
      remotePropertyId,
      roomTypeId: remoteRoomTypeId,
      planId: plans.airbnb ?? '',
      plans,
    }
  }

  /** Sends what is due now, and what changed before, as the worker does within seconds. Returns the calls. */
  async function send(signal = new AbortController().signal): Promise<string[]> {
    server.calls.length = 0
    await noticeChanges(services)
    later(9)
    await sendDueNights(services, signal)
    return [...server.calls]
  }

  const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000))

  return {
    server: () => server,
    services: () => services,
    clock: () => clock,
    manager,
    makeListing,
    send,
    later,
    listing: async (id: string) => {
      const [row] = await services.db.select().from(channelListings).where(eq(channelListings.id, id))
      if (!row) throw new Error('the listing is gone')
      return row
    },
    connection: async () => {
      const [row] = await services.db.select().from(channelConnections)
      if (!row) throw new Error('there is no connection')
      return row
    },
  }
}

const CONTENT = {
  title: 'Home',
  currency: 'USD',
  description: '',
  email: '',
  phone: '',
  country: 'US',
  state: '',
  city: '',
  address: '',
  postalCode: '',
  latitude: null,
  longitude: null,
  website: '',
  days: 500,
  photos: [],
}
