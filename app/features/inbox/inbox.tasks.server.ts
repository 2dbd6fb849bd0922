import { sql } from 'drizzle-orm'
import type { TaskKind } from '#app/platform/feature/define-feature.server.ts'

/** The condition on a conversation in which somebody waits for an answer. */
export const IS_WAITING = sql`waiting_since is not null`

/** People who wait for an answer, and a mailbox that can’t be read. */
export const inboxTasks = {
  message: {
    find: () => sql`select (array_agg(name order by waiting_since))[1], '',
        (array_agg(id::text order by waiting_since))[1], count(*)::int
      from conversations where ${IS_WAITING} having count(*) > 0`,
    taskOf: ({ title, about, count }) =>
      count === 1
        ? {
            title: `${title} waits for an answer`,
            detail: 'Nobody has answered yet.',
            path: `/admin/inbox/${about}`,
            action: 'Answer',
          }
        : {
            title: `${count} people wait for an answer`,
            detail: `${title} has waited longest.`,
            path: '/admin/inbox',
            action: 'Answer',
          },
  },
  mailbox: {
    find: ({ config, clock }) => sql`select mailbox, error, null, 1 from mailbox_state
      where ${config.mailbox !== undefined} and failing_since <= ${clock.now()}::timestamptz - interval '1 hour'`,
    taskOf: ({ title, detail }) => ({
      title: 'Replies can’t be read',
      detail: `The mailbox of ${title} doesn’t answer: ${detail}`,
      path: '/admin/inbox',
      action: 'Look',
    }),
  },
} satisfies Record<string, TaskKind>
