import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { listLegalDocuments } from './legal-documents.server.ts'
import { contentChanges } from './manage/content.changes.server.ts'
import { legalChanges } from './manage/legal.changes.server.ts'
import { siteChanges } from './manage/site.changes.server.ts'
import { siteImagesApi } from './manage/site-images.api.server.ts'
import { seenAt } from './manage/site-parts.ts'
import { showDrafts } from './manage/site-preview.server.ts'

export const siteFeature = defineFeature({
  name: 'site',
  uses: ['media'],
  reads: ['properties'],
  api: [siteImagesApi],
  changes: [siteChanges, contentChanges, legalChanges],
  previews: [
    {
      form: '/admin/site/:page',
      changes: contentChanges,
      seenAt: ({ page = '' }, intent) => seenAt(page, intent),
      prepare: showDrafts,
      isFramed: true,
    },
  ],
  sitemap: async (services) =>
    (await listLegalDocuments(services)).map(({ kind, effectiveOn }) => ({ path: `/${kind}`, lastmod: effectiveOn })),
})
