import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { lodgingTaxApi } from './lodging-tax.api.server.ts'
import { lodgingTaxChanges } from './lodging-tax.changes.server.ts'

export const lodgingTaxFeature = defineFeature({
  name: 'lodging-tax',
  uses: ['media', 'site', 'properties', 'pricing', 'availability', 'bookings', 'reports', 'manage'],
  api: [lodgingTaxApi],
  changes: [lodgingTaxChanges],
})
