import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { mediaApi } from './media.api.server.ts'

export const mediaFeature = defineFeature({
  name: 'media',
  uses: [],
  reads: ['all-tables', 'owners'],
  api: [mediaApi],
})
