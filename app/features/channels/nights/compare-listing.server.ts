import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { ChannelManager, RemoteNights } from '#app/platform/channels/channel-manager.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { channelConnections, channelListings, channelRatePlans } from '../channels.tables.server.ts'
import { isChannelFailure } from '../connection/channel-failure.server.ts'
import { getListing, type Listing } from '../listings/get-listing.server.ts'
import { type ComparedMonth, comparedMonths, differingNights, type NightThere, sampledSpans } from './compare-nights.ts'
import { deriveNights } from './derive-nights.server.ts'
import { nightsIn } from './night-ranges.ts'

type Plan = Listing['ratePlans'][number]

/** The nights of a home there and here, for each platform. */
type Comparison = {
  platforms: { id: string; platform: Plan['platform']; count: number; months: ComparedMonth[] }[]
  /** Equal texts: the same nights differ in the same way. */
  digest: string
}

/** The nights of a rate plan there, from `from` to `to`. */
function nightsThere(
  remote: RemoteNights,
  { remoteRoomTypeId, remoteRatePlanId }: Pick<Listing, 'remoteRoomTypeId'> & Pick<Plan, 'remoteRatePlanId'>,
): Map<IsoDate, NightThere> {
  const rooms = remote.rooms.get(remoteRoomTypeId)
  const rates = remote.rates.get(remoteRatePlanId)
  const dates = new Set([...(rooms?.keys() ?? []), ...(rates?.keys() ?? [])])
  return new Map([...dates].map((date) => [date, { rooms: rooms?.get(date) ?? null, rate: rates?.get(date) ?? null }]))
}

/** Reads all nights of a home there, and says by month how they differ. Nothing is stored. */
export async function compareListing(
  services: Services,
  manager: ChannelManager,
  listing: Listing,
): Promise<Comparison> {
  const here = await deriveNights(services, listing)
  const dates = [...here.rooms.keys()]
  const [from = here.today, to = here.today] = [dates[0], dates.at(-1)]
  const remote = await manager.readNights({ propertyId: listing.remotePropertyId, from, to })
  const compared = listing.ratePlans.map((plan) => {
    const rates = here.rates.get(plan.id) ?? new Map()
    return {
      plan,
      differing: differingNights({ rooms: here.rooms, rates }, nightsThere(remote, { ...listing, ...plan })),
    }
  })
  const seen = compared.map(({ plan, differing }) => [plan.id, [...differing]])
  return {
    platforms: compared.map(({ plan: { id, platform }, differing }) => ({
      id,
      platform,
      count: differing.size,
      months: comparedMonths(dates, differing),
    })),
    digest: createHash('sha256').update(canonical(seen)).digest('hex'),
  }
}

/**
 * Reads back some nights of each home that is on. Where one is another than what was accepted, everything is sent
 * again. Homes with a message underway are left for the next day.
 */
export async function compareSamples(services: Services, signal: AbortSignal): Promise<void> {
  const { db, openChannelManager } = services
  const [connection] = await db.select().from(channelConnections).where(isNull(channelConnections.heldAt))
  if (!connection) return
  const manager = openChannelManager({ server: connection.server, key: connection.apiKey }, signal)
  const settled = await db
    .select({ id: channelListings.id })
    .from(channelListings)
    .where(and(channelListings.isOn, isNull(channelListings.dueAt)))
  for (const { id } of settled) {
    if (signal.aborted) return
    try {
      await compareSample(services, manager, id)
    } catch (error) {
      if (!isChannelFailure(error)) throw error
      const about = { listing: id, reason: error.message }
      return services.log.warn({ event: 'channels.not-compared', ...about }, 'nights could not be read back')
    }
  }
}

async function compareSample(services: Services, manager: ChannelManager, id: string): Promise<void> {
  const before = await getListing(services.db, id)
  if (!before) return
  const { clock } = services
  const today = dateInZone(clock.now(), before.timeZone)
  const samples: { from: IsoDate; to: IsoDate; remote: RemoteNights }[] = []
  for (const span of sampledSpans(today)) {
    const remote = await manager.readNights({ propertyId: before.remotePropertyId, ...span })
    samples.push({ ...span, remote })
  }
  await services.db.transaction(async (tx) => {
    await tx.select({ id: channelListings.id }).from(channelListings).where(eq(channelListings.id, id)).for('update')
    const listing = await getListing(tx, id)
    // Something was sent meanwhile, or is about to be.
    if (!listing?.isOn || listing.dueAt || listing.messages !== before.messages) return
    let drifted = 0
    for (const plan of listing.ratePlans) {
      const differing = samples.reduce((count, sample) => count + countDrift(listing, plan, sample), 0)
      drifted += differing
      const again = differing > 0 ? { accepted: null } : {}
      await tx
        .update(channelRatePlans)
        .set({ differing, ...again })
        .where(eq(channelRatePlans.id, plan.id))
    }
    const comparedAt = clock.now()
    const again = drifted > 0 ? { accepted: null, versions: null, dueAt: comparedAt } : {}
    await tx
      .update(channelListings)
      .set({ comparedAt, differing: drifted, ...again })
      .where(eq(channelListings.id, id))
    if (drifted > 0) {
      const about = { listing: id, nights: drifted }
      services.log.warn(
        { event: 'channels.drift', ...about },
        'nights differ at the channel manager: everything is sent again',
      )
    }
  })
}

type Sample = { from: IsoDate; to: IsoDate; remote: RemoteNights }

/** How many of the nights that were accepted are others there. */
function countDrift(listing: Listing, plan: Plan, { from, to, remote }: Sample): number {
  const within = <Of>(nights: Map<IsoDate, Of>) => new Map([...nights].filter(([date]) => from <= date && date <= to))
  const rooms = within(nightsIn(listing.accepted ?? []))
  const rates = within(nightsIn(plan.accepted ?? []))
  return differingNights({ rooms, rates }, nightsThere(remote, { ...listing, ...plan })).size
}
