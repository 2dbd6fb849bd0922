import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { guestMessagesTasks } from './guest-messages.tasks.server.ts'
import { messageTextsChanges } from './manage/message-texts.changes.server.ts'
import { sendDueMessages } from './send-messages.server.ts'

export const guestMessagesFeature = defineFeature({
  name: 'guest-messages',
  uses: ['media', 'site', 'properties', 'pricing', 'availability', 'bookings'],
  reads: ['reviews'],
  changes: [messageTextsChanges],
  tasks: guestMessagesTasks,
  jobs: [{ queue: 'write-to-guests', cron: '*/5 * * * *', poll: 30, steps: [sendDueMessages] }],
})
