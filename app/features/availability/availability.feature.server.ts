import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { availabilityApi } from './availability.api.server.ts'

export const availabilityFeature = defineFeature({
  name: 'availability',
  api: [availabilityApi],
})
