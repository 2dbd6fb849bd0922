import { sql } from 'drizzle-orm'
import type { TaskKind } from '#app/platform/feature/define-feature.server.ts'

/** A feed that could not be read for so long may hide a booking. */
const SILENT_HOURS = 6

export const calendarSyncTasks = {
  feed: {
    find: ({ clock }) => sql`select properties.name, label, slug, 1
      from calendar_feeds join properties on properties.id = property_id
      where failing_since <= ${clock.now()}::timestamptz - interval '1 hour' * ${SILENT_HOURS}::int`,
    taskOf: ({ title, detail }) => ({
      title: `The calendar “${detail}” of ${title} can’t be read`,
      detail: 'Its nights may be booked elsewhere by now. Check the address that the other site gave you.',
      path: '/admin/calendars',
      action: 'Review',
    }),
  },
} satisfies Record<string, TaskKind>
