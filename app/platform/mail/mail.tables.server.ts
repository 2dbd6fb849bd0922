import { jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()

/** The result of an attempt: will be retried, permanently refused, or given up. */
export const mailStatuses = ['sent', 'failed', 'refused', 'given-up'] as const

/** Mails to unverified addresses, by a digest of the address; only the last hour counts. */
export const unverifiedMails = siteTable(
  'unverified_mails',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    recipient: text().notNull(),
    createdAt: createdAt(),
  },
)

/**
 * Every attempt to send a mail, and every mail that was `suppressed` before its first attempt. A failed one is `sent-again`
 * once an operator sent it to a corrected address. `payload` never contains
 * secret links (docs/decisions/029). `mailId` is the same for all attempts.
 */
export const emailLogs = siteTable(
  'email_logs',
  {
    goLive: { removes: 'logged emails' },
    address: 'to',
    retention: { period: 'mails', since: 'created_at' },
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    mailId: uuid('mail_id'),
    to: text().notNull(),
    template: text().notNull(),
    subject: text().notNull(),
    payload: jsonb().notNull(),
    status: text().notNull(),
    error: text(),
    createdAt: createdAt(),
  },
)

/** Mail hosts that fail, each with the time at which one process may try again. A working host has no row. */
export const mailHosts = siteTable(
  'mail_hosts',
  { goLive: { removes: 'mail hosts that failed' }, address: null, retention: null, restore: null, images: null },
  {
    host: text().primaryKey(),
    failingSince: timestamp('failing_since', { withTimezone: true }).notNull().defaultNow(),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
    error: text().notNull(),
  },
)
