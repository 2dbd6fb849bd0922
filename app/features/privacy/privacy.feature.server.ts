import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { personalDataChanges } from './manage/personal-data.changes.server.ts'
import { privacyApi } from './privacy.api.server.ts'
import { applyRetention } from './privacy.server.ts'

export const privacyFeature = defineFeature({
  name: 'privacy',
  uses: ['availability', 'bookings', 'inbox'],
  reads: [
    'all-tables',
    'bookings',
    'guest-messages',
    'reviews',
    'import',
    'inbox',
    'contact',
    'host-inquiries',
    'newsletter',
    'giveaway',
    'turnovers',
  ],
  api: [privacyApi],
  changes: [personalDataChanges],
  jobs: [{ queue: 'apply-retention', cron: '0 4 * * *', poll: 60, steps: [applyRetention] }],
})
