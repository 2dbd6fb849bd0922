import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { contentChanges } from './manage/content.changes.server.ts'
import { hostImageApi } from './manage/host-image.api.server.ts'
import { imageChanges, uploadChanges } from './manage/images/image.changes.server.ts'
import { imageUploadApi } from './manage/images/image-upload.api.server.ts'
import { propertyImagesApi } from './manage/images/property-images.api.server.ts'
import { propertiesChanges, propertyRowChanges } from './manage/list/property-row.changes.server.ts'
import { newPropertyApi } from './manage/new-property.api.server.ts'
import { propertyPageChanges } from './manage/page/property-page.changes.server.ts'
import { propertyChanges } from './manage/property.changes.server.ts'
import { findPropertyOgImage } from './og-image.server.ts'
import { propertiesApi } from './properties.api.server.ts'
import { listPropertyPaths } from './properties.server.ts'

export const propertiesFeature = defineFeature({
  name: 'properties',
  uses: ['media', 'site'],
  reads: ['pricing', 'reviews'],
  api: [propertiesApi, newPropertyApi, propertyImagesApi, hostImageApi, imageUploadApi],
  changes: [
    contentChanges,
    propertyChanges,
    propertiesChanges,
    propertyRowChanges,
    propertyPageChanges,
    imageChanges,
    uploadChanges,
  ],
  previews: [
    {
      form: '/admin/homes/:slug/page',
      changes: { ...contentChanges, ...propertyPageChanges },
      seenAt: ({ slug = '' }) => `/property/${encodeURIComponent(slug)}`,
      isFramed: true,
    },
  ],
  sitemap: async (services) =>
    (await listPropertyPaths(services)).map(({ path, updatedAt }) => ({ path, lastmod: updatedAt.toISOString() })),
  ogImages: { '/property/:slug': findPropertyOgImage },
})
