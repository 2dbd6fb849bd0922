import { afterEach, beforeEach } from 'vitest'
import type { ChannelAccount, OpenChannelManager } from '#app/platform/channels/channel-manager.server.ts'
import { channexOpener } from '#app/platform/channels/channex.server.ts'
import { testClock } from '../factories.ts'
import { type ChannexServer, startChannexServer } from './channex-server.ts'

/** A stand-in for the channel manager, new for each test of the file. */
export function useChannexServer(): { account(): ChannelAccount; open: OpenChannelManager } {
  let server: ChannexServer
  beforeEach(async () => {
    server = await startChannexServer(testClock())
  })
  afterEach(() => server.close())
  return {
    account: () => server.account,
    open: (account, signal) => channexOpener(server.url)(account, signal),
  }
}
