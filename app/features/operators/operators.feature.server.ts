import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { accountChanges } from './manage/account/account.changes.server.ts'
import { peopleChanges } from './manage/people/people.changes.server.ts'
import { tokenChanges } from './manage/tokens/token.changes.server.ts'
import { pushApi } from './push/push.api.server.ts'

export const operatorsFeature = defineFeature({
  name: 'operators',
  uses: ['media', 'site'],
  reads: ['properties'],
  api: [pushApi],
  changes: [peopleChanges, accountChanges, tokenChanges],
})
