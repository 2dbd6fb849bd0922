import type {
  blocks,
  bookings,
  calendarFeeds,
  cleanerLinks,
  occupancies,
  ownerCosts,
  ownerStatements,
  owners,
} from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { CalendarServer } from '../servers/calendar-server.ts'

/** A home with a confirmed stay, and everything else that an operator can change something about. */
export type World = {
  services: Services
  home: string
  stay: typeof bookings.$inferSelect
  site: Pick<CalendarServer, 'address' | 'answer'>
  /** Posts a form to a page. */
  post: (path: string, fields: Record<string, string | string[]>) => Promise<unknown>
  api: (method: string, path: string, body?: object) => Promise<Response>
  idOf: (
    table:
      | (typeof cleanerLinks | typeof blocks | typeof calendarFeeds | typeof occupancies)
      | (typeof owners | typeof ownerCosts | typeof ownerStatements),
  ) => Promise<string>
}

/** What History says of a change, and how it is made. */
export type Case = [words: string, make: (world: World) => Promise<unknown>]
