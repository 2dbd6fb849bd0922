import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { setUpChanges } from './set-up.changes.server.ts'
import { setUpTasks } from './set-up.tasks.server.ts'

export const setUpFeature = defineFeature({
  name: 'set-up',
  uses: ['media', 'site', 'properties', 'manage'],
  reads: ['calendar-sync', 'bookings'],
  changes: [setUpChanges],
  tasks: setUpTasks,
})
