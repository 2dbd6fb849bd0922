import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { giveawayApi } from './giveaway.api.server.ts'
import { drawChanges } from './manage/draw.changes.server.ts'
import { giveawayEntriesApi } from './manage/entries.api.server.ts'
import { giveawayChanges } from './manage/giveaway.changes.server.ts'
import { winnerChanges } from './manage/winner.changes.server.ts'

export const giveawayFeature = defineFeature({
  name: 'giveaway',
  api: [giveawayApi, giveawayEntriesApi],
  changes: [giveawayChanges, drawChanges, winnerChanges],
})
