import { sql } from 'drizzle-orm'
import { boolean, date, numeric, smallint, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#app/features/operators/operators.tables.server.ts'
import { siteTable } from '#app/platform/db/site-table.server.ts'
import { bookings } from '../bookings.tables.server.ts'

const amount = (name: string) => numeric(name, { precision: 8, scale: 2 })

/** Why a refund was not made: the gateway refused it, or a bank returned it. */
const REFUND_REFUSALS = ['disputed', 'already-refunded', 'no-funds', 'returned', 'other'] as const

/** Card payments, reconciled with the payment service until nothing is left to do. */
export const payments = siteTable(
  'payments',
  { goLive: { removes: 'card payments' }, address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    /** The secret part of the payment page's address. It opens nothing else. */
    token: uuid().notNull().unique().default(sql`md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid`),
    /** `difference`: the additional price of a changed stay. */
    kind: text({ enum: ['whole', 'deposit', 'balance', 'difference'] }).notNull(),
    /** The payment's id at the gateway; null until the gateway has answered. */
    intentId: text('intent_id').unique(),
    customerId: text('customer_id'),
    cardId: text('card_id'),
    amount: amount('amount').notNull(),
    status: text({ enum: ['waiting', 'authorized', 'captured', 'void', 'scheduled', 'failed'] }).notNull(),
    received: amount('received').notNull().default('0'),
    refundDue: amount('refund_due').notNull().default('0'),
    refunded: amount('refunded').notNull().default('0'),
    /** The part of `refundDue` that the card refused and an operator returned in another way. */
    refundedElsewhere: amount('refunded_elsewhere').notNull().default('0'),
    /** For refunds: the number of attempts, the last one, and whether people have to handle it. */
    refundAttempts: smallint('refund_attempts').notNull().default(0),
    refundAttemptedAt: timestamp('refund_attempted_at', { withTimezone: true }),
    refundFailed: boolean('refund_failed').notNull().default(false),
    /**
     * Of a refund without an answer. They are its idempotency key, its amount, and what is refunded in all once it is
     * made.
     */
    refundKey: text('refund_key'),
    refundAttemptAmount: amount('refund_attempt_amount'),
    refundAttemptTotal: amount('refund_attempt_total'),
    /** Why the last refund was not made. */
    refundRefusal: text('refund_refusal', { enum: REFUND_REFUSALS }),
    /**
     * The amount of open disputes, and the amount that the bank took for good. A trigger on `disputes` maintains both.
     */
    disputed: amount('disputed').notNull().default('0'),
    chargedBack: amount('charged_back').notNull().default('0'),
    /** For balances: the local date at the property on which it is charged. */
    dueOn: date('due_on'),
    attempts: smallint().notNull().default(0),
    /** When to check it again; null when nothing is left to do. */
    nextAt: timestamp('next_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('payments_one_of_a_kind').on(table.bookingId, table.kind).where(sql`${table.kind} <> 'difference'`),
    uniqueIndex('payments_one_open_difference')
      .on(table.bookingId)
      .where(sql`${table.kind} = 'difference' and ${table.status} in ('waiting', 'authorized')`),
  ],
)

/**
 * Every movement of money, once. Triggers write `charged` and `refunded` of `payments`, and `disputed` of `disputes`.
 * `refunded-elsewhere` is a refund that the card refused, made by hand. `retained` is the part of the charged amount
 * that a cancellation does not return. A negative amount is a refund or charge that a bank took back. Nobody gets back more
 * than was paid: the database refuses it.
 */
export const ledger = siteTable(
  'ledger',
  { goLive: { removes: 'movements of money' }, address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    paymentId: uuid('payment_id').references(() => payments.id),
    kind: text({
      enum: ['charged', 'refunded', 'refunded-elsewhere', 'disputed', 'retained', 'paid-elsewhere'],
    }).notNull(),
    amount: amount('amount').notNull(),
    note: text(),
    operatorId: uuid('operator_id').references(() => users.id, { onDelete: 'set null' }),
    operatorName: text('operator_name'),
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
  },
)

/** Guests' disputes with their bank, by the gateway's id. While one is open, nothing of its payment is refunded. */
export const disputes = siteTable(
  'disputes',
  { goLive: { removes: 'disputes' }, address: null, retention: null, restore: null, images: null },
  {
    id: text().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    status: text({ enum: ['needs-response', 'under-review', 'won', 'lost', 'closed'] }).notNull(),
    /** The bank asks, and has taken nothing yet. */
    isInquiry: boolean('is_inquiry').notNull(),
    amount: amount('amount').notNull(),
    /** The amount that the bank holds or retains of the payment, without fees. */
    withdrawn: amount('withdrawn').notNull().default('0'),
    reason: text().notNull(),
    answerBy: timestamp('answer_by', { withTimezone: true }),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
    closedAt: timestamp('closed_at', { withTimezone: true }),
    /** When the gateway was asked for this state. An older answer that comes later is not stored. */
    fetchedAt: timestamp('fetched_at', { withTimezone: true }).notNull(),
  },
)

/** Webhook messages that were processed. */
export const gatewayEvents = siteTable(
  'gateway_events',
  { goLive: { removes: 'messages of the card gateway' }, address: null, retention: null, restore: null, images: null },
  {
    id: text().primaryKey(),
    type: text().notNull(),
    payment: text(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
  },
)
