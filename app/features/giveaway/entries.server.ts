import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { subscribe } from '#app/features/newsletter/subscribe.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { errorCode } from '#app/platform/db/retry.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import type { Channel } from './channels.ts'
import { entryReceived } from './giveaway.mail.tsx'
import { datesInWords, getGiveawayRow } from './giveaway.server.ts'
import { giveawayEntries, giveaways } from './giveaway.tables.server.ts'
import { type Entry, type EntryReason, emailSchema, phaseOf, refusalWords, type Standing } from './giveaway.ts'
import { maximumShareBonus } from './share-bonus.ts'

/** The database error for an entry after the list is frozen. */
export const FROZEN = '23000'

export type EntryRefusal = Refusal<EntryReason>
export type Entered = { ok: true; totalEntries: number } | EntryRefusal

function refused<Reason extends EntryReason>(
  reason: Reason,
  values: Parameters<typeof refusalWords>[1] = {},
): Refusal<Reason> {
  const message = refusalWords(reason, values)
  return refuse(reason, message, reason === 'excluded-state' ? { state: message } : undefined)
}

/** The giveaway that accepts entries and shares right now, or why there is none. */
export async function findOpenGiveaway(services: { db: Tx; clock: Services['clock'] }) {
  const giveaway = await getGiveawayRow(services)
  if (!giveaway) return refused('no-giveaway')
  const phase = phaseOf(giveaway, services.clock.now())
  if (phase === 'upcoming') return refused('not-open', datesInWords(giveaway))
  if (phase === 'closed') return refused('closed', datesInWords(giveaway))
  return { ok: true as const, giveaway }
}

/** Enters a person, once per giveaway and address. A repeated entry changes nothing and returns the current count. */
export async function enterGiveaway(
  services: Services,
  input: Entry,
  { idempotencyKey }: { idempotencyKey?: string } = {},
): Promise<Entered> {
  const { db, clock } = services
  await limitVisitor(services, 'mails')
  const site = await getMailSite(services)
  const entered = await db
    .transaction(
      async (tx) => {
        if (idempotencyKey === undefined) return enter(services, tx, input, site)
        const once = { scope: 'entries', key: idempotencyKey, payload: input, now: clock.now(), status: 200 }
        return withIdempotency<Entered>(tx, once, () => enter(services, tx, input, site))
      },
      { isolationLevel: 'read committed' },
    )
    .catch((error: unknown) => {
      if (errorCode(error) === FROZEN) return 'frozen' as const
      throw error
    })
  if (entered === 'frozen') {
    const found = await findOpenGiveaway(services)
    return found.ok ? refused('closed', datesInWords(found.giveaway)) : found
  }
  if (!entered.ok && entered.reason === 'key-reused') return refused('key-reused')
  return entered as Entered
}

type Sender = Awaited<ReturnType<typeof getMailSite>>

async function enter(services: Services, tx: Tx, input: Entry, site: Sender): Promise<Entered> {
  // Waits for an operator who changes the rules: who enters accepts those that apply then.
  await tx.select({ id: giveaways.id }).from(giveaways).for('key share')
  const found = await findOpenGiveaway({ db: tx, clock: services.clock })
  if (!found.ok) return found
  const { giveaway } = found
  if (giveaway.excludedStates.includes(input.state)) return refused('excluded-state', { state: input.state })
  const now = services.clock.now()
  const who = { giveawayId: giveaway.id, email: input.email }
  const [entry] = await tx
    .insert(giveawayEntries)
    .values({ ...input, ...who, rulesVersion: giveaway.rulesVersion, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [giveawayEntries.giveawayId, giveawayEntries.email] })
    .returning()
  if (entry) {
    const { closes } = datesInWords(giveaway)
    const details = {
      giveaway: giveaway.name,
      maximumBonus: maximumShareBonus(giveaway),
      closes,
      totalEntries: entry.totalEntries,
    }
    const { siteUrl } = services.config
    await enqueueMail(services, tx, entryReceived({ ...details, site, siteUrl, to: entry.email, number: entry.id }))
    if (input.agreeToUpdates) await subscribe(services, tx, { email: entry.email, source: 'giveaway' })
    return { ok: true, totalEntries: entry.totalEntries }
  }
  const [standing] = await tx.select().from(giveawayEntries).where(isEntry(who))
  if (!standing) throw new Error('an entry that was there is gone')
  return { ok: true, totalEntries: standing.totalEntries }
}

/** A condition: the entry of an address in a giveaway. */
export function isEntry({ giveawayId, email }: { giveawayId: string; email: string }) {
  return and(eq(giveawayEntries.giveawayId, giveawayId), eq(giveawayEntries.email, email))
}

/** The minimum response time, in milliseconds, whether the address has entered or not. */
const ANSWERED_AFTER_MS = 60

/** Responds equally fast whether the address has entered or not, and rate limits lookups per visitor. */
export async function inConstantTime<T>(services: Services, address: string, work: () => Promise<T>): Promise<T> {
  await limitVisitor(services, 'entry-lookup', address.trim().toLowerCase())
  const earliest = wait(ANSWERED_AFTER_MS)
  const answer = await work()
  await earliest
  return answer
}

/** The entries of an address in the current giveaway; null without an entry, after the same work and time. */
export function findStanding(services: Services, address: string): Promise<Standing | null> {
  return inConstantTime(services, address, () => getStanding(services, address))
}

/** `findStanding` for a person who has just entered or shared. */
export async function getStanding(services: Services, address: string): Promise<Standing | null> {
  const email = emailSchema.safeParse(address)
  const giveaway = await getGiveawayRow(services)
  // Written out: in a query of one table Drizzle omits table names, and every share would match.
  const shared = sql<Channel[]>`array(
    select share.channel from staycation_shares share
      where share.campaign_id = staycation_entries.campaign_id and share.email = staycation_entries.email
      order by share.created_at, share.channel)`
  const [found] = await services.db
    .select({ totalEntries: giveawayEntries.totalEntries, usedChannels: shared })
    .from(giveawayEntries)
    .where(
      and(
        sql`${giveawayEntries.giveawayId}::text = ${giveaway?.id ?? ''}`,
        eq(giveawayEntries.email, email.data ?? ''),
      ),
    )
  return found ?? null
}
