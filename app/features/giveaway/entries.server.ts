import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { subscribe } from '#app/features/newsletter/subscribe.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { errorCode } from '#app/platform/db/retry.server.ts'
import { staycationEntries } from '#app/platform/db/schema.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { datesInWords, getCampaign } from './campaign.server.ts'
import { entryReceived } from './giveaway.mail.tsx'
import {
  type Channel,
  type Entry,
  type EntryRefusal,
  emailSchema,
  mostBonus,
  phaseOf,
  refusalWords,
  type Standing,
} from './giveaway.ts'

/** What the database answers to an entry whose list is frozen. */
export const FROZEN = '23000'

export type Refused = { ok: false; reason: EntryRefusal; message: string; fields: Record<string, string> }
export type Entered = { ok: true; totalEntries: number } | Refused

function refused(reason: EntryRefusal, said: Parameters<typeof refusalWords>[1] = {}): Refused {
  const message = refusalWords(reason, said)
  return { ok: false, reason, message, fields: reason === 'excluded-state' ? { state: message } : {} }
}

/** The campaign that takes entries and shares at this moment, or why there is none. */
export async function campaignTaking(services: { db: Tx; clock: Services['clock'] }) {
  const campaign = await getCampaign(services)
  if (!campaign) return refused('no-giveaway')
  const phase = phaseOf(campaign, services.clock.now())
  if (phase === 'upcoming') return refused('not-open', datesInWords(campaign))
  if (phase === 'closed') return refused('closed', datesInWords(campaign))
  return { ok: true as const, campaign }
}

/** Enters a person, once a campaign and address: again is no harm, changes nothing and gives the standing count. */
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
    const taking = await campaignTaking(services)
    return taking.ok ? refused('closed', datesInWords(taking.campaign)) : taking
  }
  if (!entered.ok && entered.reason === 'key-reused') return refused('key-reused')
  return entered as Entered
}

type Sender = Awaited<ReturnType<typeof getMailSite>>

async function enter(services: Services, tx: Tx, input: Entry, site: Sender): Promise<Entered> {
  const taking = await campaignTaking({ db: tx, clock: services.clock })
  if (!taking.ok) return taking
  const { campaign } = taking
  if (campaign.excludedStates.includes(input.state)) return refused('excluded-state', { state: input.state })
  const now = services.clock.now()
  const who = { campaignId: campaign.id, email: input.email }
  const [entry] = await tx
    .insert(staycationEntries)
    .values({ ...input, ...who, rulesVersion: campaign.rulesVersion, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [staycationEntries.campaignId, staycationEntries.email] })
    .returning()
  if (entry) {
    const { closes } = datesInWords(campaign)
    const facts = {
      giveaway: campaign.name,
      maximumBonus: mostBonus(campaign),
      closes,
      totalEntries: entry.totalEntries,
    }
    const { siteUrl } = services.config
    await enqueueMail(services, tx, entryReceived({ ...facts, site, siteUrl, to: entry.email, number: entry.id }))
    if (input.agreeToUpdates) await subscribe(services, tx, { email: entry.email, source: 'giveaway' })
    return { ok: true, totalEntries: entry.totalEntries }
  }
  const [standing] = await tx.select().from(staycationEntries).where(isEntry(who))
  if (!standing) throw new Error('an entry that was there is gone')
  return { ok: true, totalEntries: standing.totalEntries }
}

/** Whose entry it is. */
export function isEntry({ campaignId, email }: { campaignId: string; email: string }) {
  return and(eq(staycationEntries.campaignId, campaignId), eq(staycationEntries.email, email))
}

/** No answer comes earlier, in milliseconds, whether the address has entered or not. */
const ANSWERED_AFTER_MS = 60

/** Answers an address that has not entered after the same time as one that has, and counts whom a visitor asks about. */
export async function inLikeTime<T>(services: Services, address: string, work: () => Promise<T>): Promise<T> {
  await limitVisitor(services, 'entry-lookup', address.trim().toLowerCase())
  const earliest = wait(ANSWERED_AFTER_MS)
  const answer = await work()
  await earliest
  return answer
}

/** What an address has in the campaign of the day; null for one that has not entered, after the same work and time. */
export function findStanding(services: Services, address: string): Promise<Standing | null> {
  return inLikeTime(services, address, () => readStanding(services, address))
}

/** `findStanding` of somebody who has just entered or shared. */
export async function readStanding(services: Services, address: string): Promise<Standing | null> {
  const email = emailSchema.safeParse(address)
  const campaign = await getCampaign(services)
  // Written out: in a query of one table Drizzle leaves the tables' names away, and every share would match.
  const shared = sql<Channel[]>`array(
    select share.channel from staycation_shares share
      where share.campaign_id = staycation_entries.campaign_id and share.email = staycation_entries.email
      order by share.created_at, share.channel)`
  const [found] = await services.db
    .select({ totalEntries: staycationEntries.totalEntries, usedChannels: shared })
    .from(staycationEntries)
    .where(
      and(
        sql`${staycationEntries.campaignId}::text = ${campaign?.id ?? ''}`,
        eq(staycationEntries.email, email.data ?? ''),
      ),
    )
  return found ?? null
}
