import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { contactApi } from './contact.api.server.ts'

export const contactFeature = defineFeature({
  name: 'contact',
  api: [contactApi],
})
