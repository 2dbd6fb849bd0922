import { eq, sql } from 'drizzle-orm'
import {
  ChannelRateLimited,
  ChannelRefused,
  ChannelUnavailable,
  type RateChange,
  type Sent,
} from '#app/platform/channels/channel-manager.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, eachNight, type IsoDate } from '#app/shared/dates.ts'
import { channelListings, channelRatePlans } from '../channels.tables.server.ts'
import { failureWords, isChannelFailure, isKeyRefused } from '../connection/channel-failure.server.ts'
import { getListing, type Listing } from '../listings/get-listing.server.ts'
import type { RateNight, RoomNight } from './channel-nights.ts'
import { type DerivedNights, deriveNights, versionsOfNights } from './derive-nights.server.ts'
import { changedNights, nightsIn, rangesOf, withoutNights } from './night-ranges.ts'
import {
  claimSender,
  findDue,
  holdsClaim,
  recordAnswer,
  recordOutage,
  releaseSender,
  renewSender,
  retryTime,
  type Sender,
} from './sender.server.ts'

type Plan = Listing['ratePlans'][number]

/**
 * Sends the nights of all homes that are due, one message after the other. Several processes may call it: one of them
 * sends. Returns how many homes it was done with.
 */
export async function sendDueNights(services: Services, signal: AbortSignal): Promise<number> {
  if (!(await findDue(services))) return 0
  const sender = await claimSender(services, signal)
  if (!sender) return 0
  let done = 0
  try {
    while (!signal.aborted && (await renewSender(services, sender))) {
      const due = await findDue(services)
      const listing = due && (await getListing(services.db, due))
      if (!listing || !(await trySend(services, sender, listing))) break
      done += 1
    }
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error
  } finally {
    await releaseSender(services, sender)
  }
  return done
}

/** The nights that the channel manager does not have yet, as far as that is certain. */
type Missing = { rooms: Map<IsoDate, RoomNight>; rates: { plan: Plan; nights: Map<IsoDate, RateNight> }[] }

function missingNights(listing: Listing, { today, rooms, rates }: DerivedNights): Missing {
  // Yesterday's nights may still be among those that were accepted.
  const ahead = <Of>(nights: Map<IsoDate, Of>) => new Map([...nights].filter(([date]) => date >= today))
  return {
    rooms: ahead(changedNights(rooms, nightsIn(listing.accepted ?? []))),
    rates: listing.ratePlans.flatMap((plan) => {
      const nights = ahead(changedNights(rates.get(plan.id) ?? new Map(), nightsIn(plan.accepted ?? [])))
      return nights.size > 0 ? [{ plan, nights }] : []
    }),
  }
}

/** Sends what is missing of a home. False if no other home is to be tried. */
async function trySend(services: Services, sender: Sender, listing: Listing): Promise<boolean> {
  try {
    await sendHome(services, sender, listing)
    return true
  } catch (error) {
    if (error instanceof ClaimLost) throw error
    if (!isChannelFailure(error) && isDatabaseUnavailable(error)) throw error
    return recordFailure(services, sender, listing, error)
  }
}

async function sendHome(services: Services, sender: Sender, listing: Listing): Promise<void> {
  // The versions first: what changes while the nights are derived is noticed as another change.
  services.versions.recheck()
  const versions = await versionsOfNights(services, listing.timeZone)
  const derived = await deriveNights(services, listing)
  const missing = missingNights(listing, derived)
  if (missing.rooms.size > 0) await sendRooms(services, sender, { listing, derived, nights: missing.rooms })
  if (missing.rates.length > 0) await sendRates(services, sender, { listing, derived, missing: missing.rates })
  const isSent = missing.rooms.size + missing.rates.length > 0
  if (isSent) await recordAnswer(services, sender)
  await recordSent(services, sender, { listing, versions, isSent })
}

type Fenced = Pick<Services, 'db'>

/** Writes something of a home, if this process is still the sender. */
async function write(services: Fenced, sender: Sender, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (!(await holdsClaim(tx, sender))) throw new ClaimLost()
    await work(tx)
  })
}

/** Another process sends by now. */
class ClaimLost extends Error {}

const acceptedRanges = <Of extends RoomNight | RateNight>(nights: Map<IsoDate, Of>) => rangesOf<Of>(nights)

type RoomMessage = { listing: Listing; derived: DerivedNights; nights: Map<IsoDate, RoomNight> }

async function sendRooms(services: Services, sender: Sender, { listing, derived, nights }: RoomMessage): Promise<void> {
  const { remotePropertyId: propertyId, remoteRoomTypeId: roomTypeId } = listing
  const store = (accepted: Map<IsoDate, RoomNight>, more: object = {}) =>
    write(services, sender, (tx) =>
      tx
        .update(channelListings)
        .set({ accepted: acceptedRanges(accepted), ...more })
        .where(eq(channelListings.id, listing.id)),
    )
  const others = withoutNights(nightsIn(listing.accepted ?? []), { named: nights, from: derived.today })
  // Until there is an answer, nobody knows what it has of these nights.
  await store(others)
  const changes = rangesOf(nights).map(({ from, to, value }) => ({ propertyId, roomTypeId, from, to, ...value }))
  const sent = await sender.manager.setAvailability(changes)
  await store(withAccepted(others, nights, sent), { refusals: reasonsOf(sent), messages: sql`messages + 1` })
}

type RateMessage = { listing: Listing; derived: DerivedNights; missing: Missing['rates'] }

/** The rates of all platforms of a home are one message. */
async function sendRates(
  services: Services,
  sender: Sender,
  { listing, derived, missing }: RateMessage,
): Promise<void> {
  const store = (tx: Tx, plan: Plan, accepted: Map<IsoDate, RateNight>, more: object = {}) =>
    tx
      .update(channelRatePlans)
      .set({ accepted: acceptedRanges(accepted), ...more })
      .where(eq(channelRatePlans.id, plan.id))
  const planned = missing.map(({ plan, nights }) => ({
    plan,
    nights,
    others: withoutNights(nightsIn(plan.accepted ?? []), { named: nights, from: derived.today }),
  }))
  await write(services, sender, async (tx) => {
    for (const { plan, others } of planned) await store(tx, plan, others)
  })
  const changes = planned.flatMap(({ plan, nights }) =>
    rangesOf(nights).map(
      ({ from, to, value }): RateChange => ({
        propertyId: listing.remotePropertyId,
        ratePlanId: plan.remoteRatePlanId,
        from,
        to,
        ...value,
      }),
    ),
  )
  const sent = await sender.manager.setRates(changes)
  const now = services.clock.now()
  await write(services, sender, async (tx) => {
    await tx.update(channelListings).set({ messages: sql`messages + 1` }).where(eq(channelListings.id, listing.id))
    for (const { plan, nights, others } of planned) {
      const own = ofPlan(sent, plan)
      await store(tx, plan, withAccepted(others, nights, own), { refusals: reasonsOf(own), sentAt: now })
    }
  })
}

const ofPlan = ({ accepted, refused }: Sent<RateChange>, { remoteRatePlanId }: Plan): Sent<RateChange> => ({
  accepted: accepted.filter(({ ratePlanId }) => ratePlanId === remoteRatePlanId),
  refused: refused.filter(({ change }) => change.ratePlanId === remoteRatePlanId),
})

const reasonsOf = ({ refused }: Sent<unknown>) => [...new Set(refused.flatMap(({ reasons }) => reasons))].slice(0, 5)

/** The nights that are certain to be there: those from before, and those that were just accepted. */
function withAccepted<Of extends RoomNight | RateNight>(
  others: Map<IsoDate, Of>,
  nights: Map<IsoDate, Of>,
  { accepted }: Sent<{ from: IsoDate; to: IsoDate }>,
): Map<IsoDate, Of> {
  const dates = accepted.flatMap(({ from, to }) => eachNight(from, addDays(to, 1)))
  const taken = dates.flatMap((date) => {
    const value = nights.get(date)
    return value ? [[date, value] as const] : []
  })
  return new Map([...others, ...taken])
}

type Done = { listing: Listing; versions: string; isSent: boolean }

async function recordSent(services: Services, sender: Sender, { listing, versions, isSent }: Done): Promise<void> {
  const works = { attempts: 0, retryAt: null, failingSince: null, lastError: null }
  const sent = isSent ? { sentAt: services.clock.now() } : {}
  // A change by an operator meanwhile made it due again.
  const dueAt = sql`case when due_at is not distinct from ${listing.dueAt?.toISOString() ?? null}::timestamptz then null else due_at end`
  await write(services, sender, (tx) =>
    tx
      .update(channelListings)
      .set({ versions, dueAt, ...works, ...sent })
      .where(eq(channelListings.id, listing.id)),
  )
  if (isSent) services.log.info({ event: 'channels.sent', listing: listing.id }, 'nights were sent to platforms')
}

/**
 * A home that fails waits by itself. Returns whether other homes may be tried. The channel manager is away once a
 * second one fails, and none was taken.
 */
async function recordFailure(services: Services, sender: Sender, listing: Listing, error: unknown): Promise<boolean> {
  if (sender.signal.aborted) return false
  const isKnown = isChannelFailure(error)
  const now = services.clock.now()
  const attempts = listing.attempts + 1
  const retryAfter = isKnown && !(error instanceof ChannelRefused) ? error.retryAfter : null
  const isRefused = error instanceof ChannelRefused && !isKeyRefused(error)
  const message = isKnown ? failureWords(error) : 'The site failed. Its log says why.'
  const failing = !isKeyRefused(error) &&
    !(error instanceof ChannelRateLimited) && {
      failingSince: listing.failingSince ?? now,
      lastError: message,
    }
  const counted = isRefused && { messages: sql`messages + 1`, refusedMessages: sql`refused_messages + 1` }
  await write(services, sender, (tx) =>
    tx
      .update(channelListings)
      .set({ attempts, retryAt: retryTime(now, attempts, retryAfter), ...failing, ...counted })
      .where(eq(channelListings.id, listing.id)),
  )
  const about = { event: 'channels.not-sent', listing: listing.id, attempts } as const
  if (isKnown) services.log.warn({ ...about, reason: message }, 'the nights of a home were not sent')
  else services.log.error({ ...about, err: error }, 'the nights of a home were not sent')
  if (!(await isOutage(services, sender, listing, error))) return true
  await recordOutage(services, sender, { message, retryAfter })
  return false
}

/** Whether the whole account fails: its key, or a second home without an answer while none has one. */
async function isOutage({ db }: Services, sender: Sender, listing: Listing, error: unknown): Promise<boolean> {
  if (isKeyRefused(error)) return true
  if (!(error instanceof ChannelUnavailable)) return false
  sender.unanswered.add(listing.id)
  if (sender.isAnswered) return false
  return sender.unanswered.size > 1 || (await db.$count(channelListings, eq(channelListings.isOn, true))) === 1
}
