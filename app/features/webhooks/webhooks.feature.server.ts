import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { webhookChanges } from './manage/webhook.changes.server.ts'
import { deleteOldDeliveries } from './send-webhooks.server.ts'
import { webhooksTasks } from './webhooks.tasks.server.ts'

export const webhooksFeature = defineFeature({
  name: 'webhooks',
  uses: [],
  changes: [webhookChanges],
  tasks: webhooksTasks,
  jobs: [{ queue: 'clean-up', cron: '*/10 * * * *', poll: 60, steps: [deleteOldDeliveries] }],
})
