import { sql } from 'drizzle-orm'
import { lastBackupAge } from '#app/platform/db/last-backup.server.ts'
import type { TaskKind } from '#app/platform/feature/define-feature.server.ts'
import { wholeDuration } from '#app/shared/words.ts'
import { LATE_BACKUP } from './set-up.ts'

/** Backups that fail, on a live site. */
export const setUpTasks = {
  backup: {
    find: ({
      clock,
      config,
    }) => sql`select coalesce(error, ''), case when failed_at is null then '' else 'failed' end, null,
        coalesce(${lastBackupAge(clock.now())}, -1)::int
      from (select) one left join backups on true
      where ${!config.demo && config.backup.daily} and (failed_at is not null or error is not null
        or coalesce(${lastBackupAge(clock.now())} > ${LATE_BACKUP}::int, true))`,
    taskOf: ({ title: error, detail: failed, count }) => {
      const last = count < 0 ? 'There is no backup yet' : `The last backup is ${wholeDuration(count)} old`
      const link = { path: '/admin/set-up#backup', action: 'How' }
      if (!error) return { title: last, detail: 'One is made every night by the process that runs jobs.', ...link }
      const title = failed ? 'The last backup failed' : 'The last backup needs a look'
      return { title, detail: `${error} ${last}.`, ...link }
    },
  },
} satisfies Record<string, TaskKind>
