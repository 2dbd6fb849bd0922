import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { followedChanges } from './follow-row.changes.server.ts'
import { importChanges } from './import.changes.server.ts'
import { fileChanges, fileUploadChanges } from './import-file.changes.server.ts'

export const importFeature = defineFeature({
  name: 'import',
  uses: ['media', 'site', 'properties', 'pricing', 'availability', 'bookings', 'calendar-board', 'manage'],
  changes: [fileUploadChanges, fileChanges, importChanges, followedChanges],
})
