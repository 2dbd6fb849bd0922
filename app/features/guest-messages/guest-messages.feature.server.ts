import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { messageTextsChanges } from './manage/message-texts.changes.server.ts'
import { sendDueMessages } from './send-messages.server.ts'

export const guestMessagesFeature = defineFeature({
  name: 'guest-messages',
  changes: [messageTextsChanges],
  jobs: [{ queue: 'write-to-guests', cron: '*/5 * * * *', poll: 30, steps: [sendDueMessages] }],
})
