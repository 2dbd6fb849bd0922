import { sql } from 'drizzle-orm'
import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { inboxFilesApi } from './files.api.server.ts'
import { heldOfferChanges } from './held-offer.changes.server.ts'
import { inboxChanges } from './inbox.changes.server.ts'
import { IS_WAITING, inboxTasks } from './inbox.tasks.server.ts'
import { newMessageChanges } from './new-message.changes.server.ts'
import { readIncomingMail } from './read-mailbox.server.ts'
import { savedAnswerChanges } from './saved-answers.changes.server.ts'
import { writeToGuestChanges } from './write-to-guest.changes.server.ts'

export const inboxFeature = defineFeature({
  name: 'inbox',
  uses: ['media', 'site', 'properties', 'pricing', 'availability', 'bookings', 'calendar-sync', 'manage'],
  reads: ['contact', 'host-inquiries'],
  api: [inboxFilesApi],
  changes: [inboxChanges, heldOfferChanges, newMessageChanges, savedAnswerChanges, writeToGuestChanges],
  tasks: inboxTasks,
  waiting: { '/admin/inbox': sql`select count(*) from conversations where ${IS_WAITING}` },
  jobs: [{ queue: 'read-mailbox', cron: '* * * * *', poll: 10, steps: [readIncomingMail] }],
})
