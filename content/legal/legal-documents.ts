import type { legalDocuments as table } from '#app/features/site/site.tables.server.ts'
import { type LegalBodyRecord, legalBodySchema } from '#app/features/site/site.ts'
import { accessibility } from './accessibility.ts'
import { privacy } from './privacy.ts'
import { terms } from './terms.ts'

const firstVersion = { version: '1', effectiveOn: '2026-01-01' }
const body = (record: LegalBodyRecord) => JSON.stringify(legalBodySchema.parse(record))

/** The initial legal pages: plain drafts, labeled as such (docs/features/site.md). */
export const legalDocuments: (typeof table.$inferInsert)[] = [
  { ...firstVersion, kind: 'privacy', title: 'Privacy', body: body(privacy) },
  { ...firstVersion, kind: 'terms', title: 'Terms', body: body(terms) },
  { ...firstVersion, kind: 'accessibility', title: 'Accessibility', body: body(accessibility) },
]
