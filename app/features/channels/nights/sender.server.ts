import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ChannelManager } from '#app/platform/channels/channel-manager.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { channelConnections, channelListings } from '../channels.tables.server.ts'

/** A sender that began its last home longer ago has crashed. The two messages of a home take less. */
const LEASE_MS = 90_000
const BACK_OFF_SECONDS = [15, 30, 60, 120, 300, 600, 900]

/** This process, while it alone sends. `unanswered` are the homes whose calls had no answer. */
export type Sender = {
  number: number
  manager: ChannelManager
  signal: AbortSignal
  isAnswered: boolean
  unanswered: Set<string>
}

/** When to try again after so many failures, or later if the other side asks for it. */
export function retryTime(now: Date, attempts: number, retryAfter: number | null = null): Date {
  const pause = BACK_OFF_SECONDS[Math.min(attempts, BACK_OFF_SECONDS.length) - 1] ?? 0
  return new Date(now.getTime() + Math.max(pause, retryAfter ?? 0) * 1000)
}

const isPast = (column: PgColumn, now: Date) => or(isNull(column), lte(column, now))

/** The homes whose nights are to be sent now, the one that has waited longest first. */
const isDue = (now: Date) =>
  and(
    channelListings.isOn,
    isNotNull(channelListings.dueAt),
    lte(channelListings.dueAt, now),
    isPast(channelListings.retryAt, now),
  )

/** The id of the home to send next; null if none is due. Those that fail come last. */
export async function findDue({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<string | null> {
  const [due] = await db
    .select({ id: channelListings.id })
    .from(channelListings)
    .where(isDue(clock.now()))
    .orderBy(asc(channelListings.attempts), asc(channelListings.dueAt), asc(channelListings.id))
    .limit(1)
  return due?.id ?? null
}

/** Makes this process the only sender, if no other sends. Null also while a restore or a failure forbids it. */
export async function claimSender(services: Services, signal: AbortSignal): Promise<Sender | null> {
  const { db, clock, openChannelManager } = services
  const now = clock.now()
  const { senderUntil, senderNumber, retryAt, heldAt } = channelConnections
  const [claimed] = await db
    .update(channelConnections)
    .set({ senderUntil: leaseEnd(now), senderNumber: sql`${senderNumber} + 1` })
    .where(and(isNull(heldAt), isPast(retryAt, now), isPast(senderUntil, now)))
    .returning()
  if (!claimed) return null
  const { server, apiKey, senderNumber: number } = claimed
  const manager = openChannelManager({ server, key: apiKey }, signal)
  return { number, manager, signal, isAnswered: false, unanswered: new Set() }
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS)

const isSender = ({ number }: Sender) => eq(channelConnections.senderNumber, number)

/** Extends the claim. False if another sender has begun, or an operator forbids to send. */
export async function renewSender({ db, clock }: Pick<Services, 'db' | 'clock'>, sender: Sender): Promise<boolean> {
  const renewed = await db
    .update(channelConnections)
    .set({ senderUntil: leaseEnd(clock.now()) })
    .where(and(isSender(sender), isNull(channelConnections.heldAt)))
    .returning({ id: channelConnections.id })
  return renewed.length > 0
}

/** Lets another process send. */
export async function releaseSender({ db }: Pick<Services, 'db'>, sender: Sender): Promise<void> {
  await db.update(channelConnections).set({ senderUntil: null }).where(isSender(sender))
}

/** Locks the claim in a transaction that writes. False if it was lost. */
export async function holdsClaim(tx: Tx, sender: Sender): Promise<boolean> {
  const [held] = await tx
    .select({ id: channelConnections.id })
    .from(channelConnections)
    .where(isSender(sender))
    .for('update')
  return held !== undefined
}

/** The channel manager answers again. */
export async function recordAnswer({ db, log }: Pick<Services, 'db' | 'log'>, sender: Sender): Promise<void> {
  sender.isAnswered = true
  const [recovered] = await db
    .update(channelConnections)
    .set({ failingSince: null, lastError: null, attempts: 0, retryAt: null })
    .where(and(isSender(sender), isNotNull(channelConnections.failingSince)))
    .returning({ id: channelConnections.id })
  if (recovered) log.info({ event: 'channels.recovered' }, 'the channel manager answers again')
}

/** No answer, or a refused key: nothing is sent for a while. */
export async function recordOutage(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  sender: Sender,
  { message, retryAfter }: { message: string; retryAfter: number | null },
): Promise<void> {
  const now = clock.now()
  const [before] = await db.select().from(channelConnections).where(isSender(sender))
  if (!before) return
  const attempts = before.attempts + 1
  await db
    .update(channelConnections)
    .set({
      attempts,
      retryAt: retryTime(now, attempts, retryAfter),
      failingSince: before.failingSince ?? now,
      lastError: message,
    })
    .where(isSender(sender))
  const about = { event: 'channels.failed', reason: message, attempts } as const
  if (before.failingSince) log.debug(about, 'the channel manager still fails')
  else log.warn(about, 'the channel manager fails: nights wait to be sent')
}
