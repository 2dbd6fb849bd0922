import { boolean, date, numeric, pgTable, smallint, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { bookings } from './bookings.server.ts'

const amount = (name: string) => numeric(name, { precision: 8, scale: 2 })

/** What guests pay by card, brought in line with the gateway's word until nothing is left to do. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    kind: text({ enum: ['whole', 'deposit', 'balance'] }).notNull(),
    /** The gateway's name for it; null until the gateway has answered. */
    intentId: text('intent_id').unique(),
    customerId: text('customer_id'),
    cardId: text('card_id'),
    amount: amount('amount').notNull(),
    status: text({ enum: ['waiting', 'authorised', 'captured', 'void', 'scheduled', 'failed'] }).notNull(),
    received: amount('received').notNull().default('0'),
    refundDue: amount('refund_due').notNull().default('0'),
    refunded: amount('refunded').notNull().default('0'),
    /** Of what is due back: how often it was tried, when last, and whether it was left to people. */
    refundTries: smallint('refund_tries').notNull().default(0),
    refundTriedAt: timestamp('refund_tried_at', { withTimezone: true }),
    refundFailed: boolean('refund_failed').notNull().default(false),
    /** Of a balance: the day, at the home, on which it is charged. */
    dueOn: date('due_on'),
    tries: smallint().notNull().default(0),
    /** When to look at it again; null when nothing is left to do. */
    nextAt: timestamp('next_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [unique().on(table.bookingId, table.kind)],
)

/** Messages of the gateway that were taken. */
export const gatewayEvents = pgTable('gateway_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  payment: text(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
})
