import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '#app/platform/services.server.ts'
import { channelConnections } from '../channels.tables.server.ts'

/** The queue of the job that reads bookings. */
export const READ_QUEUE = 'read-channels'

/** The secret of the webhook follows from the key, so that there is no second one to store. */
export const webhookSecret = (apiKey: string) => createHmac('sha256', apiKey).update('channel webhook').digest('hex')

/**
 * Lets bookings be read next, as something was announced; false for a wrong secret. What it says is not read: it may
 * come twice, late, or in another order. At most one reading waits.
 */
export async function hearAnnouncement({ db, jobs }: Pick<Services, 'db' | 'jobs'>, secret: string): Promise<boolean> {
  if (secret === '') return false
  const [connection] = await db.select({ apiKey: channelConnections.apiKey }).from(channelConnections)
  const expected = Buffer.from(connection ? webhookSecret(connection.apiKey) : '')
  const given = Buffer.from(secret)
  if (!connection || given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  await jobs.send(READ_QUEUE)
  return true
}
