import { setTimeout as wait } from 'node:timers/promises'
import type { Jobs } from '#app/platform/jobs/jobs.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Mail } from './mail.server.ts'
import type { Transport } from './message.server.ts'
import { sendMail } from './send-mail.server.ts'
import { openTransport } from './transport.server.ts'

export type MailWorker = {
  /** Claims no more mail, and waits for the one that is being sent. */
  stop(): Promise<void>
}

/** One mail at a time: a batch would be claimed as a whole, and come back as a whole. */
export const MAIL_WORK = { batchSize: 1, includeMetadata: true, perJobResults: true } as const

/** Milliseconds. */
const LIMITS = {
  /** Between two looks at an empty queue. */
  poll: 1000,
  /** Between two looks at a host that is paused, or at a database that does not answer. */
  pause: 1000,
  /** For one message, however slowly its server answers. */
  send: 45 * 60_000,
  /** For the message being sent, once the process was told to stop. */
  stop: 15_000,
}

/** Sends mail from the queue from now on, one at a time. Several processes share the queue. */
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

  // Only one process can open an embedded database: what is claimed there was claimed by a process that died.
  if (database.kind === 'embedded') await releaseClaims(jobs)
  let worker = ''
  const polling = { ...MAIL_WORK, pollingIntervalSeconds: limits.poll / 1000 }
  worker = await jobs.work<Mail, unknown, typeof polling>('mail', polling, async ([job]) => {
    if (!job) return []
    const signal = AbortSignal.any([AbortSignal.timeout(limits.send), cutOff.signal])
    const result = await sendMail(services, transport, job, { signal, pause, stopping: () => stopping.signal.aborted })
    // By itself it takes one job at each poll.
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

/** Puts claimed mail back into the queue at once. */
export async function releaseClaims(jobs: Jobs): Promise<void> {
  const claimed = (await jobs.findJobs('mail')).filter(({ state }) => state === 'active').map(({ id }) => id)
  if (claimed.length === 0) return
  await jobs.cancel('mail', claimed)
  await jobs.resume('mail', claimed)
}
