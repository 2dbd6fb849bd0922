import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reportBrokenInvariants } from '#app/features/bookings/payments/invariants.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { makeBooking, makeProperty, testServices } from '#test/factories.ts'
import { runCommand } from './command-line.ts'

describeOnBothDatabases('the check of money and nights', (database) => {
  const check = () => runCommand(testServices(database()), { words: ['check'] })

  test('says that all rules hold', async () => {
    const property = await makeProperty(database().db)
    await makeBooking(database().db, property, { from: '2027-07-01', to: '2027-07-05' })
    expect(await check()).toEqual({ ok: true, message: 'All 21 rules of money and nights hold.' })
  })

  test('names each rule that is broken and the bookings, and the log does so every night', async () => {
    const { db } = database()
    const property = await makeProperty(db)
    const dates = ['2027-07-01', '2027-08-01', '2027-09-01', '2027-10-01'] as const
    for (const from of dates) await makeBooking(db, property, { from, to: from.replace('01', '05') as typeof from })
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`update bookings set total_amount = 1001`)
      await tx.execute(sql`delete from occupancies where nights @> '2027-08-02'::date`)
      await tx.execute(sql`update bookings set promo_code = 'LOST' where check_in_date = '2027-07-01'`)
    })
    const { rows } = await db.execute<{ reference: string }>(sql`select reference from bookings order by 1`)
    const [july, august, september] = rows.map(({ reference }) => reference)
    const outcome = await check()
    expect(outcome?.ok).toBe(false)
    expect(outcome?.message.split('\n').sort()).toEqual([
      `A promo code was used, and the price has no discount: 1 time, such as ${july}`,
      `A request or a stay does not have exactly its nights: 1 time, such as ${august}`,
      `The lines of a price do not add up to its total: 4 times, such as ${july}, ${august}, ${september}`,
    ])
    const lines: string[] = []
    await reportBrokenInvariants({ db, log: createLog('info', { write: (line) => lines.push(line) }) })
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(Array(3).fill('invariants.broken'))
  })
})
