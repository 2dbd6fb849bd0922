import { createHash } from 'node:crypto'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { nightClaims, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import { networkOf } from '#app/platform/client-address.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { eachNight } from '#app/shared/dates.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { durationText } from '#app/shared/words.ts'
import { bookings } from './bookings.tables.server.ts'

const DAY_MS = 86_400_000

/** Nights per day for one address. A network, which may be a hotel or part of a city, gets a multiple. */
const NIGHTS_A_DAY = 60
const OF_A_NETWORK = { hold: 3, request: 2 }

/** How many concurrent holds one address and its network may have. */
const LIVE_HOLDS = { address: 6, network: 24 }

type Kind = 'hold' | 'request'
type Span = { from: string; to: string }

/** `kind` is `request` if it needs no card. `isNew`: an additional hold, not one that moves or is booked. */
type NightsRequest = { address: string; kind: Kind; nights: number; isNew: boolean }
type TooManyNights = Refusal<'too-many-nights'>

/** The nights of a stay that its guest does not hold yet. */
export function countNewNights(stay: Span & { propertyId: string }, own: { propertyId: string; nights: Span } | null) {
  const held = own?.propertyId === stay.propertyId ? own.nights : null
  return eachNight(stay.from, stay.to).filter((night) => !held || night < held.from || night >= held.to).length
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
const placesOf = (address: string) => ({ address: digest(address), network: digest(networkOf(address)) })

/**
 * Limits the nights per day and the concurrent holds of an address and its network. Call it before the nights are
 * stored, in the same transaction and under the property's lock. It locks the network until the transaction ends. A
 * rollback also undoes `recordNights`, so those nights do not count. Null if the nights are within the limits.
 */
export async function checkNightsLimit(
  { limits, clock, config }: Services,
  tx: Tx,
  { address, kind, nights, isNew }: NightsRequest,
): Promise<TooManyNights | null> {
  if (!limits.enabled || nights === 0) return null
  const now = clock.now()
  const places = placesOf(address)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`nights:${places.network}`}, 0))`)
  const claims = await listClaims(tx, { kind, now, network: places.network })
  const own = claims.filter((claim) => claim.address === places.address)
  const most = Math.max(NIGHTS_A_DAY, config.maxStayNights)
  for (const [list, limit] of [
    [own, most],
    [claims, most * OF_A_NETWORK[kind]],
  ] as const) {
    const last = lastInTheWay(list, nights, limit)
    if (last) return tooMany({ db: tx, config }, wait(now, last.claimedAt, DAY_MS), DAY_WORDS)
  }
  if (kind === 'request' || !isNew) return null
  const live = (list: typeof claims) => {
    const holds = list.filter(({ until }) => until !== null && until > now)
    return new Map(holds.map(({ occupancyId, until }) => [occupancyId, until]))
  }
  for (const [holds, limit] of [
    [live(own), LIVE_HOLDS.address],
    [live(claims), LIVE_HOLDS.network],
  ] as const) {
    const first = [...holds.values()].sort((a, b) => Number(a) - Number(b))[0]
    if (holds.size >= limit) return tooMany({ db: tx, config }, wait(now, first, 0), HOLD_WORDS)
  }
  return null
}

/** The claim that must expire to make room for the nights; null if they fit now. `claims` are sorted oldest first. */
function lastInTheWay<Claim extends { nights: number }>(claims: Claim[], nights: number, limit: number): Claim | null {
  let beyond = claims.reduce((sum, claim) => sum + claim.nights, nights) - limit
  if (beyond <= 0) return null
  for (const claim of claims) {
    beyond -= claim.nights
    if (beyond <= 0) return claim
  }
  return claims.at(-1) ?? null
}

/** Claims that count, oldest first: those not paid for or confirmed. `until` is the expiry of a live hold. */
async function listClaims(tx: Tx, { kind, now, network }: { kind: Kind; now: Date; network: string }) {
  const rows = await tx
    .select({
      address: nightClaims.address,
      nights: nightClaims.nights,
      claimedAt: nightClaims.claimedAt,
      occupancyId: nightClaims.occupancyId,
      holds: occupancies.kind,
      until: occupancies.expiresAt,
      status: bookings.status,
    })
    .from(nightClaims)
    .leftJoin(occupancies, eq(occupancies.id, nightClaims.occupancyId))
    .leftJoin(bookings, eq(bookings.id, nightClaims.bookingId))
    .where(
      and(
        eq(nightClaims.network, network),
        eq(nightClaims.kind, kind),
        gt(nightClaims.claimedAt, new Date(now.getTime() - DAY_MS)),
      ),
    )
    .orderBy(nightClaims.claimedAt)
  return rows.filter(({ holds, status }) => (kind === 'hold' ? holds !== 'booking' : status !== 'confirmed'))
}

type Claim = NightsRequest & { occupancyId: string; bookingId?: string }

/** Records which address has these nights. */
export async function recordNights({ limits, clock }: Services, tx: Tx, claim: Claim): Promise<void> {
  const { address, kind, nights, occupancyId, bookingId } = claim
  if (!limits.enabled || nights === 0) return
  await tx
    .insert(nightClaims)
    .values({ ...placesOf(address), kind, nights, occupancyId, bookingId, claimedAt: clock.now() })
}

/** Deletes claims older than a day. */
export async function deleteOldNightClaims({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.delete(nightClaims).where(lte(nightClaims.claimedAt, new Date(clock.now().getTime() - DAY_MS)))
}

const wait = (now: Date, since: Date | null = null, ms: number) =>
  Math.max(1, Math.ceil(((since ?? now).getTime() + ms - now.getTime()) / 1000))

const DAY_WORDS = 'That’s more nights than we can hold for one connection in a day.'
const HOLD_WORDS = 'Too many stays are being booked from your connection at the same time.'

async function tooMany(
  services: Pick<Services, 'config'> & { db: Tx },
  retryAfter: number,
  words: string,
): Promise<TooManyNights> {
  const { email } = await getMailSite(services)
  const message = `${words} Try again in ${durationText(retryAfter)} or email ${email} and we’ll book it with you.`
  return { ...refuse('too-many-nights', message), retryAfter }
}
