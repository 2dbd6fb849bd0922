import { sql } from 'drizzle-orm'
import { afterEach, expect } from 'vitest'
import { getRecordedMoney } from '#app/features/bookings/booking-payments.server.ts'
import { moneyOf } from '#app/features/bookings/booking-summary.ts'
import { IS_RECORDED, PAID, TO_RETURN } from '#app/features/bookings/payments/recorded-money.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings } from '#app/platform/db/schema.server.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import type { TestDatabase } from './database.ts'

const inLedger = (kind: string) =>
  `coalesce((select sum(amount) from ledger where payment_id = payments.id and kind = '${kind}'), 0)`
const ELSEWHERE = `coalesce((select sum(amount) from ledger where booking_id = bookings.id and kind = 'paid-elsewhere'), 0)`
const sumOf = (column: string) => `coalesce((select sum(${column}) from payments where booking_id = bookings.id), 0)`
const KEPT = `coalesce((select sum(amount) from ledger where booking_id = bookings.id and kind = 'kept'), 0)`

/** What must never be, as a condition on a booking or on one of its payments. */
const BOOKINGS = {
  'more was returned outside the site than was paid there': `${ELSEWHERE} < 0`,
  'more is promised back by hand than was paid outside the site': `return_due > ${ELSEWHERE}`,
  'more was refunded than was charged': `${sumOf('refunded + returned_by_hand')} > ${sumOf('received')}`,
  'more was kept than was charged and not refunded': `${KEPT} > ${sumOf('received - refunded - returned_by_hand')}`,
  'a cancellation kept less than nothing': `${KEPT} < 0`,
  'the guest was promised more than they ever paid': `refund_amount > ${sumOf(`case when received > 0 then received when status in ('authorized', 'waiting', 'void') then amount else 0 end`)}
      + coalesce((select sum(amount) from ledger where booking_id = bookings.id and kind = 'paid-elsewhere' and amount > 0), 0)`,
}
const PAYMENTS = {
  'the ledger has another charge than the payment': `received <> ${inLedger('charged')}`,
  'the ledger has another refund than the payment': `refunded <> ${inLedger('refunded')}`,
  'the ledger has another return by hand than the payment': `returned_by_hand <> ${inLedger('returned')}`,
  'more was refunded than was received': 'refunded + returned_by_hand > received',
  'more was received than was asked for': 'received > amount',
}

/** The sentences above that are true of this database, with how often; empty if its money is sound. */
export async function findWrongMoney(db: Tx): Promise<string[]> {
  const count =
    (table: string) =>
    ([what, condition]: [string, string]) =>
      `select '${what}' as what, count(*)::int as times from ${table} where ${condition}`
  const all = [...Object.entries(BOOKINGS).map(count('bookings')), ...Object.entries(PAYMENTS).map(count('payments'))]
  const { rows } = await db.execute<{ what: string; times: number }>(sql.raw(all.join(' union all ')))
  const wrong = rows.filter(({ times }) => times > 0).map(({ what, times }) => `${what}: ${times}`)
  return [...wrong, ...(await findDifferences(db))]
}

/** Statements that compute what `moneyOf` computes must agree with it, and nobody is asked for more than a stay costs. */
async function findDifferences(db: Tx): Promise<string[]> {
  const rows = await db
    .select({ booking: bookings, paid: PAID, toReturn: TO_RETURN, isRecorded: IS_RECORDED })
    .from(bookings)
  const wrong: string[] = []
  for (const { booking, ...inSql } of rows) {
    const money = moneyOf(await getRecordedMoney(db, booking))
    const same =
      money.paid === centsFromNumeric(inSql.paid) &&
      money.toReturn === centsFromNumeric(inSql.toReturn) &&
      money.isRecorded === inSql.isRecorded
    if (!same) wrong.push(`${booking.reference}: two readers differ, ${JSON.stringify({ money, inSql })}`)
    if (booking.status === 'confirmed' && money.due < 0) wrong.push(`${booking.reference}: paid and asked for too much`)
  }
  return wrong
}

/** After each test of the file, nothing that must never be is so. */
export function expectSoundMoney(database: () => TestDatabase): void {
  afterEach(async () => {
    expect(await findWrongMoney(database().db)).toEqual([])
  })
}
