import type { ChannelManager } from '#app/platform/channels/channel-manager.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { channelConnections } from '../channels.tables.server.ts'
import { failureWords, isChannelFailure } from './channel-failure.server.ts'

export const NOT_CONNECTED = refuse('not-found', 'Connect the channel manager first.')

/** After 30 minutes a revision leaves the list for good. */
export const READING_GAP_MS = 25 * 60_000

type Connection = typeof channelConnections.$inferSelect

/** The connection; null without a key. */
export async function getConnection(db: Tx): Promise<Connection | null> {
  const [connection] = await db.select().from(channelConnections)
  return connection ?? null
}

/** The same, for changes that must not happen twice at once. */
export async function lockConnection(tx: Tx): Promise<Connection | null> {
  const [connection] = await tx.select().from(channelConnections).for('update')
  return connection ?? null
}

/** Asks the channel manager for something. Its failure is a refusal in words. */
export async function askManager<Answer>(
  services: Pick<Services, 'db' | 'openChannelManager' | 'stopping'>,
  ask: (manager: ChannelManager) => Promise<Answer>,
): Promise<Answer | Refusal> {
  const connection = await getConnection(services.db)
  if (!connection) return NOT_CONNECTED
  return tryManager(services, { server: connection.server, key: connection.apiKey }, ask)
}

/** The same with a key that is not stored yet. */
export async function tryManager<Answer>(
  { openChannelManager, stopping }: Pick<Services, 'openChannelManager' | 'stopping'>,
  account: Parameters<Services['openChannelManager']>[0],
  ask: (manager: ChannelManager) => Promise<Answer>,
): Promise<Answer | Refusal> {
  try {
    return await ask(openChannelManager(account, stopping.signal))
  } catch (error) {
    if (!isChannelFailure(error)) throw error
    return refuse('refused', failureWords(error))
  }
}
