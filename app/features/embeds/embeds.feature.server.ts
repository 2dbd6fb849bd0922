import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { embedsApi } from './embeds.api.server.ts'

export const embedsFeature = defineFeature({
  name: 'embeds',
  uses: ['media', 'site', 'properties', 'pricing', 'availability', 'search', 'bookings'],
  api: [embedsApi],
})
