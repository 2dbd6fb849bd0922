import { deleteOldNightClaims } from '#app/features/bookings/nights-limit.server.ts'
import { cancelUnpaidStays } from '#app/features/bookings/payments/cancel-unpaid.server.ts'
import { reportBrokenInvariants } from '#app/features/bookings/payments/invariants.server.ts'
import { findMissedDisputes } from '#app/features/bookings/payments/read-disputes.server.ts'
import { readPayouts } from '#app/features/bookings/payments/read-payouts.server.ts'
import { reconcileDuePayments } from '#app/features/bookings/payments/reconcile-payment.server.ts'
import { expireAllOverdue } from '#app/features/bookings/status/expire-bookings.server.ts'
import { syncCalendars } from '#app/features/calendar-sync/calendar-sync.jobs.server.ts'
import { sendDueMessages } from '#app/features/guest-messages/send-messages.server.ts'
import { readIncomingMail } from '#app/features/inbox/read-mailbox.server.ts'
import { cleanUpImages } from '#app/features/media/clean-up-images.server.ts'
import { sendNewsletterIssues } from '#app/features/newsletter/send-issues.server.ts'
import { applyRetention } from '#app/features/privacy/privacy.server.ts'
import { mailTurnoverChanges } from '#app/features/turnovers/mail-changes.server.ts'
import { deleteOldDeliveries } from '#app/features/webhooks/send-webhooks.server.ts'
import { deleteExpiredKeys } from '#app/platform/http/idempotency.server.ts'
import { forgetUnverifiedMails } from '#app/platform/mail/unverified-mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { makeDailyBackup } from './backups/make-backup.ts'

type RecurringJob = {
  queue: string
  /** In UTC. The job also runs at each start, to catch up on work that became due while no process ran. */
  cron: string
  /** The polling interval of its queue in seconds. */
  poll: number
  steps: ((services: Services, signal: AbortSignal) => Promise<unknown>)[]
}

const RECURRING: RecurringJob[] = [
  {
    queue: 'expire-bookings',
    cron: '* * * * *',
    poll: 5,
    steps: [expireAllOverdue, reconcileDuePayments, cancelUnpaidStays, deleteOldNightClaims],
  },
  { queue: 'sync-calendars', cron: '* * * * *', poll: 10, steps: [syncCalendars] },
  { queue: 'watch-turnovers', cron: '* * * * *', poll: 10, steps: [mailTurnoverChanges] },
  {
    queue: 'clean-up',
    cron: '*/10 * * * *',
    poll: 60,
    steps: [deleteExpiredKeys, forgetUnverifiedMails, deleteOldDeliveries],
  },
  { queue: 'write-to-guests', cron: '*/5 * * * *', poll: 30, steps: [sendDueMessages] },
  { queue: 'read-mailbox', cron: '* * * * *', poll: 10, steps: [readIncomingMail] },
  { queue: 'send-newsletters', cron: '* * * * *', poll: 10, steps: [sendNewsletterIssues] },
  { queue: 'read-payouts', cron: '0 6 * * *', poll: 60, steps: [readPayouts, findMissedDisputes] },
  { queue: 'check-invariants', cron: '30 3 * * *', poll: 60, steps: [reportBrokenInvariants] },
  { queue: 'back-up', cron: '15 * * * *', poll: 60, steps: [makeDailyBackup] },
  { queue: 'apply-retention', cron: '0 4 * * *', poll: 60, steps: [applyRetention] },
]

/**
 * At most one waiting job per queue, no retries, and short retention. Several may run at once, which the steps allow.
 */
const QUEUE = { policy: 'short', retryLimit: 0, expireInSeconds: 3600, deleteAfterSeconds: 600 }

const CLEAN_UP_FILES_MS = 10 * 60_000

/** Starts the recurring jobs: one of several processes runs each of them. Returns a function that stops them and waits. */
export async function startRecurringJobs(services: Services): Promise<() => Promise<void>> {
  const { jobs } = services
  const stopping = new AbortController()
  // pg-boss keeps the jobs of its own schedule queue for a week.
  await jobs.updateQueue('__pgboss__send-it', { deleteAfterSeconds: 600 })
  for (const { queue, cron, poll, steps } of RECURRING) {
    await jobs.createQueue(queue, QUEUE)
    await jobs.schedule(queue, cron)
    await jobs.send(queue)
    await jobs.work(queue, { pollingIntervalSeconds: poll }, () => runSteps(services, { queue, steps, stopping }))
  }
  return async () => {
    stopping.abort()
    await Promise.all(RECURRING.map(({ queue }) => jobs.offWork(queue, { wait: true })))
  }
}

/**
 * Cleans up the disk of this process now and every ten minutes: cached images, and old releases. `keepRelease` keeps the
 * one that it serves. Returns a function that stops it and waits.
 */
export function startFileCleanUp(services: Services, keepRelease: () => Promise<void>): () => Promise<void> {
  const stopping = new AbortController()
  const cleanUp = () => runSteps(services, { queue: 'clean-up-files', steps: [cleanUpImages, keepRelease], stopping })
  let cleaning = cleanUp()
  const timer = setInterval(() => {
    cleaning = cleaning.then(cleanUp)
  }, CLEAN_UP_FILES_MS)
  timer.unref()
  return async () => {
    stopping.abort()
    clearInterval(timer)
    await cleaning
  }
}

async function runSteps(
  services: Services,
  { queue, steps, stopping }: Pick<RecurringJob, 'queue' | 'steps'> & { stopping: AbortController },
): Promise<void> {
  for (const step of steps) {
    if (stopping.signal.aborted) return
    await step(services, stopping.signal).catch((error) =>
      services.log.error({ event: 'job.failed', job: queue, step: step.name, err: error }, 'a recurring job failed'),
    )
  }
}
