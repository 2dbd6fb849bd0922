import { sql } from 'drizzle-orm'
import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { guestPageApi } from './guest-page/guest-page.api.server.ts'
import { holdsApi } from './holds/holds.api.server.ts'
import { manageBookingsApi } from './manage/api/manage-bookings.api.server.ts'
import { bookChanges, moveChanges } from './manage/by-hand/by-hand.changes.server.ts'
import { guidePreview } from './manage/guide-preview.server.ts'
import { IS_REQUEST } from './manage/list/booking-list.server.ts'
import { moneyTasks } from './manage/money/money.tasks.server.ts'
import { bookingChanges, todayChanges } from './manage/page/booking.changes.server.ts'
import { declineTextsChanges } from './manage/page/decline-texts.changes.server.ts'
import { deleteOldNightClaims } from './nights-limit.server.ts'
import { cancelUnpaidStays } from './payments/cancel-unpaid.server.ts'
import { reportBrokenInvariants } from './payments/invariants.server.ts'
import { paymentsApi } from './payments/payments.api.server.ts'
import { reconcileDuePayments } from './payments/reconcile-payment.server.ts'
import { findMissedDisputes } from './payments/sync-disputes.server.ts'
import { syncPayouts } from './payments/sync-payouts.server.ts'
import { quotesApi } from './quotes/quotes.api.server.ts'
import { bookingsApi } from './request/bookings.api.server.ts'
import { expireAllOverdue } from './status/expire-bookings.server.ts'

export const bookingsFeature = defineFeature({
  name: 'bookings',
  uses: ['media', 'site', 'properties', 'pricing', 'availability', 'calendar-sync'],
  reads: ['guest-messages', 'payouts', 'back-office'],
  api: [quotesApi, holdsApi, bookingsApi, guestPageApi, manageBookingsApi, paymentsApi],
  changes: [bookingChanges, todayChanges, declineTextsChanges, bookChanges, moveChanges],
  previews: [guidePreview],
  tasks: moneyTasks,
  waiting: { '/admin/bookings': sql`select count(*) from bookings where ${IS_REQUEST}` },
  jobs: [
    {
      queue: 'expire-bookings',
      cron: '* * * * *',
      poll: 5,
      steps: [expireAllOverdue, reconcileDuePayments, cancelUnpaidStays, deleteOldNightClaims],
    },
    { queue: 'read-payouts', cron: '0 6 * * *', poll: 60, steps: [syncPayouts, findMissedDisputes] },
    { queue: 'check-invariants', cron: '30 3 * * *', poll: 60, steps: [reportBrokenInvariants] },
  ],
})
