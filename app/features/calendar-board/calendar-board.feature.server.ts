import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { blocksApi } from './blocks.api.server.ts'
import { nightChanges } from './nights.changes.server.ts'

export const calendarBoardFeature = defineFeature({
  name: 'calendar-board',
  uses: ['media', 'site', 'properties', 'pricing', 'availability', 'bookings', 'inbox', 'reports', 'manage'],
  reads: ['calendar-sync'],
  api: [blocksApi],
  changes: [nightChanges],
})
