import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { codeChanges } from './manage/codes/code.changes.server.ts'
import { copyChanges } from './manage/prices/copy-page.server.ts'
import { priceChanges } from './manage/prices/price.changes.server.ts'
import { typedPriceApi } from './manage/prices/typed-price.api.server.ts'
import { pricingTasks } from './pricing.tasks.server.ts'
import { promoCodesApi } from './promo-codes.api.server.ts'

export const pricingFeature = defineFeature({
  name: 'pricing',
  uses: ['media', 'site', 'properties'],
  reads: ['availability', 'bookings'],
  api: [promoCodesApi, typedPriceApi],
  changes: [priceChanges, copyChanges, codeChanges],
  tasks: pricingTasks,
})
