import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { availabilityApi } from './availability.api.server.ts'

export const availabilityFeature = defineFeature({
  name: 'availability',
  uses: ['media', 'site', 'properties', 'pricing'],
  reads: ['bookings', 'calendar-sync', 'import'],
  api: [availabilityApi],
})
