import type { ChannelServer, OpenChannelManager } from './channel-manager.server.ts'
import { bookingsOf } from './channex-bookings.server.ts'
import { openChannex } from './channex-http.server.ts'
import { listingsOf } from './channex-listings.server.ts'
import { messagesOf } from './channex-messages.server.ts'
import { nightsOf } from './channex-nights.server.ts'
import { requestsOf } from './channex-requests.server.ts'
import { reviewsOf } from './channex-reviews.server.ts'
import { webhooksOf } from './channex-webhooks.server.ts'

const SERVERS: Record<ChannelServer, string> = {
  production: 'https://app.channex.io',
  staging: 'https://staging.channex.io',
}

/** Booking platforms through Channex, https://channex.io. `apiUrl` replaces both servers in tests. */
export function channexOpener(apiUrl: string | undefined): OpenChannelManager {
  return ({ server, key }, signal) => {
    const channex = openChannex({ base: apiUrl ?? SERVERS[server], key, signal })
    return {
      ...listingsOf(channex),
      ...nightsOf(channex),
      ...bookingsOf(channex),
      ...requestsOf(channex),
      ...messagesOf(channex),
      ...reviewsOf(channex),
      ...webhooksOf(channex),
    }
  }
}
