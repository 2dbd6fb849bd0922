import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/database.server.ts'
import { emailLogs, type mailStatuses, site } from '../db/schema.server.ts'
import type { Job } from '../jobs/jobs.server.ts'
import type { Services } from '../services.server.ts'
import type { Mail } from './mail.server.ts'
import { claimTry, clearHost, restHost, stateOfHost } from './mail-host.server.ts'
import type { Delivery, Transport } from './transport.server.ts'

/** After this a mail that could not be sent is given up. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000

type Status = (typeof mailStatuses)[number]
export type Try = Status | 'idle' | 'rests'

/**
 * How long a try may take, how long its record may be waited for, and after how many milliseconds each other process is to see anew
 * that this one is still at it.
 */
export type SendOptions = { signal: AbortSignal; pause: () => Promise<void>; renewMs: number }

/**
 * Takes one mail from the outbox and tries to send it. What was acknowledged is recorded before anything else is done, for as
 * long as that takes: a crash between the two is the one way to send a mail twice, and then with the same Message-ID.
 */
export async function sendNext(services: Services, transport: Transport, options: SendOptions): Promise<Try> {
  const { db, jobs } = services
  const state = await stateOfHost(db, transport.host)
  if (state === 'rests') return 'rests'
  const job = await jobs.take<Mail>('mail')
  if (!job) return 'idle'
  if (await wasSent(db, job.id)) {
    await jobs.remove(db, 'mail', job)
    return 'sent'
  }
  if (state === 'due' && !(await claimTry(db, transport.host))) {
    await jobs.putBack(db, 'mail', job)
    return 'rests'
  }
  const from = services.config.mailFrom ?? (await operatorOf(db))
  const letter = { id: job.id, writtenAt: job.createdOn, mail: job.data, from }
  // A database that is away keeps the other processes from it too.
  const renewing = setInterval(() => void jobs.renew('mail', job).catch(() => {}), options.renewMs)
  try {
    const delivery = await transport.send(letter, options.signal)
    const status = statusOf(delivery, services.clock.now().getTime() - job.createdOn.getTime())
    await untilRecorded(services, options.pause, () =>
      db.transaction(async (tx) => {
        await logTry(services, tx, { job, status, delivery })
        await settle(services, tx, { job, status, delivery, host: transport.host, failing: state !== 'works' })
      }),
    )
    sayOutcome(services, { job, status, delivery })
    return status
  } finally {
    clearInterval(renewing)
  }
}

function sayOutcome({ log }: Services, { job, status, delivery }: Outcome): void {
  const about = {
    mailId: job.id,
    template: job.data.template,
    ...(delivery.outcome !== 'sent' && { reason: delivery.error }),
  }
  if (status === 'sent') log.info(about, 'mail sent')
  else if (status === 'failed') log.warn(about, 'mail not sent: it is tried again')
  else log.error(about, status === 'refused' ? 'mail refused for good' : 'mail given up after a day')
}

async function wasSent(db: Tx, mailId: string): Promise<boolean> {
  const rows = await db
    .select({ id: emailLogs.id })
    .from(emailLogs)
    .where(and(eq(emailLogs.mailId, mailId), eq(emailLogs.status, 'sent')))
  return rows.length > 0
}

async function operatorOf(db: Tx): Promise<{ name: string; address: string }> {
  const [row] = await db.select({ name: site.brand, address: site.email }).from(site)
  if (!row) throw new Error('there is no site record to send mail from')
  return row
}

function statusOf({ outcome }: Delivery, age: number): Status {
  if (outcome === 'sent' || outcome === 'refused') return outcome
  return age >= LONGEST_WAIT_MS ? 'given-up' : 'failed'
}

type Outcome = { job: Job<Mail>; status: Status; delivery: Delivery }

async function logTry({ clock }: Services, tx: Tx, { job, status, delivery }: Outcome): Promise<void> {
  const { to, template, subject, payload = {} } = job.data
  const error = delivery.outcome === 'sent' ? null : delivery.error
  const row = { mailId: job.id, to, template, subject, payload, status, error, createdAt: clock.now() }
  await tx.insert(emailLogs).values(row).onConflictDoNothing()
}

async function settle(
  { jobs }: Services,
  tx: Tx,
  { job, status, delivery, host, failing }: Outcome & { host: string; failing: boolean },
): Promise<void> {
  if (status === 'sent') await jobs.remove(tx, 'mail', job)
  else if (status === 'failed') await jobs.retry(tx, 'mail', job, delivery)
  else await jobs.giveUp(tx, 'mail', job)
  if (delivery.outcome === 'failed') return restHost(tx, host, delivery.error)
  if (!failing) return
  await clearHost(tx, host)
  // They waited for the host alone. A mail that failed in the middle of its message may itself be the cause.
  await jobs.hurry(tx, 'mail', { outcome: 'failed', stage: 'before' })
}

/** The database may be away just then: what a server has acknowledged must not be sent again because of that. */
async function untilRecorded(
  services: Services,
  pause: () => Promise<void>,
  record: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await record()
    } catch (error) {
      services.log.warn({ err: error }, 'a try to send mail could not be recorded yet')
      await pause()
    }
  }
}
