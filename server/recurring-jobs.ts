import { FEATURES } from '#app/features/all-features.server.ts'
import { cleanUpImages } from '#app/features/media/clean-up-images.server.ts'
import type { RecurringJob } from '#app/platform/feature/define-feature.server.ts'
import { deleteExpiredKeys } from '#app/platform/http/idempotency.server.ts'
import { forgetUnverifiedMails } from '#app/platform/mail/unverified-mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { makeDailyBackup } from './backups/make-backup.ts'

/** Jobs that belong to no feature. */
const OF_THE_SITE: RecurringJob[] = [
  { queue: 'clean-up', cron: '*/10 * * * *', poll: 60, steps: [deleteExpiredKeys, forgetUnverifiedMails] },
  { queue: 'back-up', cron: '15 * * * *', poll: 60, steps: [makeDailyBackup] },
]

const RECURRING = [
  ...Map.groupBy(
    [...OF_THE_SITE, ...FEATURES.flatMap(({ jobs }): readonly RecurringJob[] => jobs)],
    ({ queue }) => queue,
  ),
].flatMap(([, [first, ...others]]) =>
  first ? [{ ...first, steps: [first, ...others].flatMap(({ steps }) => steps) }] : [],
)

/**
 * At most one waiting job per queue, no retries, and short retention. Several may run at once, which the steps allow.
 */
const QUEUE = { policy: 'short', retryLimit: 0, expireInSeconds: 3600, deleteAfterSeconds: 600 }

const CLEAN_UP_FILES_MS = 10 * 60_000

/**
 * Starts the recurring jobs: one of several processes runs each of them. Returns a function that stops them and waits.
 */
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
 * Cleans up the disk of this process now and every ten minutes: cached images, and old releases. `markRelease` marks
 * the one that it serves. Returns a function that stops it and waits.
 */
export function startFileCleanUp(services: Services, markRelease: () => Promise<void>): () => Promise<void> {
  const stopping = new AbortController()
  const cleanUp = () => runSteps(services, { queue: 'clean-up-files', steps: [cleanUpImages, markRelease], stopping })
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
