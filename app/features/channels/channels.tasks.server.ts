import { sql } from 'drizzle-orm'
import type { TaskKind } from '#app/platform/feature/define-feature.server.ts'
import { wholeDuration } from '#app/shared/words.ts'
import { KEY_REFUSED } from './connection/channel-failure.server.ts'
import { READING_GAP_MS } from './connection/connection.server.ts'

/** In seconds: changes that wait for so long may be sold twice. */
const LATE_SENDING = 3600

const CHANNELS = { path: '/admin/channels', action: 'Review' }
const IS_REFUSED = sql`last_error is not distinct from ${KEY_REFUSED}::text`
const secondsSince = (now: Date, since: string) => sql`extract(epoch from ${now}::timestamptz - ${sql.raw(since)})::int`

/** A connection to platforms that does not work. While the key is refused, that alone is said. */
export const channelsTasks = {
  'channels-held': {
    find: () => sql`select '', '', null, 0 from channel_connections where held_at is not null`,
    taskOf: () => ({
      title: 'Since the restore, your platforms are not connected',
      detail: 'Nothing is sent, and no bookings are read. Confirm that guests book on this site.',
      ...CHANNELS,
    }),
  },
  'channels-key': {
    find: () => sql`select '', '', null, 0 from channel_connections where ${IS_REFUSED}`,
    taskOf: () => ({
      title: 'Channex refuses your key',
      detail: 'No nights or prices reach your platforms. Create a key in your Channex account, and paste it.',
      ...CHANNELS,
    }),
  },
  'channels-sending': {
    find: ({ clock }) => sql`select string_agg(name, ', ' order by name), '', null, max(seconds) from (
        select name, ${secondsSince(clock.now(), 'due_at')} seconds
        from channel_listings join properties on properties.id = property_id where is_on
      ) waiting
      where seconds >= ${LATE_SENDING}::int
        and exists (select from channel_connections where held_at is null and not ${IS_REFUSED})
      having count(*) > 0`,
    taskOf: ({ title: homes, count }) => ({
      title: `Changes have waited ${wholeDuration(count)} to reach your platforms`,
      detail: `${homes}: platforms still have older nights and prices. Channels says why.`,
      ...CHANNELS,
    }),
  },
  'channels-reading': {
    find: ({ clock }) => sql`select '', '', null, seconds from (
        select *, ${secondsSince(clock.now(), 'coalesce(revisions_read_at, tested_at)')} seconds from channel_connections
      ) connection
      where seconds >= ${READING_GAP_MS / 1000}::int and held_at is null and not ${IS_REFUSED}
        and exists (select from channel_listings)`,
    taskOf: ({ count }) => ({
      title: `Bookings from your platforms haven’t been read for ${wholeDuration(count)}`,
      detail: 'Guests may have booked there meanwhile. Look at your platforms before you sell these nights.',
      ...CHANNELS,
    }),
  },
} satisfies Record<string, TaskKind>
