import { bigint, boolean, customType, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * Everyone who wrote to the operator, or was answered, by address. A trigger adds who sends a form. `waitingSince`: an
 * answer is due since then. `bouncedAt`: the last email to the address came back.
 */
export const conversations = siteTable(
  'conversations',
  {
    goLive: { removes: 'conversations' },
    address: 'email',
    retention: { period: 'messages', since: 'last_at' },
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique(),
    name: text().notNull(),
    waitingSince: at('waiting_since'),
    lastAt: at('last_at').notNull(),
    bouncedAt: at('bounced_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
)

/**
 * Emails of a conversation. `id` of an answer is the id of its email, whose Message-ID begins with it. `isReply`: it names one
 * of our emails, or came to the address for answers. `isAutomatic`: a program wrote it.
 */
export const mailMessages = siteTable(
  'mail_messages',
  {
    goLive: { removes: 'emails of guests' },
    address: null,
    retention: { period: 'messages', since: 'created_at' },
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    isIncoming: boolean('is_incoming').notNull(),
    messageId: text('message_id').unique(),
    fromEmail: text('from_email'),
    isReply: boolean('is_reply').notNull().default(true),
    isAutomatic: boolean('is_automatic').notNull().default(false),
    subject: text().notNull(),
    body: text().notNull(),
    writtenBy: text('written_by'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
)

/** Files that came with an email; only operators get them. Without `content` it was too large. */
export const mailAttachments = siteTable(
  'mail_attachments',
  {
    goLive: { removes: 'files of emails' },
    address: null,
    retention: { period: 'messages' },
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => mailMessages.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    size: integer().notNull(),
    content: bytea(),
  },
)

/** How far the mailbox was read, and since when it cannot be. */
export const mailboxState = siteTable(
  'mailbox_state',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    mailbox: text().primaryKey(),
    uidValidity: text('uid_validity').notNull(),
    lastUid: bigint('last_uid', { mode: 'number' }).notNull(),
    readAt: at('read_at').notNull(),
    failingSince: at('failing_since'),
    error: text(),
  },
)

/** Texts that operators answer with, with placeholders such as `{home}`. */
export const savedAnswers = siteTable(
  'saved_answers',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull().unique(),
    body: text().notNull(),
  },
)
