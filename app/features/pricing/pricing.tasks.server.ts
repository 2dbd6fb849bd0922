import { sql } from 'drizzle-orm'
import type { TaskKind } from '#app/platform/feature/define-feature.server.ts'

/** Homes without a price, on a live site. */
export const pricingTasks = {
  price: {
    find: ({ config }) => sql`(select name, '', slug, 1 from properties
      where not ${config.demo} and published and (price_per_night is null or not price_confirmed)
      order by name limit 50)`,
    taskOf: ({ title, about }) => {
      const detail = 'Guests can’t book it. Its price was removed with the demo, or was never confirmed.'
      return { title: `${title} has no price`, detail, path: `/admin/homes/${about}/prices`, action: 'Set prices' }
    },
  },
} satisfies Record<string, TaskKind>
