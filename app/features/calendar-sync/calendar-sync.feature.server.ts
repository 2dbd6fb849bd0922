import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { calendarSyncApi } from './calendar-sync.api.server.ts'
import { syncCalendars } from './calendar-sync.jobs.server.ts'
import { calendarSyncTasks } from './calendar-sync.tasks.server.ts'
import { calendarChanges } from './manage/calendars.changes.server.ts'

export const calendarSyncFeature = defineFeature({
  name: 'calendar-sync',
  uses: ['media', 'site', 'properties', 'pricing', 'availability'],
  reads: ['bookings'],
  api: [calendarSyncApi],
  changes: [calendarChanges],
  tasks: calendarSyncTasks,
  jobs: [{ queue: 'sync-calendars', cron: '* * * * *', poll: 10, steps: [syncCalendars] }],
})
