import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { contactApi } from './contact.api.server.ts'

export const contactFeature = defineFeature({
  name: 'contact',
  uses: ['media', 'site', 'properties', 'pricing', 'availability', 'bookings'],
  api: [contactApi],
})
