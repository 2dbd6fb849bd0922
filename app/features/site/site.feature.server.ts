import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { contentChanges } from './manage/content.changes.server.ts'
import { legalChanges } from './manage/legal.changes.server.ts'
import { siteChanges } from './manage/site.changes.server.ts'
import { siteImagesApi } from './manage/site-images.api.server.ts'

export const siteFeature = defineFeature({
  name: 'site',
  api: [siteImagesApi],
  changes: [siteChanges, contentChanges, legalChanges],
})
