import { sql } from 'drizzle-orm'
import { afterEach, expect } from 'vitest'
import { getRecordedMoney } from '#app/features/bookings/booking-payments.server.ts'
import { moneyOf } from '#app/features/bookings/booking-summary.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { findBrokenInvariants } from '#app/features/bookings/payments/invariants.server.ts'
import {
  IS_OVERPAID,
  IS_RECORDED,
  IS_UNPAID,
  PAID,
  RETURN_IDS,
  TO_RETURN,
} from '#app/features/bookings/payments/recorded-money.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import type { TestDatabase } from './database.ts'

/** The invariants that this database breaks; empty if its money and its nights are sound. */
export async function findWrongMoney(db: Tx): Promise<string[]> {
  const broken = await findBrokenInvariants(db)
  const wrong = broken.map(({ rule, times, examples }) => `${rule}: ${times} (${examples.join(', ')})`)
  return [...wrong, ...(await findDifferences(db))]
}

/** Statements that compute what `moneyOf` computes must agree with it. */
async function findDifferences(db: Tx): Promise<string[]> {
  const rows = await db
    .select({
      booking: bookings,
      paid: PAID,
      toReturn: TO_RETURN,
      isRecorded: IS_RECORDED,
      isUnpaid: IS_UNPAID,
      isOverpaid: IS_OVERPAID,
      mayBeReturned: sql<boolean>`${bookings.id} in ${RETURN_IDS}`,
    })
    .from(bookings)
  const wrong: string[] = []
  for (const { booking, ...inSql } of rows) {
    const facts = await getRecordedMoney(db, booking)
    const money = moneyOf(facts)
    const isConfirmed = facts.status === 'confirmed'
    const scheduled = facts.payments.filter(({ status }) => status === 'scheduled')
    const settled = scheduled.reduce((sum, { amount }) => sum + amount, money.paid)
    const same =
      inSql.isUnpaid === (isConfirmed && facts.total > settled) &&
      inSql.isOverpaid === (isConfirmed && money.paid > facts.total) &&
      (inSql.mayBeReturned || money.toReturn === 0) &&
      money.paid === centsFromNumeric(inSql.paid) &&
      money.toReturn === centsFromNumeric(inSql.toReturn) &&
      money.isRecorded === inSql.isRecorded
    if (!same) wrong.push(`${booking.reference}: two readers differ, ${JSON.stringify({ money, inSql })}`)
  }
  return wrong
}

/** After each test of the file, nothing that must never be is so. */
export function expectSoundMoney(database: () => TestDatabase): void {
  afterEach(async () => {
    expect(await findWrongMoney(database().db)).toEqual([])
  })
}
