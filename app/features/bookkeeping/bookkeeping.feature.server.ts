import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { bookkeepingApi } from './bookkeeping.api.server.ts'
import { bookkeepingChanges } from './bookkeeping.changes.server.ts'

export const bookkeepingFeature = defineFeature({
  name: 'bookkeeping',
  uses: ['media', 'site', 'properties', 'pricing', 'availability', 'reports', 'payouts'],
  reads: ['bookings'],
  api: [bookkeepingApi],
  changes: [bookkeepingChanges],
})
