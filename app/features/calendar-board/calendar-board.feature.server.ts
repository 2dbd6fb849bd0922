import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { blocksApi } from './blocks.api.server.ts'
import { nightChanges } from './nights.changes.server.ts'

export const calendarBoardFeature = defineFeature({
  name: 'calendar-board',
  api: [blocksApi],
  changes: [nightChanges],
})
