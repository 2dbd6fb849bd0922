import { and, eq } from 'drizzle-orm'
import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { Tx } from '#app/platform/db/database.server.ts'
import { inTransaction, type Jobs } from '#app/platform/jobs/jobs.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isBetweenHours } from '#app/shared/wall-time.ts'
import { site } from '../site.tables.server.ts'
import type { Mail, QueuedMail } from './mail.server.ts'
import { emailLogs, type mailStatuses } from './mail.tables.server.ts'
import { claimAttempt, clearHost, pauseHost, stateOfHost } from './mail-host.server.ts'
import type { Delivery, Transport } from './message.server.ts'

/** An unsent mail is given up after this time. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000

type Status = (typeof mailStatuses)[number]
type MailJob = JobWithMetadata<QueuedMail>
type Attempt = { job: MailJob; status: Status; delivery: Delivery }

type SendOptions = {
  /** Aborts the attempt, which then counts as failed. */
  signal: AbortSignal
  /** Waits before the next check of a paused host or an unavailable database. Throws once the process must end. */
  pause: () => Promise<void>
  /** True once the process stops: a mail that waits for its host returns to the queue. */
  stopping: () => boolean
}

/**
 * Tries to send one mail that this process has claimed. An acknowledged mail is recorded first, for as long as that
 * takes. Only a crash between the two can send a mail twice, and then with the same Message-ID.
 */
export async function sendMail(
  services: Services,
  transport: Transport,
  claimed: MailJob,
  options: SendOptions,
): Promise<JobResult> {
  const { db, jobs, config, clock } = services
  const { id } = claimed
  if (await wasSent(db, id)) {
    await jobs.deleteJob('mail', id)
    return { id, status: 'completed' }
  }
  const host = mustWait(claimed.data, clock.now()) ? 'night' : await waitForHost(services, transport.host, options)
  // It may have waited for hours. Meanwhile it was canceled, changed, or claimed by another process.
  const job = await readClaimed(jobs, claimed)
  if (!job) return { id, status: 'completed' }
  if (host === 'paused') return { id, status: 'failed', output: { stage: 'before', error: 'the site stopped' } }
  // The night may have begun while the mail waited for its host.
  if (host === 'night' || mustWait(job.data, clock.now())) {
    return { id, status: 'failed', output: { stage: 'before', error: 'it waits for the morning' } }
  }
  if (isOver(job.data, clock.now())) {
    const delivery: Delivery = { outcome: 'refused', error: 'what it says was over before it could leave' }
    const attempt: Attempt = { job, status: 'given-up', delivery }
    await untilRecorded(services, options, () => recordAttempt(services, attempt, transport.host, 'works'))
    logAttempt(services, attempt)
    return { id, status: 'deadletter', output: delivery }
  }
  const from = config.mailFrom ?? (await getOperator(db))
  const writtenAt = job.data.queuedAt ? new Date(job.data.queuedAt) : job.createdOn
  const delivery = await transport.send({ id, writtenAt, mail: job.data, from }, options.signal)
  const status = statusOf(delivery, clock.now().getTime() - writtenAt.getTime())
  const attempt = { job, status, delivery }
  await untilRecorded(services, options, () => recordAttempt(services, attempt, transport.host, host))
  // They waited only for the host. A mail that failed during its message may itself be the cause.
  if (host === 'due' && delivery.outcome !== 'failed') await retryNow(jobs)
  logAttempt(services, attempt)
  if (status === 'sent') return { id, status: 'completed' }
  return { id, status: status === 'failed' ? 'failed' : 'deadletter', output: delivery }
}

/**
 * Waits while the host is paused. Returns whether it works, is due for this process's attempt, or was still paused when
 * the process stopped.
 */
async function waitForHost(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  host: string,
  options: SendOptions,
): Promise<'works' | 'due' | 'paused'> {
  for (;;) {
    const state = await stateOfHost(db, host, clock.now())
    if (state === 'works') return 'works'
    if (state === 'due' && (await claimAttempt(db, host, clock.now()))) return 'due'
    if (options.stopping()) return 'paused'
    await options.pause()
  }
}

/** The mail as it is in the queue now; null if this claim on it is over. */
async function readClaimed(jobs: Jobs, { id, retryCount }: MailJob): Promise<MailJob | null> {
  const job = await jobs.getJobById<QueuedMail>('mail', id)
  return job?.state === 'active' && job.retryCount === retryCount ? job : null
}

/** A mail that is over by the morning does not wait for it. */
function mustWait({ leaves }: Mail, now: Date): boolean {
  return leaves !== undefined && !isOver({ leaves }, now) && !isBetweenHours(now, leaves)
}

const isOver = ({ leaves }: Pick<Mail, 'leaves'>, now: Date) => leaves !== undefined && now >= new Date(leaves.until)

async function wasSent(db: Tx, mailId: string): Promise<boolean> {
  const rows = await db
    .select({ id: emailLogs.id })
    .from(emailLogs)
    .where(and(eq(emailLogs.mailId, mailId), eq(emailLogs.status, 'sent')))
  return rows.length > 0
}

async function getOperator(db: Tx): Promise<{ name: string; address: string }> {
  const [row] = await db.select({ name: site.brand, address: site.email }).from(site)
  if (!row) throw new Error('there is no site record to send mail from')
  return row
}

function statusOf({ outcome }: Delivery, age: number): Status {
  if (outcome === 'sent' || outcome === 'refused') return outcome
  return age >= GIVE_UP_AFTER_MS ? 'given-up' : 'failed'
}

/**
 * In one transaction. The job of a sent mail is deleted with its secrets, even if another process has claimed it
 * meanwhile.
 */
async function recordAttempt(
  { db, jobs, clock }: Services,
  { job, status, delivery }: Attempt,
  host: string,
  before: 'works' | 'due',
): Promise<void> {
  const { to, template, subject, payload = {} } = job.data
  const error = delivery.outcome === 'sent' ? null : delivery.error
  const row = { mailId: job.id, to, template, subject, payload, status, error, createdAt: clock.now() }
  await db.transaction(async (tx) => {
    await tx.insert(emailLogs).values(row).onConflictDoNothing()
    if (status === 'sent') await jobs.deleteJob('mail', job.id, { db: inTransaction(tx) })
    if (delivery.outcome === 'failed') await pauseHost(tx, { host, error: delivery.error, now: clock.now() })
    else if (before === 'due') await clearHost(tx, host)
  })
}

/** Retries while the database does not answer: a mail acknowledged by a server must not be sent again. */
async function untilRecorded({ log }: Services, { pause }: SendOptions, record: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await record()
    } catch (error) {
      log.warn({ event: 'mail.not-recorded', err: error }, 'an attempt to send mail could not be recorded yet')
      await pause()
    }
  }
}

/**
 * Makes mails due that wait only because the host failed before their message was transmitted. The queue has the
 * database's clock; such a mail is due by any clock.
 */
async function retryNow(jobs: Jobs): Promise<void> {
  for (const job of await jobs.findJobs<Mail>('mail', { queued: true })) {
    const { stage } = (job.output ?? {}) as { stage?: string }
    if (stage === 'before') await jobs.update('mail', undefined, { id: job.id, startAfter: new Date(0) })
  }
}

function logAttempt({ log }: Services, { job, status, delivery }: Attempt): void {
  const fields = {
    event: `mail.${status}` as const,
    mailId: job.id,
    template: job.data.template,
    ...(delivery.outcome !== 'sent' && { reason: delivery.error }),
  }
  if (status === 'sent') log.info(fields, 'mail sent')
  else if (status === 'failed') log.warn(fields, 'mail not sent, to be retried')
  else log.error(fields, status === 'refused' ? 'mail refused' : 'mail given up')
}
