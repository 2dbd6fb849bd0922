import { sql } from 'drizzle-orm'
import type { TaskKind } from '#app/platform/feature/define-feature.server.ts'
import { countOf } from '#app/shared/words.ts'

/** Events of the last week that a receiver did not take. */
export const webhooksTasks = {
  webhook: {
    find: ({ clock }) => sql`select min(url), '', null, count(*)::int
      from webhook_deliveries join webhooks on webhooks.id = webhook_id
      where delivered_at is null and next_at is null
        and webhook_deliveries.created_at >= ${clock.now()}::timestamptz - interval '7 days' group by webhook_id`,
    taskOf: ({ title: url, count }) => {
      const title = `${countOf(count, 'event')} didn’t reach ${new URL(url).host}`
      const detail = 'It was tried for three days. Mend the receiver, then send them again.'
      return { title, detail, path: '/admin/api', action: 'Review' }
    },
  },
} satisfies Record<string, TaskKind>
