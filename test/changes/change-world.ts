import type { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import type { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import type { calendarFeeds } from '#app/features/calendar-sync/calendar-sync.tables.server.ts'
import type { ownerCosts, ownerStatements, owners } from '#app/features/owners/owners.tables.server.ts'
import type { cleanerLinks } from '#app/features/turnovers/turnovers.tables.server.ts'
import type { ChannelAccount } from '#app/platform/channels/channel-manager.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { CalendarServer } from '../servers/calendar-server.ts'

/** A home with a confirmed stay, and everything else that an operator can change something about. */
export type World = {
  services: Services
  property: string
  stay: typeof bookings.$inferSelect
  site: Pick<CalendarServer, 'address' | 'answer'>
  /** At the stand-in for a channel manager. */
  channels: ChannelAccount
  /** Posts a form to a page. */
  post: (path: string, fields: Record<string, string | string[]>) => Promise<unknown>
  api: (method: string, path: string, body?: object) => Promise<Response>
  idOf: (
    table:
      | (typeof cleanerLinks | typeof blocks | typeof calendarFeeds | typeof occupancies)
      | (typeof owners | typeof ownerCosts | typeof ownerStatements),
  ) => Promise<string>
}

/** The words of a change in History, and how it is made. */
export type Case = [words: string, make: (world: World) => Promise<unknown>]
