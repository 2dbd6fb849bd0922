import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { journalApi } from './journal.api.server.ts'
import { listPosts } from './journal.server.ts'
import { postChanges } from './manage/journal.changes.server.ts'
import { showPost } from './manage/post-preview.server.ts'
import { findPostOgImage } from './og-image.server.ts'

export const journalFeature = defineFeature({
  name: 'journal',
  uses: ['media', 'site'],
  api: [journalApi],
  changes: [postChanges],
  previews: [
    { form: '/admin/journal', changes: postChanges, seenAt: (_, __, made) => showPost(made) },
    {
      form: '/admin/journal/:post',
      changes: postChanges,
      seenAt: ({ post }, _, { services }) => showPost({ services, subjectId: post }),
    },
  ],
  // The list of posts changes with any of them. Without a post there is none.
  sitemap: async (services) => {
    const posts = (await listPosts(services)).map(({ path, changedAt }) => ({ path, lastmod: changedAt.toISOString() }))
    const [newest] = posts
      .map(({ lastmod }) => lastmod)
      .sort()
      .reverse()
    return newest ? [{ path: '/journal', lastmod: newest }, ...posts] : []
  },
  ogImages: { '/journal/:slug': findPostOgImage },
})
