import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { mailTurnoverChanges } from './mail-changes.server.ts'
import { turnoverChanges } from './manage/turnovers.changes.server.ts'
import { turnoversApi } from './turnovers.api.server.ts'
import { turnoversTasks } from './turnovers.tasks.server.ts'

export const turnoversFeature = defineFeature({
  name: 'turnovers',
  uses: ['media', 'site', 'properties', 'pricing', 'availability'],
  reads: ['bookings'],
  api: [turnoversApi],
  changes: [turnoverChanges],
  tasks: turnoversTasks,
  jobs: [{ queue: 'watch-turnovers', cron: '* * * * *', poll: 10, steps: [mailTurnoverChanges] }],
})
