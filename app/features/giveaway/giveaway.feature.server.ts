import { eq } from 'drizzle-orm'
import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { giveawayApi } from './giveaway.api.server.ts'
import { hasGiveaway } from './giveaway.server.ts'
import { giveaways } from './giveaway.tables.server.ts'
import { giveawayTasks } from './giveaway.tasks.server.ts'
import { drawChanges } from './manage/draw.changes.server.ts'
import { giveawayEntriesApi } from './manage/entries.api.server.ts'
import { giveawayChanges } from './manage/giveaway.changes.server.ts'
import { winnerChanges } from './manage/winner.changes.server.ts'
import { findGiveawayOgImage } from './og-image.server.ts'

export const giveawayFeature = defineFeature({
  name: 'giveaway',
  uses: ['media', 'site', 'newsletter'],
  reads: ['pricing', 'properties', 'bookings'],
  api: [giveawayApi, giveawayEntriesApi],
  changes: [giveawayChanges, drawChanges, winnerChanges],
  tasks: giveawayTasks,
  previews: [
    {
      form: '/admin/giveaway',
      changes: giveawayChanges,
      seenAt: (_, intent) => (intent === 'rules' ? '/staycation/rules' : '/staycation'),
      prepare: async ({ db }) =>
        void (await db.update(giveaways).set({ draft: false }).where(eq(giveaways.draft, true))),
    },
  ],
  sitemap: async (services) =>
    (await hasGiveaway(services)) ? [{ path: '/staycation' }, { path: '/staycation/rules' }] : [],
  ogImages: { '/staycation': findGiveawayOgImage },
})
