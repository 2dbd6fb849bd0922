import { sql } from 'drizzle-orm'
import { FEATURES } from '#app/features/all-features.server.ts'
import type { Found, TaskKind } from '#app/platform/feature/define-feature.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Task } from '#app/shared/task.ts'

const TASKS = new Map<string, TaskKind>(FEATURES.flatMap(({ tasks }) => Object.entries(tasks)))

/** The tasks that the features have found, in one statement, by their kind and title. */
export async function listTasks(services: Services): Promise<Task[]> {
  const each = [...TASKS].map(
    ([kind, { find }]) =>
      sql`select ${kind}::text as kind, found.* from (${find(services)}) found (title, detail, about, count)`,
  )
  const { rows } = await services.db.execute<Found & { kind: string }>(
    sql`${sql.join(each, sql` union all `)} order by 1, 2`,
  )
  return rows.flatMap(({ kind, ...found }) => {
    const task = TASKS.get(kind)?.taskOf(found)
    return task ? [{ ...task, until: null }] : []
  })
}
