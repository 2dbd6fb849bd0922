import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { searchApi } from './search.api.server.ts'

export const searchFeature = defineFeature({
  name: 'search',
  uses: ['media', 'site', 'properties', 'pricing', 'availability'],
  reads: ['bookings'],
  api: [searchApi],
})
