import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { payoutsApi } from './payouts.api.server.ts'
import { payoutChanges } from './payouts.changes.server.ts'
import { payoutsTasks } from './payouts.tasks.server.ts'

export const payoutsFeature = defineFeature({
  name: 'payouts',
  uses: ['media', 'site', 'properties', 'reports'],
  reads: ['bookings'],
  api: [payoutsApi],
  changes: [payoutChanges],
  tasks: payoutsTasks,
})
