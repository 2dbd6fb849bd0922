import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  getPaidElsewhere,
  listPayments,
  recordPaidElsewhere,
  recordReturnedByHand,
  summarizePayment,
} from '#app/features/bookings/booking-payments.server.ts'
import { stuckRefund } from '#app/features/bookings/booking-summary.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { type Cents, centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { returnedSchema } from '../booking-forms.server.ts'
import { type Booking, ofStay } from '../change-booking.server.ts'
import { findForMoneyUndo } from '../undo-record.server.ts'
import { whyNotSeen } from './money-version.server.ts'

const PAID: FactFields = { amount: { label: 'Amount', kind: 'money' }, note: { label: 'How', kind: 'line' } }

/** `elsewhere` is the amount in the ledger, with `stuck`, the amounts that the cards refused, by payment. */
const returned = z.object({
  amount: z.number(),
  note: z.string(),
  undo: z.object({ due: z.number(), elsewhere: z.number(), stuck: z.record(z.string(), z.number()) }),
})
type Returned = z.output<typeof returned>

/** Makes it due again, unless something builds on it. */
const undo = undoFrom({ after: returned }, async (tx, services, change, by) => {
  const { due, elsewhere, stuck } = change.after.undo
  const found = await findForMoneyUndo(services, tx, change)
  if (!found.ok) return found
  const { id: bookingId } = found.booking
  const entry = { note: 'Recorded by mistake', by, now: services.clock.now() }
  let byCard = 0
  for (const payment of await listPayments(tx, bookingId)) {
    const amount = stuck[payment.id] ?? 0
    if (amount === 0) continue
    if (centsFromNumeric(payment.refundedElsewhere) < amount) return refuse('refused', 'This money moved since.')
    byCard += amount
    await recordReturnedByHand(tx, { ...entry, payment, amount: -amount })
  }
  await recordPaidElsewhere(tx, { ...entry, bookingId, amount: elsewhere - byCard })
  const returnDue = sql`${bookings.returnDue} + ${numericFromCents(due)}::numeric`
  await tx.update(bookings).set({ returnDue }).where(eq(bookings.id, bookingId))
  return undefined
})

/**
 * Records that an operator returned, outside the site, a promised refund that no card could get. If no payment is
 * recorded, only the promise ends.
 */
export const recordReturn = defineChange({
  scope: 'money:write',
  name: 'booking.returned',
  words: ({ after }) => (after === null ? 'Money to be returned again' : 'Money recorded as returned'),
  facts: PAID,
  undo,
  ...ofStay,
  form: returnedSchema,
  once: 'refunded-elsewhere',
  run: async (tx, { note, seen }, { by, now, subject: { booking } }) => {
    const unseen = await whyNotSeen(tx, booking, seen)
    if (unseen) return refuse('refused', unseen)
    const after = await endPromise(tx, { booking, note, by, now })
    return after ? { subjectId: booking.id, after } : refuse('refused', NOTHING_DUE)
  },
})

const NOTHING_DUE = 'Nothing is to be returned by now. Nothing was changed.'

type Ended = { booking: Booking; note: string; by: Operator; now: Date }

async function endPromise(tx: Tx, { booking, note, by, now }: Ended): Promise<Returned | null> {
  const { id: bookingId } = booking
  const due = centsFromNumeric(booking.returnDue)
  const stuck: Record<string, Cents> = {}
  for (const row of await listPayments(tx, bookingId)) {
    const left = stuckRefund([summarizePayment(row)])
    if (left === 0) continue
    stuck[row.id] = left
    await recordReturnedByHand(tx, { payment: row, amount: left, note: note || null, by, now })
  }
  const byCard = Object.values(stuck).reduce((sum, left) => sum + left, 0)
  if (due + byCard === 0) return null
  const elsewhere = Math.min(due, Math.max(0, await getPaidElsewhere(tx, bookingId)))
  await recordPaidElsewhere(tx, { bookingId, amount: -elsewhere, note: note || null, by, now })
  await tx.update(bookings).set({ returnDue: '0' }).where(eq(bookings.id, bookingId))
  return { amount: due + byCard, note, undo: { due, elsewhere: elsewhere + byCard, stuck } }
}
