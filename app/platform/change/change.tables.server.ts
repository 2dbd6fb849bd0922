import { sql } from 'drizzle-orm'
import { type AnyPgColumn, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'
import type { Role } from '#app/shared/roles.ts'

/** Earlier values of JSON columns, used when the current value is invalid: see `parse-record.server.ts`. */
export const recordVersions = siteTable(
  'record_versions',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    /** Table and column, `site.content`. */
    record: text().notNull(),
    key: text().notNull(),
    replacedAt: timestamp('replaced_at', { withTimezone: true }).notNull(),
    content: jsonb().notNull(),
  },
  (table) => [primaryKey({ columns: [table.record, table.key, table.replacedAt] })],
)

/**
 * Who changed what, when and why. The name is stored when the account is deleted; without one it was a command or the
 * demo.
 */
export const audit = siteTable(
  'audit',
  { goLive: { removes: 'changes in the back office' }, address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The account, if it still exists. */
    operatorId: uuid('operator_id'),
    operatorName: text('operator_name'),
    /** Absent for a command, for the demo, and for what was recorded before there were roles. */
    operatorRole: text('operator_role').$type<Role>(),
    action: text().notNull(),
    /** The kind of thing that changed, such as `booking`, and its id. */
    subject: text().notNull(),
    subjectId: text('subject_id').notNull(),
    before: jsonb(),
    after: jsonb(),
    reason: text(),
    /** The change that this one undid; no change is undone twice. */
    undoes: uuid()
      .unique()
      .references((): AnyPgColumn => audit.id),
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    /** The homes that were changed; empty for a booking, which names its home itself. */
    propertyIds: uuid('property_ids').array().notNull().default(sql`'{}'`),
  },
)
