import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { bookkeepingApi } from './bookkeeping.api.server.ts'
import { bookkeepingChanges } from './bookkeeping.changes.server.ts'

export const bookkeepingFeature = defineFeature({
  name: 'bookkeeping',
  api: [bookkeepingApi],
  changes: [bookkeepingChanges],
})
