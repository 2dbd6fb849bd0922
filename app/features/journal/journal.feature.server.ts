import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { postChanges } from './manage/journal.changes.server.ts'

export const journalFeature = defineFeature({
  name: 'journal',
  changes: [postChanges],
})
