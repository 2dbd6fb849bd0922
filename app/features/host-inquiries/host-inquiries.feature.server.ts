import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { hostInquiriesApi } from './host-inquiries.api.server.ts'

export const hostInquiriesFeature = defineFeature({
  name: 'host-inquiries',
  uses: ['media', 'site'],
  api: [hostInquiriesApi],
})
