import type { JobResult } from 'pg-boss'
import type { QueuedPush } from '#app/platform/push/push.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { sendPush } from './send-push.server.ts'

const OPTIONS = { batchSize: 20, pollingIntervalSeconds: 2, perJobResults: true } as const
const SEND_MS = 15_000

/** Sends notifications from the queue until it is stopped. Several processes share the queue. */
export async function startPushWorker(services: Services): Promise<() => Promise<void>> {
  const { jobs } = services
  const id = await jobs.work<QueuedPush, unknown, typeof OPTIONS>('push', OPTIONS, (batch) =>
    Promise.all(
      batch.map(async ({ id, data }): Promise<JobResult> => {
        const sent = await sendPush(services, data, AbortSignal.timeout(SEND_MS)).catch(() => 'failed')
        return { id, status: sent === 'failed' ? 'failed' : 'completed' }
      }),
    ),
  )
  return () => jobs.offWork('push', { id, wait: true })
}
