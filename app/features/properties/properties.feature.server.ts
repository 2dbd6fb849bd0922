import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { contentChanges } from './manage/content.changes.server.ts'
import { homeChanges, homesChanges } from './manage/homes/home.changes.server.ts'
import { hostPhotoApi } from './manage/host-photo.api.server.ts'
import { newPropertyApi } from './manage/new-property.api.server.ts'
import { homePageChanges } from './manage/page/home-page.changes.server.ts'
import { photoChanges, uploadChanges } from './manage/photos/photo.changes.server.ts'
import { photoUploadApi } from './manage/photos/photo-upload.api.server.ts'
import { propertyImagesApi } from './manage/photos/property-images.api.server.ts'
import { propertyChanges } from './manage/property.changes.server.ts'
import { propertiesApi } from './properties.api.server.ts'
import { listPropertyPaths } from './properties.server.ts'

export const propertiesFeature = defineFeature({
  name: 'properties',
  api: [propertiesApi, newPropertyApi, propertyImagesApi, hostPhotoApi, photoUploadApi],
  changes: [contentChanges, propertyChanges, homesChanges, homeChanges, homePageChanges, photoChanges, uploadChanges],
  previews: [
    {
      form: '/admin/homes/:slug/page',
      changes: { ...contentChanges, ...homePageChanges },
      seenAt: ({ slug = '' }) => `/property/${encodeURIComponent(slug)}`,
    },
  ],
  sitemap: async (services) =>
    (await listPropertyPaths(services)).map(({ path, updatedAt }) => ({ path, lastmod: updatedAt.toISOString() })),
})
