import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { issueChanges } from './manage/issues.changes.server.ts'
import { readersApi } from './manage/readers.api.server.ts'
import { newsletterApi } from './newsletter.api.server.ts'
import { sendNewsletterIssues } from './send-issues.server.ts'

export const newsletterFeature = defineFeature({
  name: 'newsletter',
  uses: ['media', 'site'],
  api: [newsletterApi, readersApi],
  changes: [issueChanges],
  jobs: [{ queue: 'send-newsletters', cron: '* * * * *', poll: 10, steps: [sendNewsletterIssues] }],
})
