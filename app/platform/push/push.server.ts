import type { Tx } from '../db/database.server.ts'
import { inTransaction } from '../jobs/jobs.server.ts'
import type { Services } from '../services.server.ts'
import { pushSubscriptions } from './push.tables.server.ts'

/** What a device is told. It says which home, and nothing about the guest. */
type Push = { kind: 'request' | 'message'; property: string | null }

/** A push to the device of a session, in the queue. */
export type QueuedPush = Push & { sessionId: string }

/** Queues it for each device of an operator. It is sent if the transaction commits. */
export async function enqueuePush({ jobs }: Pick<Services, 'jobs'>, tx: Tx, push: Push): Promise<void> {
  const devices = await tx.select({ sessionId: pushSubscriptions.sessionId }).from(pushSubscriptions)
  if (devices.length === 0) return
  const queued = devices.map(({ sessionId }) => ({ data: { ...push, sessionId } satisfies QueuedPush }))
  await jobs.insert('push', queued, { db: inTransaction(tx) })
}
