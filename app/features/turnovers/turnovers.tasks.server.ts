import { sql } from 'drizzle-orm'
import type { TaskKind } from '#app/platform/feature/define-feature.server.ts'
import { countOf } from '#app/shared/words.ts'

export const turnoversTasks = {
  damage: {
    find: () => sql`select properties.name, '', null, count(*)::int from turnover_images
      join properties on properties.id = property_id where handled_at is null group by properties.id`,
    taskOf: ({ title, count }) => {
      const detail = `${countOf(count, 'photo')} from a cleaner`
      return { title: `Damage in ${title}`, detail, path: '/admin/turnovers', action: 'Review' }
    },
  },
} satisfies Record<string, TaskKind>
