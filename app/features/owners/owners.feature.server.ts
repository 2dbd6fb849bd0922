import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { costChanges } from './costs.changes.server.ts'
import { ownersApi } from './owners.api.server.ts'
import { ownerChanges, ownersChanges } from './owners.changes.server.ts'
import { statementChanges } from './statements.changes.server.ts'

export const ownersFeature = defineFeature({
  name: 'owners',
  uses: ['media', 'site', 'properties', 'pricing', 'availability', 'bookings', 'reports', 'manage'],
  reads: ['lodging-tax'],
  api: [ownersApi],
  changes: [ownersChanges, ownerChanges, costChanges, statementChanges],
})
