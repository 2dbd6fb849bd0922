import { sql } from 'drizzle-orm'
import {
  boolean,
  integer,
  jsonb,
  numeric,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'

const SEED_KINDS = ['powerball', 'mega-millions', 'dice', 'text'] as const

/** A giveaway with its official rules. */
export const giveaways = siteTable(
  'campaigns',
  {
    goLive: { removesDemo: 'giveaways', where: () => sql`demo` },
    address: null,
    retention: null,
    restore: null,
    images: [{ column: 'content', holds: 'json', isPublic: sql`true` }],
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    sponsor: text().notNull(),
    opensAt: timestamp('opens_at', { withTimezone: true }).notNull(),
    closesAt: timestamp('closes_at', { withTimezone: true }).notNull(),
    timeZone: text('time_zone').notNull(),
    prize: text().notNull(),
    retailValue: numeric('retail_value', { precision: 8, scale: 2 }).notNull(),
    eligibility: text().notNull(),
    excludedStates: text('excluded_states').array().notNull().default([]),
    odds: text().notNull(),
    freeEntryMethod: text('free_entry_method').notNull(),
    winnerSelection: text('winner_selection').notNull(),
    rulesVersion: text('rules_version').notNull(),
    bonusPerChannel: integer('bonus_per_channel').notNull(),
    maximumBonus: integer('maximum_bonus').notNull(),
    channels: text().array().notNull(),
    content: jsonb().notNull().default(sql`'{}'::jsonb`),
    seedSource: text('seed_source'),
    seedKind: text('seed_kind', { enum: [...SEED_KINDS] })
      .notNull()
      .default('text'),
    /** Days that a winner has to answer; null: the operator says it when writing to the winner. */
    answerDays: smallint('answer_days'),
    draft: boolean().notNull().default(false),
    demo: boolean().notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/** One entry per giveaway and email address. */
export const giveawayEntries = siteTable(
  'staycation_entries',
  {
    goLive: { removes: 'giveaway entries' },
    address: 'email',
    retention: { period: 'entries' },
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    giveawayId: uuid('campaign_id')
      .notNull()
      .references(() => giveaways.id),
    email: text().notNull(),
    fullName: text('full_name').notNull(),
    phone: text().notNull(),
    state: text().notNull(),
    zipCode: text('zip_code').notNull(),
    totalEntries: integer('total_entries').notNull().default(1),
    agreeToUpdates: boolean('agree_to_updates').notNull().default(false),
    rulesVersion: text('rules_version').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [unique().on(table.giveawayId, table.email)],
)

/** The channels an entrant has shared on, each once. */
export const giveawayShares = siteTable(
  'staycation_shares',
  {
    goLive: { removes: 'giveaway shares' },
    address: 'email',
    retention: { period: 'shareAddresses' },
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    giveawayId: uuid('campaign_id')
      .notNull()
      .references(() => giveaways.id),
    email: text().notNull(),
    channel: text({ enum: ['facebook', 'x', 'email', 'copy_link'] }).notNull(),
    ipAddress: text('ip_address'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [unique().on(table.giveawayId, table.email, table.channel)],
)

/**
 * A draw that anyone can verify. The digest of the list and the seed's source are published before the seed is known.
 */
export const giveawayDraws = siteTable(
  'giveaway_draws',
  { goLive: { removes: 'giveaway draws' }, address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    giveawayId: uuid('campaign_id')
      .notNull()
      .unique()
      .references(() => giveaways.id),
    listDigest: text('list_digest').notNull(),
    lines: integer().notNull(),
    tickets: integer().notNull(),
    seedSource: text('seed_source').notNull(),
    seedKind: text('seed_kind', { enum: [...SEED_KINDS] })
      .notNull()
      .default('text'),
    frozenAt: timestamp('frozen_at', { withTimezone: true }).notNull(),
    seed: text(),
    rounds: integer().notNull().default(0),
    drawnAt: timestamp('drawn_at', { withTimezone: true }),
  },
)

/** The published list of a draw; only the entrant recognizes their own `code`. */
export const giveawayDrawLines = siteTable(
  'giveaway_draw_lines',
  { goLive: { removes: 'lines of giveaway draws' }, address: null, retention: null, restore: null, images: null },
  {
    drawId: uuid('draw_id')
      .notNull()
      .references(() => giveawayDraws.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    code: text().notNull(),
    entries: integer().notNull(),
    entryId: uuid('entry_id').references(() => giveawayEntries.id, { onDelete: 'set null' }),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.line] }), unique().on(table.drawId, table.code)],
)

export const replacedReasons = ['no-answer', 'declined', 'not-eligible', 'erased'] as const

/** The state of the winner of each round. A round without a row waits for the operator to write. */
export const giveawayRounds = siteTable(
  'giveaway_rounds',
  {
    goLive: { removes: 'winners of giveaways' },
    address: 'email',
    retention: { period: 'entries' },
    restore: null,
    images: null,
  },
  {
    drawId: uuid('draw_id')
      .notNull()
      .references(() => giveawayDraws.id, { onDelete: 'cascade' }),
    round: integer().notNull(),
    /** The secret of the page on which the winner answers. */
    token: uuid().notNull().unique().defaultRandom(),
    writtenAt: timestamp('written_at', { withTimezone: true }),
    /** Whom the operator wrote to; null once the entry was erased. */
    entryId: uuid('entry_id').references(() => giveawayEntries.id, { onDelete: 'set null' }),
    /** The winner's address, if that of the entry is wrong. It is deleted with the entry. */
    email: text(),
    answerBy: timestamp('answer_by', { withTimezone: true }),
    answer: text({ enum: ['accepted', 'declined'] }),
    answeredAt: timestamp('answered_at', { withTimezone: true }),
    /** Whether the winner agreed to be named, by first name and state. */
    isNamed: boolean('is_named').notNull().default(false),
    promoCode: text('promo_code')
      .unique()
      .references(() => promoCodes.code, { onDelete: 'set null' }),
    /** Why another winner was drawn. */
    replacedReason: text('replaced_reason', { enum: replacedReasons }),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.round] })],
)
