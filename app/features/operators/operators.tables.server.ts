import { bigint, integer, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'
import { ROLE_NAMES, type TokenScope } from '#app/shared/roles.ts'

/** Operators' accounts. */
export const users = siteTable(
  'users',
  { goLive: 'stays', address: 'email', retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    username: text().notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    role: text({ enum: ROLE_NAMES }).notNull().default('owner'),
    /** The homes of a role that may be limited to some; null for all. */
    propertyIds: uuid('property_ids').array(),
    /** Unique whatever its case. */
    email: text(),
    suspendedAt: timestamp('suspended_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/** Sessions; the key is the SHA-256 of the cookie's token, as hex. */
export const operatorSessions = siteTable(
  'operator_sessions',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** By which its operator ends it. */
    id: uuid().notNull().unique().defaultRandom(),
    /** The browser and its system, in words. */
    browser: text(),
    address: text(),
    /** When its operator last gave the password or a code. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  },
)

/**
 * Links by mail that work once: an invitation (`role`), or one that sets a new password (`userId`). The hash is the
 * SHA-256 of the token, as hex.
 */
export const accountLinks = siteTable(
  'account_links',
  { goLive: 'stays', address: 'email', retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull().unique(),
    email: text().notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLE_NAMES }),
    propertyIds: uuid('property_ids').array(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
)

/**
 * Operators' apps that show codes, from when they are confirmed. `lastStep` is the last half minute whose code was
 * used.
 */
export const authenticators = siteTable(
  'authenticators',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    secret: text().notNull(),
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  },
)

/** Codes that replace the app, each once, as SHA-256 in hex. */
export const recoveryCodes = siteTable(
  'recovery_codes',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Tokens by which programs use the API. The hash is the SHA-256 of the token, as hex. */
export const apiTokens = siteTable(
  'api_tokens',
  { goLive: { removes: 'tokens of programs' }, address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull().unique(),
    tokenHash: text('token_hash').notNull().unique(),
    scopes: text().array().$type<TokenScope[]>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
)

/**
 * Operators' passkeys. The key is the credential's id. That, and the public key (COSE), are base64url. `name` is the
 * browser that added it.
 */
export const passkeys = siteTable(
  'passkeys',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    id: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    publicKey: text('public_key').notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
)

/** Challenges that a passkey must sign, once: the key is its SHA-256, as hex. Null: signing it signs in. */
export const passkeyChallenges = siteTable(
  'passkey_challenges',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    challengeHash: text('challenge_hash').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
)

/** The link that creates the first operator, made by the last start. The key is the SHA-256 of its token, as hex. */
export const firstOperatorLinks = siteTable(
  'first_operator_links',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
)

/** Consecutive wrong passwords, by the key that is slowed down. */
export const signInFailures = siteTable(
  'sign_in_failures',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  },
)
