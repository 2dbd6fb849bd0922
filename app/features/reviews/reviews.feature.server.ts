import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { reviewChanges } from './manage/review.changes.server.ts'
import { reviewsApi } from './reviews.api.server.ts'

export const reviewsFeature = defineFeature({
  name: 'reviews',
  uses: ['media', 'site', 'properties', 'bookings'],
  api: [reviewsApi],
  changes: [reviewChanges],
})
