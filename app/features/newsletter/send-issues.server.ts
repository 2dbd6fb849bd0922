import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm'
import { markdownAbroad } from '#app/features/site/markdown.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { cancelQueuedMail, enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type IssueText, MAILS_PER_MINUTE } from './issues.ts'
import { issueMail, NEWSLETTER_ISSUE } from './newsletter.mail.tsx'
import {
  newsletterDeliveries as deliveries,
  newsletterIssues as issues,
  newsletterSubscriptions as subscriptions,
} from './newsletter.tables.server.ts'
import { createLinks } from './newsletter-links.server.ts'
import { isReader } from './readers.server.ts'

const MINUTE_MS = 60_000

/**
 * Sends the next emails of the newsletter that was started first, as many as this minute has left. Any number of
 * processes may do it at once: who gets one is stored with the email.
 */
export async function sendNewsletterIssues(services: Services): Promise<void> {
  await retryTransaction(() =>
    services.db.transaction((tx) => sendNext(services, tx), { isolationLevel: 'read committed' }),
  )
}

async function sendNext(services: Services, tx: Tx): Promise<void> {
  // One process at a time counts what has left in this minute.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('newsletter', 0))`)
  const { startedAt, stoppedAt, finishedAt } = issues
  const [issue] = await tx
    .select()
    .from(issues)
    .where(and(isNotNull(startedAt), isNull(stoppedAt), isNull(finishedAt)))
    .orderBy(asc(startedAt), asc(issues.id))
    .limit(1)
    .for('update')
  if (!issue) return
  const now = services.clock.now()
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  // Deliveries by a clock that was ahead do not count.
  const isOfMinute = and(gte(deliveries.sentAt, minute), lt(deliveries.sentAt, new Date(minute.getTime() + MINUTE_MS)))
  const claimed = Math.max(await tx.$count(deliveries, isOfMinute), await countUntried(tx))
  const room = MAILS_PER_MINUTE - claimed
  const readers = room > 0 ? await claimReaders(tx, { issueId: issue.id, count: room, now }) : []
  await mailReaders(services, tx, { issue, readers })
  const isOver = (await tx.$count(deliveries, isOpen(issue.id))) === 0
  const sent = sql`${issues.sent} + ${readers.length}`
  await tx
    .update(issues)
    .set({ sent, finishedAt: isOver ? now : null })
    .where(eq(issues.id, issue.id))
  if (isOver) services.log.info({ event: 'newsletter.sent', issue: issue.id }, 'newsletter sent')
}

/**
 * The emails that no process has tried to send yet. Only a minute's wait for a mail host that is away. A stop holds the
 * rest back, and other email does not wait behind it.
 */
async function countUntried(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from pgboss.job
    where name = 'mail' and state = 'created' and data ->> 'template' = ${NEWSLETTER_ISSUE}`)
  return rows[0]?.count ?? 0
}

/**
 * Cancels emails that still wait for the mail host, and returns how many. Their readers get them once the newsletter
 * continues. An email that a process has may be on its way, and nobody shall get it twice.
 */
export async function cancelQueuedIssue(tx: Tx, issueId: string): Promise<number> {
  const waiting = await cancelQueuedMail(tx, { payload: { issue: issueId } }, { evenClaimed: false })
  const readers = waiting.map(({ payload }) => String(payload?.subscription))
  await tx
    .update(deliveries)
    .set({ sentAt: null })
    .where(and(eq(deliveries.issueId, issueId), inArray(deliveries.subscriptionId, readers)))
  return waiting.length
}

const isOpen = (issueId: string) => and(eq(deliveries.issueId, issueId), isNull(deliveries.sentAt))

type Reader = { id: string; email: string }

/**
 * Marks the next readers as written to. Unsubscribed and unreachable readers leave the list; nobody can unsubscribe
 * until the email is queued.
 */
async function claimReaders(
  tx: Tx,
  { issueId, count, now }: { issueId: string; count: number; now: Date },
): Promise<Reader[]> {
  const isActive = and(eq(subscriptions.id, deliveries.subscriptionId), isReader)
  const active = tx.select({ id: subscriptions.id }).from(subscriptions).where(isActive)
  await tx.delete(deliveries).where(and(isOpen(issueId), notExists(active)))
  const readers = await tx
    .select({ id: subscriptions.id, email: subscriptions.email })
    .from(deliveries)
    .innerJoin(subscriptions, isActive)
    .where(isOpen(issueId))
    .orderBy(asc(deliveries.subscriptionId))
    .limit(count)
    .for('share', { of: subscriptions })
  const ids = readers.map(({ id }) => id)
  await tx
    .update(deliveries)
    .set({ sentAt: now })
    .where(and(isOpen(issueId), inArray(deliveries.subscriptionId, ids)))
  return readers
}

type Mailing = { issue: IssueText & { id: string }; readers: Reader[] }

async function mailReaders(services: Services, tx: Tx, { issue, readers }: Mailing): Promise<void> {
  const { id: issueId, subject, body } = issue
  const { siteUrl } = services.config
  const site = await getMailSite({ db: tx, config: services.config })
  const html = markdownAbroad(body, siteUrl)
  const now = services.clock.now()
  const wanted = readers.map(({ id }) => ({ subscriptionId: id, purpose: 'unsubscribe' as const, now }))
  const tokens = await createLinks(tx, wanted)
  const mails = readers.map(({ id, email }, at) => ({
    ...issueMail({ site, siteUrl, to: email, token: tokens[at] ?? '' }, { subject, html }),
    payload: { issue: issueId, subscription: id },
  }))
  await enqueueMail(services, tx, mails)
}

/** An issue as its readers get it, to look at or to test. Its link to unsubscribe is nobody's. */
export async function sampleMail(
  { db, config }: { db: Tx; config: Services['config'] },
  { subject, body }: IssueText,
  { to, siteUrl = config.siteUrl }: { to: string; siteUrl?: string },
): Promise<Mail> {
  const site = { ...(await getMailSite({ db, config })), url: siteUrl }
  const recipient = { site, siteUrl, to, token: 'yours-is-here' }
  return { ...issueMail(recipient, { subject, html: markdownAbroad(body, siteUrl) }), headers: {} }
}
