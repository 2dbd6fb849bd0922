import { setTimeout as wait } from 'node:timers/promises'
import type { Jobs } from '#app/platform/jobs/jobs.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Mail } from './mail.server.ts'
import type { Transport } from './message.server.ts'
import { sendMail } from './send-mail.server.ts'
import { openTransport } from './transport.server.ts'

type MailWorker = {
  /** Claims no more mail, and waits for the one that is being sent. */
  stop(): Promise<void>
}

/** One mail at a time: a batch is claimed and returned as a whole. */
export const MAIL_WORK = { batchSize: 1, includeMetadata: true, perJobResults: true } as const

/** In milliseconds. */
const LIMITS = {
  /** The polling interval of an empty queue. */
  poll: 1000,
  /** The polling interval while a host is paused or the database does not answer. */
  pause: 1000,
  /** The limit for one message, even if the server answers slowly. */
  send: 45 * 60_000,
  /** The limit for the message in progress when the process stops. */
  stop: 15_000,
}

/** Starts to send mail from the queue, one at a time. Several processes share the queue. */
export async function startMailWorker(
  services: Services,
  transport: Transport = openTransport(services.config),
  limits: typeof LIMITS = LIMITS,
): Promise<MailWorker> {
  const { jobs, database } = services
  const stopping = new AbortController()
  const cutOff = new AbortController()
  async function pause() {
    if (cutOff.signal.aborted) throw new Error('the site stopped before the attempt was recorded')
    await wait(limits.pause)
  }

  // Only one process can open an embedded database, so a claim found here belongs to a process that died.
  if (database.kind === 'embedded') await releaseClaims(jobs)
  let worker = ''
  const polling = { ...MAIL_WORK, pollingIntervalSeconds: limits.poll / 1000 }
  worker = await jobs.work<Mail, unknown, typeof polling>('mail', polling, async ([job]) => {
    if (!job) return []
    const signal = AbortSignal.any([AbortSignal.timeout(limits.send), cutOff.signal])
    const result = await sendMail(services, transport, job, { signal, pause, stopping: () => stopping.signal.aborted })
    // By default it takes one job per poll.
    jobs.notifyWorker(worker)
    return [result]
  })
  return {
    async stop() {
      stopping.abort()
      const timer = setTimeout(() => cutOff.abort(), limits.stop)
      await jobs.offWork('mail', { id: worker, wait: true })
      clearTimeout(timer)
    },
  }
}

/** Returns claimed mail to the queue at once. */
export async function releaseClaims(jobs: Jobs): Promise<void> {
  const claimed = (await jobs.findJobs('mail')).filter(({ state }) => state === 'active').map(({ id }) => id)
  if (claimed.length === 0) return
  await jobs.cancel('mail', claimed)
  await jobs.resume('mail', claimed)
}
