import { boolean, date, integer, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

/** Payouts of the gateway to the operator's bank, by its ids. Amounts are in cents of `currency`. */
export const payouts = siteTable(
  'payouts',
  { goLive: { removes: 'payouts' }, address: null, retention: null, restore: null, images: null },
  {
    id: text().primaryKey(),
    status: text({ enum: ['pending', 'in_transit', 'paid', 'failed', 'canceled'] }).notNull(),
    currency: text().notNull(),
    amount: integer().notNull(),
    arrivesOn: date('arrives_on').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Whether the gateway lists its lines; never of a payout made by hand. */
    lines: text({ enum: ['listed', 'not-yet', 'never'] }).notNull(),
    linesFetchedAt: timestamp('lines_fetched_at', { withTimezone: true }),
    failure: text(),
    /** The day on which its money came back to the gateway. */
    failedOn: date('failed_on'),
  },
)

/** A line of a payout. Its share of the payout is `amount` less `fee`. */
export const payoutLines = siteTable(
  'payout_lines',
  { goLive: { removes: 'lines of payouts' }, address: null, retention: null, restore: null, images: null },
  {
    id: text().primaryKey(),
    payoutId: text('payout_id')
      .notNull()
      .references(() => payouts.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['charge', 'refund', 'dispute', 'fee', 'held', 'other'] }).notNull(),
    /** The word and the description of the gateway. */
    type: text().notNull(),
    description: text(),
    /** As in `payments`; null without a payment. */
    intentId: text('intent_id'),
    amount: integer().notNull(),
    fee: integer().notNull(),
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
  },
)

/** The possible problems of a payout, a line, or a payment that is in no payout. */
export const payoutProblems = ['failed', 'currency', 'sum', 'unknown', 'differs', 'dispute', 'missing'] as const

/** Mismatches that an operator resolved. `subjectId` is the gateway's id of the subject. */
export const resolvedPayoutProblems = siteTable(
  'resolved_payout_problems',
  { goLive: { removes: 'resolved payouts' }, address: null, retention: null, restore: null, images: null },
  {
    problem: text({ enum: payoutProblems }).notNull(),
    subjectId: text('subject_id').notNull(),
    note: text().notNull(),
    resolvedAt: timestamp('resolved_at', { withTimezone: true }).notNull(),
    operatorName: text('operator_name'),
  },
  (table) => [primaryKey({ columns: [table.problem, table.subjectId] })],
)

/** When all payouts were last read: one row, once they were. */
export const payoutSyncState = siteTable(
  'payout_sync_state',
  { goLive: { removes: 'state of payouts' }, address: null, retention: null, restore: null, images: null },
  {
    id: boolean().primaryKey().default(true),
    syncedAt: timestamp('synced_at', { withTimezone: true }).notNull(),
  },
)
